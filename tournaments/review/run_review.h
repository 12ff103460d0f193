// Reviews the games of a run, several at once. Each review is appended to the run's reviews.jsonl when it is
// done, so that an interrupted request continues where it stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/lexicon.h"
#include "tournaments/analysis/run_analysis.h"
#include "tournaments/plan/plan.h"
#include "tournaments/review/review_log.h"

namespace toptile {

struct ReviewProgress {
  std::uint64_t chosen = 0;    // The selected games.
  std::uint64_t before = 0;    // Selected games that had a review when this started.
  std::uint64_t reviewed = 0;  // Selected games that were reviewed since.
  // The turns of the games that are being reviewed now, and how many of them are done.
  std::uint64_t turns_now = 0, turns_done = 0;
  bool is_finished() const { return before + reviewed == chosen; }
};

// Reviews a record that was checked (find_difference): a turn of its review for each turn that can be judged.
// Returns nullopt if `is_stopped` returned true. Before each turn, `on_turn` gets the number of turns that
// are done.
using GameReviewer = std::function<std::optional<std::vector<ReviewedTurn>>(
    const GameRecord& record, const std::function<bool()>& is_stopped,
    const std::function<void(std::size_t)>& on_turn)>;

struct RunReview {
  RunPaths paths;
  // Called once in each thread, to make its own reviewer.
  std::function<GameReviewer()> make_reviewer;
  RunSelection selection = {};
  std::optional<GameNumber> game = {};  // If set, this game alone.
  std::uint64_t nodes = kReviewNodes;
  int concurrency = 1;
  std::stop_token stop = {};
  // Called after each game and about every second or more often, in the caller's thread.
  std::function<void(const ReviewProgress&)> tell = [](const ReviewProgress&) {};
};

// Reviews the selected games that have no review with at least `nodes` nodes. The games are those that are in
// games.jsonl when this starts. If a stop is requested, it returns early, and all finished reviews are kept.
// Nothing is written if there is nothing to review.
Result<ReviewProgress> review_run(const RunReview& request, const Plan& plan, const Lexicon& lexicon);

}  // namespace toptile
