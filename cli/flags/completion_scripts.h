// Completion scripts for shells. A script contains the commands and their options. For the names of shipped
// bots, lexicons and rulesets, it runs the program whose command line is being completed: `toptile
// completions --names bots`.
#pragma once

#include <string>

#include "cli/flags/command_outline.h"

namespace toptile {

std::string bash_completion(const CommandOutline& program);
std::string zsh_completion(const CommandOutline& program);
std::string fish_completion(const CommandOutline& program);

}  // namespace toptile
