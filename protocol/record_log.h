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

// The maximum length of a record's line. A turn takes a few KiB at most, with all lines from its bot and all
// refused moves.
inline constexpr std::size_t kMaxRecordBytes = 16 << 20;

// The location of a line in a log, including its line end.
struct LinePlace {
  std::uint64_t begin = 0, bytes = 0;
};
Result<std::string> read_line_at(const UniqueDescriptor& log, const std::filesystem::path& file,
                                 const LinePlace& place);

// Reads the lines of a log one after the other. Only a block and the longest line are in memory. A line
// longer than kMaxRecordBytes is an error as soon as that much of it is read. A last line without a line end
// is torn and is not read. Reading also ends before the first line with a zero byte: no record has one, but
// after a power failure zeros stand where data did not reach the disk.
class LogReader {
 public:
  static Result<LogReader> open(const std::filesystem::path& file);

  // The next line without its line end, valid until the next call; nullopt after the last complete line.
  Result<std::optional<std::string_view>> next();
  std::uint64_t lines() const { return lines_; }  // The number of lines read so far.
  std::uint64_t bytes() const { return bytes_; }  // The number of bytes of these lines.
  // `what` with the file and the number of the last line read.
  Error fault(const Error& what) const;

 private:
  LogReader(std::filesystem::path file, UniqueDescriptor log);
  Result<bool> read_block();
  Result<void> check_hole() const;
  Result<std::optional<std::string_view>> beyond_a_line() const;

  std::filesystem::path file_;
  UniqueDescriptor log_;
  std::vector<char> block_;
  std::size_t begin_ = 0, end_ = 0;  // The bytes read but not yet returned.
  std::uint64_t lines_ = 0, bytes_ = 0;
};

// Visits every complete line of a log with its number from 1, and stops at the first error that `visit`
// returns. Returns the number of bytes of complete lines.
Result<std::uint64_t> for_each_log_line(
    const std::filesystem::path& file,
    const std::function<Result<void>(std::uint64_t, std::string_view)>& visit);

// Visits the records of games.jsonl. If one cannot be parsed, the error names the file and the line.
Result<std::uint64_t> for_each_record(const std::filesystem::path& file,
                                      const std::function<Result<void>(std::uint64_t, GameRecord&&)>& visit);

// An error if the record is not that of game `due`.
std::optional<Error> id_fault(const GameRecord& record, std::uint64_t due);

// The same as for_each_record, but with parse_record_without_turns.
Result<std::uint64_t> for_each_record_without_turns(
    const std::filesystem::path& file, const std::function<Result<void>(std::uint64_t, GameRecord&&)>& visit);

}  // namespace toptile
