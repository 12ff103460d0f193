// Reads a log of records, one on each line (docs/game_log.md, "How a run is written, and how it continues").
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "protocol/game_record.h"

namespace toptile {

// The most bytes of a record's line. A turn has a few KiB at most, with all that its bot said and all moves
// that were refused.
inline constexpr std::size_t kMaxRecordBytes = 16 << 20;

// The place of a line in a log, with the line's end.
struct LinePlace {
  std::uint64_t begin = 0, bytes = 0;
};
Result<std::string> read_line_at(const UniqueDescriptor& log, const std::filesystem::path& file,
                                 const LinePlace& place);

// Reads the lines of a log one after the other. Only a block and the longest line are in memory. A line that
// is longer than a record can be is an error as soon as so much of it is read. A last line without an end is
// torn and is not read. Reading also ends before the first line with a byte 0: no record has one, but after a
// loss of power there are some where bytes did not reach the disk.
class LogReader {
 public:
  static Result<LogReader> open(const std::filesystem::path& file);

  // The next line without its end, which is valid until the next call. Nothing after the last whole line.
  Result<std::optional<std::string_view>> next();
  std::uint64_t lines() const { return lines_; }  // The lines read so far.
  std::uint64_t bytes() const { return bytes_; }  // The bytes of the lines read so far.
  // An error in the line that was read last, with the file and the line's number.
  Error fault(const Error& what) const;

 private:
  LogReader(std::filesystem::path file, UniqueDescriptor log);
  Result<bool> read_block();
  Result<void> check_hole() const;
  Result<std::optional<std::string_view>> beyond_a_line() const;

  std::filesystem::path file_;
  UniqueDescriptor log_;
  std::vector<char> block_;
  std::size_t begin_ = 0, end_ = 0;  // The bytes that are read and not yet returned.
  std::uint64_t lines_ = 0, bytes_ = 0;
};

// Visits every whole line of a log with its number from 1, and stops at the first error that `visit` returns.
// The result is the number of bytes before a torn line.
Result<std::uint64_t> for_each_log_line(
    const std::filesystem::path& file,
    const std::function<Result<void>(std::uint64_t, std::string_view)>& visit);

// Visits the records of games.jsonl. If one cannot be read, the error names file and line.
Result<std::uint64_t> for_each_record(const std::filesystem::path& file,
                                      const std::function<Result<void>(std::uint64_t, GameRecord&&)>& visit);

// An error if the record is not of game `due`, which should stand in its place.
std::optional<Error> id_fault(const GameRecord& record, std::uint64_t due);

// The same as for_each_record, but with parse_record_without_turns.
Result<std::uint64_t> for_each_record_without_turns(
    const std::filesystem::path& file, const std::function<Result<void>(std::uint64_t, GameRecord&&)>& visit);

}  // namespace toptile
