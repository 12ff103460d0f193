#include "server/live/key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "base/assert.h"
#include "base/files.h"
#include "base/foreign_folder.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 32;
constexpr const char* kFile = "live_key";

std::string fresh_key() {
  std::array<unsigned char, kDigits / 2> bytes{};
  TOPTILE_ASSERT(::getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  std::string key;
  for (const unsigned char byte : bytes) key += fmt::format("{:02x}", byte);
  return key;
}

// The file is good if only this user could have written it, and only this user can read it.
std::optional<std::string> kept_key(const fs::path& folder) {
  const auto file = ForeignFolder(folder).open(kFile, kDigits + 1);
  struct stat status {};
  if (!file || ::fstat(file.value().number(), &status) != 0) return std::nullopt;
  if (status.st_uid != ::geteuid() || (status.st_mode & 0077) != 0) return std::nullopt;
  std::string key(kDigits, '\0');
  if (::pread(file.value().number(), key.data(), kDigits, 0) != static_cast<ssize_t>(kDigits))
    return std::nullopt;
  return key.find_first_not_of("0123456789abcdef") == key.npos ? std::optional(key) : std::nullopt;
}

bool write_private(const fs::path& file, const std::string& text) {
  ::unlink(file.c_str());  // A killed program with the same number may have left it.
  const UniqueDescriptor open(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  return open.is_open() &&
         ::write(open.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// If two programs begin at once, both have the key of one of them.
void keep_key(const fs::path& folder, const std::string& key) {
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path file = folder / kFile, aside = folder / fmt::format("{}.{}.new", kFile, ::getpid());
  if (!write_private(aside, key + "\n")) return;
  if (::link(aside.c_str(), file.c_str()) != 0 && !kept_key(folder)) fs::rename(aside, file, error);
  ::unlink(aside.c_str());
}

// Takes the same time however much of it is right, so that nobody can find the key piece by piece.
bool is_same(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(one[i] ^ other[i]));
  return difference == 0;
}

}  // namespace

std::string live_key() {
  const auto folder = user_data_folder();
  if (!folder) return fresh_key();
  if (auto key = kept_key(*folder)) return *std::move(key);
  const std::string key = fresh_key();
  keep_key(*folder, key);
  return kept_key(*folder).value_or(key);
}

std::optional<std::string_view> path_behind_key(std::string_view path, std::string_view key) {
  path.remove_prefix(1);
  const std::string_view first = path.substr(0, path.find('/'));
  if (key.empty() || !is_same(first, key)) return std::nullopt;
  path.remove_prefix(first.size());
  return path.empty() ? "/" : path;
}

}  // namespace toptile
