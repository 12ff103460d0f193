// The files that come with the program: bots, word lists, and the kit for C++.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace toptile {

// The places of these files.
struct ShippedFiles {
  std::filesystem::path bots;  // A folder in which each program is a bot.
  // A folder of NAME.txt and NAME.SIZE.lexicon, which is built from it for a board of that size.
  std::filesystem::path lexicons;
  std::filesystem::path package = {};  // The folder of toptileConfig.cmake.
  std::vector<std::filesystem::path> package_files =
      // The files from which a program that uses the package is built.
      {};
};

// The names of the shipped files, sorted.
std::vector<std::string> shipped_bot_names(const ShippedFiles& shipped);
std::vector<std::string> shipped_lexicon_names(const ShippedFiles& shipped);

// A file that may be started.
bool is_program(const std::filesystem::path& file);

}  // namespace toptile
