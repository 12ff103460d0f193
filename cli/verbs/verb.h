// The table of the program's verbs. Each verb has its own file.
#pragma once

#include <span>
#include <string_view>

#include "cli/flags/command.h"

namespace toptile {

// Adds the arguments to the command, and returns the action to run after they are parsed.
using Declare = Action (*)(Command& command);

struct Verb {
  std::string_view name;
  std::string_view summary;  // One line.
  std::string_view example;
  Declare declare;  // Null for the verbs of leagues, which only the program toptile-league implements.
};

std::span<const Verb> verbs();

}  // namespace toptile
