#include "tournaments/field_results.h"

#include <cmath>
#include <span>

#include "tournaments/bradley_terry.h"
#include "tournaments/confidence.h"

namespace toptile {
namespace {

constexpr double kNormalizedElo = 2 / kLogitsPerElo;
constexpr double kRounding = 1e-12;  // A variance that is rounding.

// A mean over games and how clusters of them spread around it: first all values, then all again.
class ClusteredMean {
 public:
  void count(double value) {
    ++games_;
    sum_ += value;
  }
  double mean() const { return sum_ / games_; }

  void spread(double value, int cluster) {
    if (cluster != cluster_) {
      end_cluster();
      cluster_ = cluster;
      ++clusters_;
    }
    surplus_ += value - mean();
  }
  void end() { end_cluster(); }

  bool has_error() const { return clusters_ > 1; }
  // Of one game, were they all independent and spread as much as they do together.
  double variance_of_game() const { return squares_ / games_; }
  double error() const {
    const double sd = std::sqrt(squares_ * clusters_ / (clusters_ - 1.0)) / games_;
    return student_quantile(clusters_) * sd;
  }

 private:
  void end_cluster() {
    squares_ += surplus_ * surplus_;
    surplus_ = 0;
  }

  int games_ = 0, clusters_ = 0, cluster_ = -1;
  double sum_ = 0, surplus_ = 0, squares_ = 0;
};

struct Means {
  ClusteredMean score, spread;
};

Outcome outcome_of(double score) {
  return score == 1 ? Outcome::win : score == 0.5 ? Outcome::tie : Outcome::loss;
}

// Calls with each player of each game, its score and outcome and, where it is known, its spread.
template <class OfScore, class OfSpread>
void for_each_side(const GameList& list, std::span<const RankedGame> ranked, OfScore of_score,
                   OfSpread of_spread) {
  for (const RankedGame& game : ranked) {
    for (int seat = 0; seat < game.seats; ++seat) {
      of_score(game.players[seat], game.score(seat), game.outcome(seat), game.cluster);
      if (game.points) of_spread(game.players[seat], game.spread(seat), game.cluster);
    }
  }
  if (!ranked.empty()) return;
  for (std::size_t i = 0; i < list.games().size(); ++i) {
    const ScoredGame& game = list.games()[i];
    of_score(game.first, game.score, outcome_of(game.score), game.cluster);
    of_score(game.second, 1 - game.score, outcome_of(1 - game.score), game.cluster);
    const int spread = list.spreads()[i];
    if (spread == kNoSpread) continue;
    of_spread(game.first, spread, game.cluster);
    of_spread(game.second, -spread, game.cluster);
  }
}

void estimate(FieldResult& result, Means& means) {
  means.score.end();
  means.spread.end();
  const double variance = result.games > 0 ? means.score.variance_of_game() : 0;
  if (means.score.has_error() && variance > kRounding) {
    const double scale = kNormalizedElo / std::sqrt(variance);
    result.normalized_elo = MeanEstimate{(means.score.mean() - 0.5) * scale, means.score.error() * scale};
  }
  if (means.spread.has_error()) result.spread = MeanEstimate{means.spread.mean(), means.spread.error()};
}

}  // namespace

std::vector<FieldResult> field_results(const GameList& list) {
  std::vector<FieldResult> results(static_cast<std::size_t>(list.players()));
  std::vector<Means> means(results.size());
  const std::vector<RankedGame> ranked =
      list.has_more_than_two() ? list.ranked_games() : std::vector<RankedGame>();
  for_each_side(
      list, ranked,
      [&](int player, double score, Outcome outcome, int) {
        FieldResult& result = results[player];
        ++result.games;
        result.wins += outcome == Outcome::win;
        result.ties += outcome == Outcome::tie;
        result.losses += outcome == Outcome::loss;
        result.points += score;
        means[player].score.count(score);
      },
      [&](int player, double spread, int) { means[player].spread.count(spread); });
  for_each_side(
      list, ranked,
      [&](int player, double score, Outcome, int cluster) { means[player].score.spread(score, cluster); },
      [&](int player, double spread, int cluster) { means[player].spread.spread(spread, cluster); });
  for (std::size_t i = 0; i < results.size(); ++i) estimate(results[i], means[i]);
  return results;
}

}  // namespace toptile
