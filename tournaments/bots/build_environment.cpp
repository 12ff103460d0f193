#include "tournaments/bots/build_environment.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "referee/launch.h"

namespace toptile {

namespace {

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

}  // namespace

std::vector<std::string> build_environment(const std::filesystem::path& package) {
  std::vector<std::string> variables;
  if (!package.empty()) variables.push_back("toptile_DIR=" + package.string());
  // A sandbox passes on only the variables that are named here.
  if (const char* const chosen = std::getenv("CMAKE_GENERATOR")) {
    variables.push_back(std::string("CMAKE_GENERATOR=") + chosen);
  } else if (!is_make_there() && is_ninja_there()) {
    variables.push_back("CMAKE_GENERATOR=Ninja");
  }
  return variables;
}

std::optional<std::string> missing_build_tool(const std::vector<std::string>& command) {
  const bool is_cmake = std::filesystem::path(command[0]).filename() == "cmake";
  if (!is_cmake || is_make_there() || is_ninja_there()) return std::nullopt;
  return "CMake needs make or ninja, and neither is on PATH: install make, or ninja (Debian's ninja-build)";
}

}  // namespace toptile
