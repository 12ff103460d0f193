// What the program can do: a table of verbs. Each verb has a file.
#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace toptile {

// Adds the arguments to the command, and returns what must be done once they are read.
using Declare = std::function<int()> (*)(CLI::App& command);

struct Verb {
  std::string_view name;
  std::string_view summary;  // One line.
  std::string_view example;
  Declare declare;  // Null for the verbs of leagues, which only the program toptile-league can do.
};

std::span<const Verb> verbs();

}  // namespace toptile
