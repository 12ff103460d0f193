#include "tournaments/bot_hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/sha256.h"
#include "protocol/files.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

// What a bot in a folder may be made of: its files, but none hidden, and none that a build or a run makes.
std::vector<fs::path> files_of(const fs::path& folder) {
  static const std::vector<std::string> kMade = {"build",  "build.log",   "runs",
                                                 "target", "__pycache__", "node_modules"};
  std::vector<fs::path> files;
  std::error_code ignored;
  for (auto entry = fs::recursive_directory_iterator(folder, ignored);
       entry != fs::recursive_directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    const bool is_passed_over = name.starts_with(".") || std::ranges::find(kMade, name) != kMade.end();
    if (is_passed_over && entry->is_directory(ignored)) entry.disable_recursion_pending();
    if (!is_passed_over && entry->is_regular_file(ignored)) files.push_back(entry->path());
  }
  std::ranges::sort(files);
  return files;
}

// One after the other, with their lengths, so that bytes cannot move from one to the next unseen.
Result<std::string> hash_of(const std::vector<fs::path>& files) {
  if (files.size() == 1) {
    auto bytes = read_file(files[0]);
    if (!bytes) return bytes.error();
    return sha256_hexadecimal(bytes.value());
  }
  std::string list;
  for (const fs::path& file : files) {
    auto bytes = read_file(file);
    if (!bytes) return bytes.error();
    list += fmt::format("{} {}\n", bytes.value().size(), sha256_hexadecimal(bytes.value()));
  }
  return sha256_hexadecimal(list);
}

// The program, and the files among its arguments: an interpreter's program is there.
std::vector<fs::path> program_files(const std::vector<std::string>& command, const fs::path& directory) {
  std::vector<fs::path> files;
  for (const std::string& word : command) {
    const fs::path file = directory / word;
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored)) files.push_back(file);
  }
  return files;
}

}  // namespace

Result<std::string> hash_of_bot(const std::vector<std::string>& command, const fs::path& directory,
                                Hashed hashed) {
  std::vector<fs::path> files = program_files(command, directory);
  if (hashed == Hashed::whole_folder) std::ranges::copy(files_of(directory), std::back_inserter(files));
  return hash_of(files);
}

}  // namespace toptile
