// What comes with the program, by its names: bots, word lists, the kit for C++.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace toptile {

// Where it is.
struct ShippedFiles {
  std::filesystem::path bots;          // A folder of programs, one a bot.
  std::filesystem::path lexicons;      // NAME.txt, and NAME.SIZE.lexicon built from it for a board's size.
  std::filesystem::path package = {};  // The folder of toptileConfig.cmake.
  std::vector<std::filesystem::path> package_files =
      {};  // What a program that uses the package is built from.
};

// What is there, in the order of names.
std::vector<std::string> shipped_bot_names(const ShippedFiles& shipped);
std::vector<std::string> shipped_lexicon_names(const ShippedFiles& shipped);

// A file that may be started.
bool is_program(const std::filesystem::path& file);

}  // namespace toptile
