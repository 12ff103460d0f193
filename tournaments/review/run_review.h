// Reviews of the games of a run, several at once. Each review is appended to the run's reviews.jsonl when it
// is done, so that an interrupted request continues where it stopped.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/lexicon.h"
#include "tournaments/plan/plan.h"
#include "tournaments/review/review_log.h"
#include "tournaments/run/run_analysis.h"

namespace toptile {

struct ReviewProgress {
  std::uint64_t chosen = 0;    // The games that the selection has.
  std::uint64_t before = 0;    // Those that had a review when this began.
  std::uint64_t reviewed = 0;  // Those that were reviewed since.
  // The turns of the games that are being reviewed now, and how many of them are done.
  std::uint64_t turns_now = 0, turns_done = 0;
  bool is_finished() const { return before + reviewed == chosen; }
};

// Reviews a record that was checked (find_difference): a turn of its review for each turn that can be judged.
// Gives nullopt if `is_stopped` said so. `on_turn` gets the number of turns that are done, before each turn.
using GameReviewer = std::function<std::optional<std::vector<ReviewedTurn>>(
    const GameRecord& record, const std::function<bool()>& is_stopped,
    const std::function<void(std::size_t)>& on_turn)>;

struct RunReview {
  RunPaths paths;
  // Is called once in each thread, for a reviewer of its own.
  std::function<GameReviewer()> make_reviewer;
  RunSelection selection = {};
  std::optional<GameNumber> game = {};  // This game alone.
  std::uint64_t nodes = kReviewNodes;
  int concurrency = 1;
  std::stop_token stop = {};
  // Is called after each game and at least about every second, in the thread of the caller.
  std::function<void(const ReviewProgress&)> tell = [](const ReviewProgress&) {};
};

// Reviews the chosen games that have no review with as many nodes. The games are those that are in
// games.jsonl when this begins. If a stop is requested, it ends early, and all games that were reviewed are
// kept. Nothing is written if there is nothing to review.
Result<ReviewProgress> review_run(const RunReview& request, const Plan& plan, const Lexicon& lexicon);

}  // namespace toptile
