// The environment variables that the commands of a build get in addition to the caller's.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

// Variables as NAME=VALUE. `toptile_DIR` tells CMake where the package is (find_package(toptile)); it is left
// out if `package` is empty. CMake builds with make by default, so if PATH has ninja and no make,
// CMAKE_GENERATOR selects ninja. A generator that the caller's environment names is passed on, and one that
// the command names overrides both. For compilers that rustup chooses, a variable says where rustup keeps
// them.
std::vector<std::string> build_environment(const std::filesystem::path& package);

// The files of rustup that its compilers must be able to read; empty without rustup.
std::vector<std::filesystem::path> rustup_files();

// Advice if CMake refused a folder that it had made at another path, or nullopt; `log` is the output of the
// build.
std::optional<std::string> foreign_cache_advice(std::string_view log);

// Why this command of a build failed, if it is CMake's and PATH has neither make nor ninja; otherwise
// nullopt.
std::optional<std::string> missing_build_tool(const std::vector<std::string>& command);

}  // namespace toptile
