// The reviews of a run: reviews.jsonl in its folder, a line for each reviewed game, in any order. A game
// that was reviewed twice has two lines, and the later one counts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "protocol/game_review.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// The key is the game's number.
using GameReviews = std::map<GameNumber, GameReview>;

// A record as it is in games.jsonl now.
struct MarkedRecord {
  GameNumber id{};
  std::string mark;
  std::vector<std::string> players;
};
// All records of a run, sorted by number.
Result<std::vector<MarkedRecord>> read_marks(const RunPaths& paths);

// The reviews of these records. Reviews of games that are not there, or whose record has changed, are
// skipped. An error names the file, the line and what is wrong in it; nothing but reviews depends on the
// file. Empty if there is no such file.
Result<GameReviews> read_reviews(const RunPaths& paths, const std::vector<MarkedRecord>& records);
// The same for all records of the run.
Result<GameReviews> read_reviews(const RunPaths& paths);

// Appends reviews. Only one program at a time can open the log: a second one gets an error.
class ReviewLog {
 public:
  // Creates the file if it does not exist. A torn last line is cut off.
  static Result<ReviewLog> open(const RunPaths& paths);

  // The line is in the file when this returns. Two threads must not call it at the same time.
  Result<void> append(const GameReview& review);

 private:
  ReviewLog(std::filesystem::path file, UniqueDescriptor log)
      : file_(std::move(file)), log_(std::move(log)) {}

  std::filesystem::path file_;
  UniqueDescriptor log_;
};

}  // namespace toptile
