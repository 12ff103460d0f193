// The environment variables that the commands of a build get in addition to the caller's.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace toptile {

// Variables as NAME=VALUE. `toptile_DIR` tells CMake where the package is (find_package(toptile)); it is left
// out if `package` is empty. CMake builds with make unless it is told otherwise, so if PATH has ninja and no
// make, CMAKE_GENERATOR selects ninja. A generator that the caller's environment names is passed on, and one
// that the command names overrides both.
std::vector<std::string> build_environment(const std::filesystem::path& package);

// Says why this command of a build failed, if it is CMake's and PATH has neither make nor ninja.
std::optional<std::string> missing_build_tool(const std::vector<std::string>& command);

}  // namespace toptile
