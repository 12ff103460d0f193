#include "tournaments/analysis/costly_moves.h"

#include <algorithm>
#include <tuple>

namespace toptile {

namespace {

bool is_costlier(const CostlyMove& one, const CostlyMove& other) {
  return std::tuple(-one.loss, one.game, one.turn.turn) <
         std::tuple(-other.loss, other.game, other.turn.turn);
}

}  // namespace

std::optional<double> loss_of(const TurnOpinion& turn, LossMeasure measure) {
  if (measure == LossMeasure::score) return turn.score_lost();
  const auto points = turn.points_lost();
  return points ? std::optional<double>(*points) : std::nullopt;
}

void LossTotal::add(const TurnOpinion& turn) {
  ++turns;
  if (turn.is_same) ++same;
  if (!turn.opinion.refusal.empty()) ++illegal;
  if (const auto lost = turn.points_lost()) points_lost += *lost, ++turns_with_points;
  if (const auto lost = turn.score_lost()) score_lost += *lost, ++turns_with_score;
}

void CostlyMoves::add(GameNumber game, const std::string& player, const TurnOpinion& turn) {
  const auto loss = loss_of(turn, measure_);
  if (!loss || *loss <= 0 || turn.is_same) return;
  ++lossy_;
  CostlyMove move{game, player, turn, *loss};
  if (kept_.size() == most_) {
    if (most_ == 0 || !is_costlier(move, kept_.front())) return;
    std::ranges::pop_heap(kept_, is_costlier);
    kept_.pop_back();
  }
  kept_.push_back(std::move(move));
  std::ranges::push_heap(kept_, is_costlier);
}

std::vector<CostlyMove> CostlyMoves::take() {
  std::vector<CostlyMove> moves = std::move(kept_);
  kept_.clear();
  std::ranges::sort(moves, is_costlier);
  return moves;
}

}  // namespace toptile
