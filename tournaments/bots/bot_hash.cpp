#include "tournaments/bots/bot_hash.h"

#include <fmt/format.h>

#include "base/files.h"
#include "base/sha256.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

// If there are several files, their lengths are hashed too, so that moving bytes from one file to the next
// changes the hash.
Result<std::string> hash_of(const std::vector<fs::path>& files) {
  if (files.size() == 1) {
    TOPTILE_TRY(auto bytes, read_file(files[0]));
    return sha256_hexadecimal(bytes);
  }
  std::string list;
  for (const fs::path& file : files) {
    TOPTILE_TRY(auto bytes, read_file(file));
    list += fmt::format("{} {}\n", bytes.size(), sha256_hexadecimal(bytes));
  }
  return sha256_hexadecimal(list);
}

// The program and the files among its arguments: if the program is an interpreter, the bot's own program is
// there.
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

Result<std::string> hash_of_bot(const std::vector<std::string>& command, const fs::path& directory) {
  return hash_of(program_files(command, directory));
}

}  // namespace toptile
