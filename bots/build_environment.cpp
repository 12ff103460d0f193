#include "bots/build_environment.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "referee/processes/launch.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

bool is_any_on_path(std::initializer_list<const char*> programs) {
  return std::ranges::any_of(programs, [](const char* program) { return bool(find_program(program)); });
}

// CMake looks for these names.
bool is_make_there() {
  return is_any_on_path({"gmake", "make", "smake"});
}

bool is_ninja_there() {
  return is_any_on_path({"ninja-build", "ninja", "samu"});
}

// The folder of rustup, whose programs are links to one that starts the chosen compiler. nullopt if it is not
// installed for this user.
std::optional<fs::path> rustup_home() {
  const char* const chosen = std::getenv("RUSTUP_HOME");
  const char* const home = std::getenv("HOME");
  if (chosen == nullptr && home == nullptr) return std::nullopt;
  const fs::path folder = chosen != nullptr ? fs::path(chosen) : fs::path(home) / ".rustup";
  std::error_code ignored;
  if (!folder.is_absolute() || !fs::is_directory(folder / "toolchains", ignored)) return std::nullopt;
  const fs::path real = fs::canonical(folder, ignored);
  return ignored ? std::nullopt : std::optional(real);
}

}  // namespace

std::vector<fs::path> rustup_files() {
  const auto home = rustup_home();
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const char* part : {"settings.toml", "toolchains", "update-hashes"}) {
    if (home && fs::exists(*home / part, ignored)) files.push_back(*home / part);
  }
  return files;
}

std::optional<std::string> foreign_cache_advice(std::string_view log) {
  if (log.find("CMakeCache.txt directory") == std::string_view::npos ||
      log.find("is different than the directory") == std::string_view::npos)
    return std::nullopt;
  return "CMake made this folder's cache at another place: delete its CMakeCache.txt, or say cmake --fresh "
         "in "
         "the bot.json";
}

std::vector<std::string> build_environment(const std::filesystem::path& package) {
  std::vector<std::string> variables;
  if (!package.empty()) variables.push_back("toptile_DIR=" + package.string());
  // A sandbox passes on only the variables that are named here.
  if (const char* const chosen = std::getenv("CMAKE_GENERATOR")) {
    variables.push_back(std::string("CMAKE_GENERATOR=") + chosen);
  } else if (!is_make_there() && is_ninja_there()) {
    variables.push_back("CMAKE_GENERATOR=Ninja");
  }
  if (const auto home = rustup_home()) {
    variables.push_back("RUSTUP_HOME=" + home->string());
    if (const char* const chosen = std::getenv("RUSTUP_TOOLCHAIN"))
      variables.push_back(std::string("RUSTUP_TOOLCHAIN=") + chosen);
  }
  return variables;
}

std::optional<std::string> missing_build_tool(const std::vector<std::string>& command) {
  const bool is_cmake = std::filesystem::path(command[0]).filename() == "cmake";
  if (!is_cmake || is_make_there() || is_ninja_there()) return std::nullopt;
  return "CMake needs make or ninja, and neither is on PATH: install make, or ninja (Debian's ninja-build)";
}

}  // namespace toptile
