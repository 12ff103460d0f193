// Where the project and its build are. Only places.cpp is compiled with these paths, so that a compiler cache
// can serve another clone with everything else.
#pragma once

#include <string>
#include <string_view>

namespace toptile {

extern const char* const kSourceFolder;
extern const char* const kBuildFolder;

// A path in the project's folder, such as "tests/data/words/plain.txt".
inline std::string source_file(std::string_view path) {
  return std::string(kSourceFolder).append("/").append(path);
}

// A path in the build's folder, such as "tests/hostile_bots/exhibit".
inline std::string built_file(std::string_view path) {
  return std::string(kBuildFolder).append("/").append(path);
}

}  // namespace toptile
