// Reading a log of records, a line each (docs/game_log.md, "How a run is written, and how it goes on").
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "protocol/game_record.h"
#include "referee/descriptor.h"

namespace toptile {

// Bytes of a record's line. A turn has a few KiB at most, with all that its bot said and all that was
// refused.
inline constexpr std::size_t kMostRecordBytes = 16 << 20;

// The lines of a log one after the other, in memory for a block and the longest line. A longer line than a
// record can have is an error, found when so much is read. A line without its end is a torn one and not read;
// nor is any from the first one on that holds a byte 0, which no record does: a loss of power leaves those
// where bytes did not reach the disk.
class LogReader {
 public:
  static Result<LogReader> open(const std::filesystem::path& file);

  // The next line without its end, there until the next call; nothing after the last whole one.
  Result<std::optional<std::string_view>> next();
  std::uint64_t lines() const { return lines_; }  // Read so far.
  std::uint64_t bytes() const { return bytes_; }  // In those lines.
  // An error of the line read last, with file and number.
  Error fault(const Error& what) const;

 private:
  LogReader(std::filesystem::path file, UniqueDescriptor log);
  Result<bool> read_block();
  Result<void> check_hole() const;
  Result<std::optional<std::string_view>> beyond_a_line() const;

  std::filesystem::path file_;
  UniqueDescriptor log_;
  std::vector<char> block_;
  std::size_t begin_ = 0, end_ = 0;  // Of what is read and not yet handed out.
  std::uint64_t lines_ = 0, bytes_ = 0;
};

// Visits every whole line of a log with its number from 1; stops at the first error that `visit` returns. The
// result is the number of bytes before what is torn.
Result<std::uint64_t> for_each_log_line(
    const std::filesystem::path& file,
    const std::function<Result<void>(std::uint64_t, std::string_view)>& visit);

// Reads the records of games.jsonl, and says file and line where one cannot be read.
Result<std::uint64_t> for_each_record(const std::filesystem::path& file,
                                      const std::function<Result<void>(std::uint64_t, GameRecord&&)>& visit);

// Of the game that is due where this record stands.
std::optional<Error> find_wrong_id(const GameRecord& record, std::uint64_t due);

// The same by parse_record_without_turns.
Result<std::uint64_t> for_each_record_without_turns(
    const std::filesystem::path& file, const std::function<Result<void>(std::uint64_t, GameRecord&&)>& visit);

}  // namespace toptile
