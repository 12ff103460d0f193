#include "league/database/lock_owner.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <vector>

#include "base/files.h"
#include "base/utf8.h"

namespace toptile {

namespace {

// A writer locks this byte of the file FILE-shm: WAL_WRITE_LOCK of https://sqlite.org/walformat.html
constexpr std::uint64_t kWriterByte = 120;

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::string_view word = line.substr(0, line.find(' '));
    if (!word.empty()) words.push_back(word);
    line.remove_prefix(std::min(line.size(), word.size() + 1));
  }
  return words;
}

std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

// A line is "3: POSIX  ADVISORY  WRITE 1234 fe:00:5678 120 120", and one of a process that waits for a lock
// is "3: -> POSIX …" (proc(5)).
std::optional<pid_t> find_lock_owner(std::string_view locks, dev_t device, ino_t inode, std::uint64_t byte) {
  const std::string file = fmt::format("{:02x}:{:02x}:{}", major(device), minor(device), inode);
  while (!locks.empty()) {
    const std::string_view line = locks.substr(0, locks.find('\n'));
    locks.remove_prefix(std::min(locks.size(), line.size() + 1));
    const auto words = words_of(line);
    if (words.size() != 8 || words[1] != "POSIX" || words[3] != "WRITE" || words[5] != file) continue;
    const auto process = number_in(words[4]), first = number_in(words[6]);
    const auto last = words[7] == "EOF" ? std::optional(byte) : number_in(words[7]);
    if (process && *process > 0 && first && *first <= byte && last && byte <= *last)
      return static_cast<pid_t>(*process);
  }
  return std::nullopt;
}

std::optional<LockOwner> find_writer(const std::string& file) {
  // The file must not be opened: closing it would release the locks that this process holds on it.
  std::error_code fault;
  const std::string shared = std::filesystem::canonical(file, fault).string() + "-shm";
  struct stat status {};
  if (fault || ::stat(shared.c_str(), &status) != 0) return std::nullopt;
  const auto locks = read_file("/proc/locks");
  if (!locks) return std::nullopt;
  const auto process = find_lock_owner(locks.value(), status.st_dev, status.st_ino, kWriterByte);
  if (!process || *process == ::getpid()) return std::nullopt;
  LockOwner owner{*process, {}, false};
  // "1234 (program) T …", where the name may contain anything.
  if (const auto told = read_file(fmt::format("/proc/{}/stat", *process))) {
    const std::string& text = told.value();
    const auto begin = text.find('('), end = text.rfind(')');
    if (begin != std::string::npos && end != std::string::npos && end + 2 < text.size()) {
      owner.program = printable(text.substr(begin + 1, end - begin - 1));
      owner.is_stopped = text[end + 2] == 'T' || text[end + 2] == 't';
    }
  }
  return owner;
}

}  // namespace toptile
