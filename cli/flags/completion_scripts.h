// What shells need to complete the program's command lines. A script contains the commands and their options.
// It asks the program that is being typed for the names of shipped bots, lexicons and rulesets: `toptile
// completions --names bots`.
#pragma once

#include <string>

#include "cli/flags/command_tree.h"

namespace toptile {

std::string bash_completion(const Command& program);
std::string zsh_completion(const Command& program);
std::string fish_completion(const Command& program);

}  // namespace toptile
