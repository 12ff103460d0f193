// What the program can do: a table of verbs, one file a verb.
#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace toptile {

// Exit codes of every command.
inline constexpr int kDone = 0;
inline constexpr int kNo = 1;        // The answer is no: an illegal move, a log that fails.
inline constexpr int kWrongUse = 2;  // Usage or input.
inline constexpr int kInterrupted = 130;
inline constexpr int kReaderGone = 141;  // Of standard output; as a shell shows a program that SIGPIPE ended.

struct Verb {
  std::string_view name;
  std::string_view summary;  // One line.
  std::string_view example;
  // Adds the arguments to the command, and gives what is to be done when they are read.
  std::function<int()> (*declare)(CLI::App& command);
};

std::span<const Verb> verbs();

}  // namespace toptile
