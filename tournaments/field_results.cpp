#include "tournaments/field_results.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include "tournaments/confidence.h"
#include "tournaments/elo_scale.h"

namespace toptile {
namespace {

constexpr double kNormalizedElo = 2 / kLogitsPerElo;
constexpr double kRounding = 1e-12;  // A variance that is rounding.

// The cluster at hand of one player: whom it met in it, and what that brought.
struct OpenCluster {
  int number = -1;
  std::vector<int> opponents;  // Each game's, some of them more than once.
  int games = 0;
  double sum = 0;
};

// A mean over games and how clusters of them spread around it. Who somebody meets is planned and no chance,
// so that clusters against the same opponents are compared with each other alone: how much opponents differ
// is no uncertainty of the mean.
class ClusteredMean {
 public:
  void count(double value, int cluster, std::span<const int> opponents) {
    if (cluster != open_.number) end();
    open_.number = cluster;
    open_.opponents.insert(open_.opponents.end(), opponents.begin(), opponents.end());
    ++open_.games;
    open_.sum += value;
    ++games_;
    sum_ += value;
  }
  void end() {
    if (open_.games == 0) return;
    std::vector<int>& opponents = open_.opponents;
    std::ranges::sort(opponents);
    const bool is_one = opponents.front() == opponents.back();
    Stratum& stratum = is_one ? against_one_[opponents.front()] : against_more_[opponents];
    stratum.add(open_.games, open_.sum);
    open_.number = -1;
    opponents.clear();
    open_.games = 0;
    open_.sum = 0;
  }

  double mean() const { return sum_ / games_; }

  struct Spread {
    double variance_of_game = 0;  // What one game would have, were they all independent.
    double error = 0;             // The error of the mean.
  };
  // Nothing with fewer than two clusters that can be compared.
  std::optional<Spread> spread() const {
    Stratum alone;  // Clusters whose opponents were met in no other.
    double squares = 0, variance = 0, clusters = 0, strata = 0;
    const auto add = [&](const Stratum& stratum) {
      squares += stratum.squares();
      variance += stratum.squares() * stratum.clusters / (stratum.clusters - 1);
      clusters += stratum.clusters;
      strata += 1;
    };
    const auto look_at = [&](const auto& of_opponents) {
      for (const auto& [opponents, stratum] : of_opponents) {
        if (stratum.clusters > 1) {
          add(stratum);
        } else {
          alone.add(stratum);
        }
      }
    };
    look_at(
        std::map<int, Stratum>(against_one_.begin(), against_one_.end()));  // The hashed ones have no order.
    look_at(against_more_);
    if (alone.clusters > 1) add(alone);
    if (strata == 0) return std::nullopt;
    // One that is alone among all is left out, and the others stand for it.
    const double share = alone.clusters == 1 ? games_ / (games_ - alone.games) : 1;
    const double error = student_quantile(clusters - strata + 1) * std::sqrt(variance * share) / games_;
    return Spread{squares * share / games_, error};
  }

 private:
  // Clusters against the same opponents.
  struct Stratum {
    double clusters = 0, games = 0, sum = 0, games_squared = 0, sums_squared = 0, products = 0;

    void add(double more_games, double more) {
      clusters += 1;
      games += more_games;
      sum += more;
      games_squared += more_games * more_games;
      sums_squared += more * more;
      products += more * more_games;
    }
    void add(const Stratum& other) {
      clusters += other.clusters;
      games += other.games;
      sum += other.sum;
      games_squared += other.games_squared;
      sums_squared += other.sums_squared;
      products += other.products;
    }
    // The squares of what each cluster is above the mean of so many games.
    double squares() const {
      const double mean = sum / games;
      return std::max(0.0, sums_squared - 2 * mean * products + mean * mean * games_squared);
    }
  };

  double games_ = 0, sum_ = 0;
  OpenCluster open_;
  std::unordered_map<int, Stratum>
      against_one_;  // The key is the opponent, whom all games of the cluster were against.
  std::map<std::vector<int>, Stratum> against_more_;
};

struct Means {
  ClusteredMean score, spread;
};

Outcome outcome_of(double score) {
  return score == 1 ? Outcome::win : score == 0.5 ? Outcome::tie : Outcome::loss;
}

struct Side {
  int player = 0;
  std::span<const int> opponents;
  double score = 0;
  Outcome outcome = Outcome::loss;
  std::optional<double> spread;
  int cluster = 0;
};

// Calls with each player of each game.
template <class OfSide>
void for_each_side(const GameList& list, OfSide of_side) {
  if (list.has_more_than_two()) {
    for (const RankedGame& game : list.ranked_games()) {
      for (int seat = 0; seat < game.seats; ++seat) {
        std::array<int, kMostPlayers> others{};
        std::size_t count = 0;
        for (int other = 0; other < game.seats; ++other)
          if (other != seat) others[count++] = game.players[other];
        const auto spread = game.points ? std::optional(game.spread(seat)) : std::nullopt;
        of_side({game.players[seat], std::span(others).first(count), game.score(seat), game.outcome(seat),
                 spread, game.cluster});
      }
    }
    return;
  }
  for (std::size_t i = 0; i < list.games().size(); ++i) {
    const ScoredGame& game = list.games()[i];
    const int points = list.spreads()[i];
    const auto spread = points == kNoSpread ? std::nullopt : std::optional<double>(points);
    of_side({game.first, {&game.second, 1}, game.score, outcome_of(game.score), spread, game.cluster});
    of_side({game.second,
             {&game.first, 1},
             1 - game.score,
             outcome_of(1 - game.score),
             spread ? std::optional(-*spread) : spread,
             game.cluster});
  }
}

void estimate(FieldResult& result, Means& means) {
  means.score.end();
  means.spread.end();
  const auto score = means.score.spread();
  if (score && score->variance_of_game > kRounding) {
    const double scale = kNormalizedElo / std::sqrt(score->variance_of_game);
    result.normalized_elo = MeanEstimate{(means.score.mean() - 0.5) * scale, score->error * scale};
  }
  if (const auto spread = means.spread.spread())
    result.spread = MeanEstimate{means.spread.mean(), spread->error};
}

}  // namespace

std::vector<FieldResult> field_results(const GameList& list) {
  std::vector<FieldResult> results(static_cast<std::size_t>(list.players()));
  std::vector<Means> means(results.size());
  for_each_side(list, [&](const Side& side) {
    FieldResult& result = results[side.player];
    ++result.games;
    result.wins += side.outcome == Outcome::win;
    result.ties += side.outcome == Outcome::tie;
    result.losses += side.outcome == Outcome::loss;
    result.points += side.score;
    means[side.player].score.count(side.score, side.cluster, side.opponents);
    if (side.spread) means[side.player].spread.count(*side.spread, side.cluster, side.opponents);
  });
  for (std::size_t i = 0; i < results.size(); ++i) estimate(results[i], means[i]);
  return results;
}

}  // namespace toptile
