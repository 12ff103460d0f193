#include "cli/flags/words_and_rules.h"

#include <algorithm>

namespace toptile {

namespace fs = std::filesystem;

namespace {

// Adds the package's CMake files and libraries that are in the folder.
void add_package(const fs::path& folder, std::vector<fs::path>& files) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool is_library = name.starts_with("libtoptile_") && name.ends_with(".a");
    const bool is_for_cmake = name.starts_with("toptile") && name.ends_with(".cmake");
    if (is_library || is_for_cmake) files.push_back(entry.path());
  }
  std::ranges::sort(files);
}

std::vector<fs::path> package_as_built(const fs::path& folder) {
  std::vector<fs::path> files;
  add_package(folder, files);
  const fs::path headers = folder / "include" / "toptile";
  if (fs::exists(headers)) files.push_back(headers);
  return files;
}

// The package is in PREFIX/lib/cmake/toptile, its libraries in PREFIX/lib, its headers in
// PREFIX/include/toptile.
std::vector<fs::path> package_as_installed(const fs::path& package) {
  const fs::path libraries = package.parent_path().parent_path();
  std::vector<fs::path> files;
  add_package(package, files);
  add_package(libraries, files);
  fs::path prefix = libraries.parent_path();
  while (prefix != prefix.root_path() && !fs::exists(prefix / "include" / "toptile"))
    prefix = prefix.parent_path();
  if (fs::exists(prefix / "include" / "toptile")) files.push_back(prefix / "include" / "toptile");
  return files;
}

}  // namespace

ShippedFiles shipped_files() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path folder = program.parent_path();
  if (fs::is_directory(folder / "bots"))
    return {folder / "bots", folder / "lexicons", folder, package_as_built(folder)};
  const auto from_program = [&](const char* path) { return (folder / path).lexically_normal(); };
  const fs::path package = from_program(TOPTILE_PACKAGE_FROM_PROGRAM);
  return {from_program(TOPTILE_BOTS_FROM_PROGRAM), from_program(TOPTILE_LEXICONS_FROM_PROGRAM), package,
          package_as_installed(package)};
}

}  // namespace toptile
