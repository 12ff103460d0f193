#include "protocol/record_log.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/foreign_folder.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 1 << 20;
// More bytes than are written between two syncs of the files to the disk, which happen every second.
constexpr std::uint64_t kMaxUnsynced = 256 << 20;

template <class Parse>
Result<std::uint64_t> for_each_parsed(const fs::path& file, Parse parse,
                                      const std::function<Result<void>(std::uint64_t, GameRecord&&)>& visit) {
  return for_each_log_line(file, [&](std::uint64_t number, std::string_view line) -> Result<void> {
    TOPTILE_TRY(auto record, parse(line));
    return visit(number, std::move(record));
  });
}

}  // namespace

LogReader::LogReader(fs::path file, UniqueDescriptor log)
    : file_(std::move(file)), log_(std::move(log)), block_(kBlock) {}

Result<std::string> read_line_at(const UniqueDescriptor& log, const fs::path& file, const LinePlace& place) {
  std::string line(place.bytes, '\0');
  const ssize_t count = read_at(log.number(), line.data(), line.size(), place.begin);
  if (count < 0) return system_error(file, "this file cannot be read");
  if (static_cast<std::size_t>(count) < line.size())
    return Error{fmt::format("{}: this file was cut off in the meantime", file.string())};
  return line;
}

Result<LogReader> LogReader::open(const fs::path& file) {
  TOPTILE_TRY(auto log, ForeignFolder::of(file).open(file.filename()));
  return LogReader(file, std::move(log));
}

Error LogReader::fault(const Error& what) const {
  return in_context(fmt::format("{}: line {}", file_.string(), lines_), what);
}

// Reads more of the file. The result is false at its end.
Result<bool> LogReader::read_block() {
  if (begin_ > 0) {
    std::memmove(block_.data(), block_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == block_.size()) block_.resize(std::min(2 * block_.size(), kMaxRecordBytes + 1));
  const ssize_t count = read_some(log_.number(), block_.data() + end_, block_.size() - end_);
  if (count < 0) return system_error(file_, "this file cannot be read");
  end_ += static_cast<std::size_t>(count);
  return count > 0;
}

// Data far from the end was on the disk once. If the file were cut off at the zeros, it would be lost for
// good, so it is an error.
Result<void> LogReader::check_hole() const {
  struct stat status {};
  if (::fstat(log_.number(), &status) != 0) return success();
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size - bytes_ <= kMaxUnsynced) return success();
  return Error{
      fmt::format("{}: line {}: zero bytes are here, and {} MiB follow: the disk has lost data; make a copy "
                  "of the file, and remove this line from it, or cut the file off before this line",
                  file_.string(), lines_ + 1, (size - bytes_) >> 20)};
}

// A line without an end has become longer than any record. If it has zeros, it is a hole, as in a whole line.
Result<std::optional<std::string_view>> LogReader::beyond_a_line() const {
  if (std::memchr(block_.data() + begin_, '\0', end_ - begin_) != nullptr) {
    TOPTILE_TRY_TO(check_hole());
    return std::optional<std::string_view>();
  }
  return Error{fmt::format("{}: line {}: this line has no end within {} MiB, the most that a record can have",
                           file_.string(), lines_ + 1, kMaxRecordBytes >> 20)};
}

Result<std::optional<std::string_view>> LogReader::next() {
  std::size_t searched = 0;  // Bytes in which no line ends.
  while (true) {
    const char* first = block_.data() + begin_;
    const std::size_t size = end_ - begin_;
    if (const void* end = std::memchr(first + searched, '\n', size - searched)) {
      const auto length = static_cast<std::size_t>(static_cast<const char*>(end) - first);
      if (std::memchr(first, '\0', length) != nullptr) {
        TOPTILE_TRY_TO(check_hole());
        return std::optional<std::string_view>();
      }
      begin_ += length + 1;
      bytes_ += length + 1;
      ++lines_;
      return std::optional(std::string_view(first, length));
    }
    if (size > kMaxRecordBytes) return beyond_a_line();
    searched = size;
    TOPTILE_TRY(const auto read, read_block());
    if (!read) return std::optional<std::string_view>();
  }
}

Result<std::uint64_t> for_each_log_line(
    const fs::path& file, const std::function<Result<void>(std::uint64_t, std::string_view)>& visit) {
  TOPTILE_TRY(auto log, LogReader::open(file));
  while (true) {
    TOPTILE_TRY(const auto line, log.next());
    if (!line) return log.bytes();
    if (auto visited = visit(log.lines(), *line); !visited) return log.fault(visited.error());
  }
}

Result<std::uint64_t> for_each_record(const fs::path& file,
                                      const std::function<Result<void>(std::uint64_t, GameRecord&&)>& visit) {
  return for_each_parsed(file, parse_record, visit);
}

std::optional<Error> id_fault(const GameRecord& record, std::uint64_t due) {
  if (record.id == due) return std::nullopt;
  return Error{fmt::format("id: expected game {}, not {}", due, record.id)};
}

Result<std::uint64_t> for_each_record_without_turns(
    const fs::path& file, const std::function<Result<void>(std::uint64_t, GameRecord&&)>& visit) {
  return for_each_parsed(file, parse_record_without_turns, visit);
}

}  // namespace toptile
