// The moves of a run that lost most compared with a bot's own, and each player's total loss.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/tournament_numbers.h"
#include "tournaments/analysis/analysis.h"

namespace toptile {

// The unit of a loss: points on the board, or the bot's own score (TurnOpinion).
enum class LossMeasure { points, score };

std::optional<double> loss_of(const TurnOpinion& turn, LossMeasure measure);

// Sums over the turns of one player.
struct LossTotal {
  std::uint64_t turns = 0;
  std::uint64_t same = 0;
  std::uint64_t illegal = 0;  // The turns in which the bot's own move was illegal.
  std::int64_t points_lost = 0;
  std::uint64_t turns_with_points = 0;
  double score_lost = 0;
  std::uint64_t turns_with_score = 0;

  void add(const TurnOpinion& turn);
};

struct CostlyMove {
  GameNumber game{};
  std::string player;
  TurnOpinion turn;
  double loss = 0;
};

// Keeps the `most` costliest of the moves that are added. Of equal moves, the one of the earlier turn comes
// first. A move that lost nothing is not kept.
class CostlyMoves {
 public:
  CostlyMoves(std::size_t most, LossMeasure measure) : most_(most), measure_(measure) {}

  void add(GameNumber game, const std::string& player, const TurnOpinion& turn);
  // The number of moves that lost something, kept or not.
  std::uint64_t lossy() const { return lossy_; }
  // The costliest first.
  std::vector<CostlyMove> take();

 private:
  const std::size_t most_;
  const LossMeasure measure_;
  std::uint64_t lossy_ = 0;
  std::vector<CostlyMove> kept_;  // A heap with the cheapest on top.
};

}  // namespace toptile
