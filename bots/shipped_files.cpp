#include "bots/shipped_files.h"

#include <unistd.h>

#include <algorithm>

namespace toptile {

namespace {

namespace fs = std::filesystem;

// The sorted names of a folder's files of one kind.
template <class IsOne, class NameOf>
std::vector<std::string> names_in(const fs::path& folder, IsOne is_one, NameOf name_of) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (is_one(entry.path())) names.push_back(name_of(entry.path()).string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

std::vector<std::string> shipped_bot_names(const ShippedFiles& shipped) {
  return names_in(shipped.bots, is_program, [](const fs::path& file) { return file.filename(); });
}

std::vector<std::string> shipped_lexicon_names(const ShippedFiles& shipped) {
  const auto is_list = [](const fs::path& file) {
    return file.extension() == ".txt" && !file.filename().string().starts_with("LICENSE-");
  };
  return names_in(shipped.lexicons, is_list, [](const fs::path& file) { return file.stem(); });
}

bool is_program(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

}  // namespace toptile
