// The files that come with the program: bots, word lists, and the C++ kit.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace toptile {

// Where these files are.
struct ShippedFiles {
  std::filesystem::path bots;  // A folder in which each program is a bot.
  // A folder with files NAME.txt and NAME.SIZE.lexicon, which is built from the former for a board of that
  // size.
  std::filesystem::path lexicons;
  std::filesystem::path package = {};  // The folder of toptileConfig.cmake.
  // The files that the build of a program needs if it uses the package.
  std::vector<std::filesystem::path> package_files = {};
};

// The names of the shipped files, sorted.
std::vector<std::string> shipped_bot_names(const ShippedFiles& shipped);
std::vector<std::string> shipped_lexicon_names(const ShippedFiles& shipped);

// Whether the file may be started.
bool is_program(const std::filesystem::path& file);

}  // namespace toptile
