// A record file: the records of some hundred finished sets as lines of a game log (docs/game_log.md),
// compressed by zstd, outside of the database. It is named by its sets and its hash, and never changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "protocol/record_log.h"

namespace toptile {

enum SetNumber : std::uint64_t;  // league/store/stored_sets.h

inline constexpr int kMaxSetsOfFile = 10'000;
// A file gets no more sets once it has this many unpacked bytes, so that reading one never takes much memory.
inline constexpr std::size_t kFullFileBytes = 32 << 20;
inline constexpr std::size_t kMaxUnpackedBytes = kFullFileBytes + 2 * (kMaxRecordBytes + 1);

// A record file as the database lists it.
struct RecordFile {
  std::int64_t number = 0;  // From 1.
  std::string name, sha256;
  std::uint64_t bytes = 0, unpacked = 0;          // Its size, and that of its lines.
  std::uint64_t first_order = 0, last_order = 0;  // The sets are among these (PlayedSet::order).
  std::vector<SetNumber> sets;                    // As their lines follow each other.
};

// The sets as text, such as "2-500 502 501", and back. It is an error if there are more than kMaxSetsOfFile.
std::string format_sets(const std::vector<SetNumber>& sets);
Result<std::vector<SetNumber>> parse_sets(std::string_view text);

// A file that is being written, in memory.
class RecordFileWriter {
 public:
  explicit RecordFileWriter(int most_sets) : most_sets_(most_sets) {}

  // False if a record cannot be a line of a file.
  static bool takes(const std::array<std::string, 2>& records);
  void add(std::uint64_t order, SetNumber set, const std::array<std::string, 2>& records);
  bool is_full() const;
  const std::vector<SetNumber>& sets() const { return file_.sets; }
  // The bytes of the file, and what the database shall know of it except its number. The same sets give the
  // same bytes with the same release of libzstd.
  Result<std::pair<RecordFile, std::string>> finish();

 private:
  const int most_sets_;
  RecordFile file_;
  std::string lines_;
};

// The lines of a file.
class RecordLines {
 public:
  // An error if the file is missing, or is not the one that the database knows. However it is damaged, no
  // more than kMaxUnpackedBytes are unpacked.
  static Result<RecordLines> read(const std::filesystem::path& folder, const RecordFile& file);
  // The lines of a set, without line ends.
  Result<std::array<std::string, 2>> find(SetNumber set) const;

 private:
  std::string path_;  // As messages show it.
  std::string lines_;
  std::vector<std::size_t> begins_;                        // Where each line begins; and the end.
  std::vector<std::pair<SetNumber, std::size_t>> places_;  // Sorted; the number of the set's first line.
};

// The bytes of a file that is as the database knows it.
Result<std::string> read_record_file(const std::filesystem::path& folder, const RecordFile& file);

}  // namespace toptile
