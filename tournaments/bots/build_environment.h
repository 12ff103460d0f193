// What the commands that build a bot find beside the caller's own environment.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace toptile {

// NAME=VALUE. `toptile_DIR` tells CMake where the package is (find_package(toptile)); an empty `package` is
// not told. CMake builds with make unless it is told otherwise, so where PATH has ninja and no make,
// CMAKE_GENERATOR says so. A generator that the caller names is passed on, and one that the command names
// goes first.
std::vector<std::string> build_environment(const std::filesystem::path& package);

// Why this command of a build failed, where it is CMake's and PATH has neither make nor ninja.
std::optional<std::string> find_missing_build_tool(const std::vector<std::string>& command);

}  // namespace toptile
