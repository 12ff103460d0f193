// The champion's reviews of a run's games, for toptile analyze RUN and toptile report --analyze.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "tournaments/review/run_review.h"

namespace toptile {

inline constexpr std::int64_t kMaxReviewNodes = 1'000'000'000;

struct ReviewView {
  RunPaths paths;
  std::vector<std::string> players = {};  // Only their moves; if empty, the moves of all players.
  std::optional<std::uint64_t> game = {};
  std::optional<int> turn = {};
  std::size_t most = 20;  // How many moves are listed.
  std::uint64_t nodes = kReviewNodes;
  int concurrency = 0;  // 0: as many as there are processors.
  bool json = false;
  bool quiet = false;
};

// Makes the missing reviews, and prints the progress on stderr unless `quiet` is set.
Result<ReviewProgress> review_missing(const ReviewView& view, const Plan& plan, std::stop_token stop);

// The same, and then prints the reviews. Returns the exit code.
Result<int> view_reviews(const ReviewView& view, std::stop_token stop);

}  // namespace toptile
