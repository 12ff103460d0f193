// What shells need to complete the program's command lines. A script holds the commands and their options;
// the names of shipped bots, lexicons and rulesets it asks of the program that is being typed: `toptile
// completions --names bots`.
#pragma once

#include <string>

#include "cli/flags/command_tree.h"

namespace toptile {

std::string bash_completion(const Command& program);
std::string zsh_completion(const Command& program);
std::string fish_completion(const Command& program);

}  // namespace toptile
