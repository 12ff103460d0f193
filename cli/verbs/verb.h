// What the program can do: a table of verbs. Each verb has a file.
#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace toptile {

struct Verb {
  std::string_view name;
  std::string_view summary;  // One line.
  std::string_view example;
  // Adds the arguments to the command, and returns what must be done once they are read.
  std::function<int()> (*declare)(CLI::App& command);
};

std::span<const Verb> verbs();

}  // namespace toptile
