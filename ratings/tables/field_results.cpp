#include "ratings/tables/field_results.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "ratings/fit/confidence.h"
#include "ratings/fit/elo_scale.h"

namespace toptile {
namespace {

constexpr double kNormalizedElo = 2 / kLogitsPerElo;
constexpr double kRoundedVariance = 1e-12;  // A variance up to this is only rounding.

// Clusters of one player with the same number of games against the same opponents. `opponents` is one number,
// for an opponent or for several.
struct ClusterSum {
  int player = 0, opponents = 0, games = 0, clusters = 1;
  double sum = 0, squares = 0;  // The sums of the clusters' sums, and of their squares.
};

// Sums over clusters against the same opponents, or over several such sets.
struct Stratum {
  double clusters = 0, games = 0, sum = 0, games_squared = 0, sums_squared = 0, products = 0;

  void add(const ClusterSum& more) {
    const double of_cluster = more.games;
    clusters += more.clusters;
    games += more.clusters * of_cluster;
    sum += more.sum;
    games_squared += more.clusters * of_cluster * of_cluster;
    sums_squared += more.squares;
    products += more.sum * of_cluster;
  }
  void add(const Stratum& other) {
    clusters += other.clusters;
    games += other.games;
    sum += other.sum;
    games_squared += other.games_squared;
    sums_squared += other.sums_squared;
    products += other.products;
  }
  // The sum of squares of how far each cluster's sum is above the mean times its games.
  double squares() const {
    const double mean = sum / games;
    return std::max(0.0, sums_squared - 2 * mean * products + mean * mean * games_squared);
  }
};

// A mean over games, and how clusters of them spread around it. Opponents are planned and not chance, so that
// clusters are only compared with others against the same opponents: differences between opponents are no
// uncertainty of the mean.
class ClusteredMean {
 public:
  // Clusters against the same opponents must stand side by side.
  explicit ClusteredMean(std::span<const ClusterSum> clusters) {
    Stratum alone;  // Clusters whose opponents were met in no other cluster.
    for (std::size_t begin = 0, end = 0; begin < clusters.size(); begin = end) {
      Stratum stratum;
      for (; end < clusters.size() && clusters[end].opponents == clusters[begin].opponents; ++end)
        stratum.add(clusters[end]);
      games_ += stratum.games;
      sum_ += stratum.sum;
      if (stratum.clusters > 1) {
        compare(stratum);
      } else {
        alone.add(stratum);
      }
    }
    if (alone.clusters > 1) compare(alone);
    if (alone.clusters == 1) left_out_ = alone.games;
  }

  double mean() const { return sum_ / games_; }

  struct Spread {
    double variance_of_game = 0;  // The variance of one game if all games were independent.
    double error = 0;             // The error of the mean.
  };
  // Empty if there are fewer than two clusters that can be compared.
  std::optional<Spread> spread() const {
    if (strata_ == 0) return std::nullopt;
    // A cluster that can be compared with no other is left out, and the others stand for it.
    const double share = games_ / (games_ - left_out_);
    const double error = student_quantile(clusters_ - strata_ + 1) * std::sqrt(variance_ * share) / games_;
    return Spread{squares_ * share / games_, error};
  }

 private:
  void compare(const Stratum& stratum) {
    squares_ += stratum.squares();
    variance_ += stratum.squares() * stratum.clusters / (stratum.clusters - 1);
    clusters_ += stratum.clusters;
    strata_ += 1;
  }

  double games_ = 0, sum_ = 0, left_out_ = 0;
  double squares_ = 0, variance_ = 0, clusters_ = 0, strata_ = 0;
};

// Gathers the sums of clusters for their players. Games come cluster by cluster.
class ClusterSums {
 public:
  void add(int player, std::span<const int> opponents, int cluster, int times, double value) {
    if (cluster != cluster_) end();
    cluster_ = cluster;
    times_ = times;
    Open& open = opened(player);
    open.opponents.insert(open.opponents.end(), opponents.begin(), opponents.end());
    ++open.games;
    open.sum += value;
  }
  void add(const CountedSpread& spread) {
    closed_.push_back({spread.one, spread.other, spread.games, spread.clusters, spread.sum, spread.squares});
    closed_.push_back({spread.other, spread.one, spread.games, spread.clusters, -spread.sum, spread.squares});
  }
  // The sums are sorted by player and then by opponents, and otherwise stay in the order in which they came.
  std::vector<ClusterSum> sorted(int players) {
    end();
    sort(-static_cast<int>(several_.size()), players, &ClusterSum::opponents);
    sort(0, players, &ClusterSum::player);
    return std::move(closed_);
  }

 private:
  struct Open {
    int player = 0;
    std::vector<int> opponents;  // The opponents of each game; some come more than once.
    int games = 0;
    double sum = 0;
  };

  // The first `count_` elements of `open_` are in use. The others are kept, so that their vectors are used
  // again.
  Open& opened(int player) {
    const auto number = static_cast<std::size_t>(player);
    if (number >= slot_of_.size()) slot_of_.resize(number + 1, kNoSlot);
    if (slot_of_[number] != kNoSlot) return open_[slot_of_[number]];
    slot_of_[number] = count_;
    if (count_ == open_.size()) open_.emplace_back();
    Open& open = open_[count_++];
    open.player = player;
    open.opponents.clear();
    open.games = 0;
    open.sum = 0;
    return open;
  }
  void end() {
    for (std::size_t i = 0; i < count_; ++i) {
      Open& open = open_[i];
      closed_.push_back({open.player, number_of(open.opponents), open.games, times_, times_ * open.sum,
                         times_ * open.sum * open.sum});
      slot_of_[std::size_t(open.player)] = kNoSlot;
    }
    count_ = 0;
  }
  // Sorts by counting. The key is from `least` to `end` - 1.
  void sort(int least, int end, int ClusterSum::*key) {
    std::vector<std::size_t> next(static_cast<std::size_t>(end - least) + 1);
    for (const ClusterSum& sum : closed_) ++next[sum.*key - least + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<ClusterSum> sorted(closed_.size());
    for (const ClusterSum& sum : closed_) sorted[next[sum.*key - least]++] = sum;
    closed_ = std::move(sorted);
  }
  int number_of(std::vector<int>& opponents) {
    const bool is_one = std::ranges::all_of(opponents, [&](int other) { return other == opponents.front(); });
    if (is_one) return opponents.front();
    std::ranges::sort(opponents);
    const int next = -1 - static_cast<int>(several_.size());
    return several_.try_emplace(opponents, next).first->second;
  }

  int cluster_ = -1, times_ = 1;
  static constexpr std::size_t kNoSlot = ~std::size_t{0};

  std::vector<Open> open_;
  std::vector<std::size_t> slot_of_;  // Each player's place in `open_`.
  std::size_t count_ = 0;
  std::vector<ClusterSum> closed_;
  std::map<std::vector<int>, int> several_;  // The numbers are below 0.
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
  int cluster = 0, times = 1;
};

// Calls `of_side` with each player of each game.
template <class OfSide>
void for_each_side(const GameList& list, OfSide of_side) {
  if (list.has_more_than_two()) {
    for (const RankedGame& game : list.ranked_games()) {
      for (int seat = 0; seat < game.seats; ++seat) {
        std::array<int, kMaxPlayers> others{};
        std::size_t count = 0;
        for (int other = 0; other < game.seats; ++other)
          if (other != seat) others[count++] = game.players[other];
        const auto spread = game.points ? std::optional(game.spread(seat)) : std::nullopt;
        of_side({game.players[seat], std::span(others).first(count), game.score(seat), game.outcome(seat),
                 spread, game.cluster, 1});
      }
    }
    return;
  }
  for (std::size_t i = 0; i < list.games().size(); ++i) {
    const ScoredGame& game = list.games()[i];
    const int points = list.spreads()[i];
    const auto spread = points == kNoSpread ? std::nullopt : std::optional<double>(points);
    of_side({game.first,
             {&game.second, 1},
             game.score,
             outcome_of(game.score),
             spread,
             game.cluster,
             game.times});
    of_side({game.second,
             {&game.first, 1},
             1 - game.score,
             outcome_of(1 - game.score),
             spread ? std::optional(-*spread) : spread,
             game.cluster,
             game.times});
  }
}

// Calls `of_player` with each player and the mean of its clusters.
template <class OfPlayer>
void for_each_player(std::span<const ClusterSum> clusters, OfPlayer of_player) {
  for (std::size_t begin = 0, end = 0; begin < clusters.size(); begin = end) {
    while (end < clusters.size() && clusters[end].player == clusters[begin].player) ++end;
    of_player(clusters[begin].player, ClusteredMean(clusters.subspan(begin, end - begin)));
  }
}

}  // namespace

std::vector<FieldResult> field_results(const GameList& list) {
  std::vector<FieldResult> results(static_cast<std::size_t>(list.players()));
  ClusterSums scores;
  for_each_side(list, [&](const Side& side) {
    FieldResult& result = results[side.player];
    result.games += side.times;
    (side.outcome == Outcome::win   ? result.wins
     : side.outcome == Outcome::tie ? result.ties
                                    : result.losses) += side.times;
    result.points += side.times * side.score;
    scores.add(side.player, side.opponents, side.cluster, side.times, side.score);
  });
  for_each_player(scores.sorted(list.players()), [&](int player, const ClusteredMean& mean) {
    const auto spread = mean.spread();
    if (!spread || spread->variance_of_game <= kRoundedVariance) return;
    const double scale = kNormalizedElo / std::sqrt(spread->variance_of_game);
    results[player].normalized_elo = MeanEstimate{(mean.mean() - 0.5) * scale, spread->error * scale};
  });
  ClusterSums spreads;
  for_each_side(list, [&](const Side& side) {
    if (!side.spread) return;
    ++results[side.player].finished;
    spreads.add(side.player, side.opponents, side.cluster, side.times, *side.spread);
  });
  for (const CountedSpread& spread : list.counted_spreads()) {
    if (spread.games == 0) continue;
    for (const int player : {spread.one, spread.other})
      results[player].finished += spread.clusters * spread.games;
    spreads.add(spread);
  }
  for_each_player(spreads.sorted(list.players()), [&](int player, const ClusteredMean& mean) {
    if (const auto spread = mean.spread()) results[player].spread = MeanEstimate{mean.mean(), spread->error};
  });
  return results;
}

}  // namespace toptile
