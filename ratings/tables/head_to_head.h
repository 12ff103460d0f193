// The results of each pair of players against each other, with the expected results. In a game of three or
// four, each pair of its players meets.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "ratings/fit/confidence.h"
#include "ratings/fit/elo_scale.h"
#include "ratings/fit/ratings.h"
#include "ratings/fit/shared_luck.h"
#include "ratings/results/ranked_game.h"

namespace toptile {

// The worth of seats, in logits compared with the last seat. Ratings estimate it only for games of terms()+1
// players; for others it is 0.
class SeatWorths {
 public:
  explicit SeatWorths(const Ratings& ratings);
  int terms() const { return terms_; }
  // The term of that seat, or -1.
  int term(int seats, int seat) const { return seats == terms_ + 1 && seat < terms_ ? seat : -1; }
  double of(int seats, int seat) const { return term(seats, seat) < 0 ? 0 : worths_[seat]; }

 private:
  int terms_ = 0;
  std::array<double, kMaxPlayers> worths_{};
};

// The expected points of a player against another, and how far its actual points may be from them.
class Expectation {
 public:
  // Add the games of a cluster one after another, and then end the cluster, which counts `times` times.
  void add_game(double score, double chance);
  void end_cluster(int times);
  // The luck and ties of the games, with nothing taken off for the fit.
  const LuckOfTwo& luck() const { return luck_; }
  // The games share this much luck, and ties take off that share of the variance (SharedLuck). That is worth
  // `degrees` degrees of freedom. Without it, games share nothing.
  void believe(double sharing, double tied, double degrees);

  double points() const { return points_; }
  double independent_variance() const { return independent_; }  // The variance of games that share no luck.
  // The variance with the luck and the ties that are believed.
  double variance() const { return share_ * independent_; }
  double excess() const;  // The fourth cumulant, with the same luck as `variance`.
  // The observed variance between the clusters of these two players: the sum of their squared surpluses.
  // variance_of_squares() is the variance of that sum under the model.
  double squares() const { return squares_; }
  double variance_of_squares() const;
  // The degrees of freedom of the squares, at most two for each cluster.
  double degrees() const;
  double believed_degrees() const { return believed_degrees_; }
  // The best estimate of the variance, from the squares and from `pooled`, which is the observed variance
  // between the clusters of all pairings divided by the expected one. The two are weighted as in the
  // intervals of ratings (docs/ratings_method.md).
  double believed_variance(double pooled) const;

 private:
  double fourth_moments() const;

  int clusters_ = 0;
  double points_ = 0, independent_ = 0, squares_ = 0;
  // The fourth moments of clusters whose games share nothing, and the squares of their variances.
  double fourth_moments_ = 0, squared_variances_ = 0;
  LuckOfTwo luck_;
  double share_ = 1,
         tied_ = 0;  // The factor of the variance of independent games, and the share that ties take.
  double believed_degrees_ = kPooledDegrees;
  // Sums over the open cluster. `lesser` has the chances of the less likely player.
  double open_points_ = 0, open_surplus_ = 0, open_variance_ = 0, open_excess_ = 0;
  PairSums surpluses_, variances_, lesser_;
  LuckOfTwo open_luck_;
};

struct HeadToHead {
  int one = 0, other = 0;  // The player with the lower number, and the one with the higher number.
  int games = 0, clusters = 0;
  double points = 0;  // The points of `one` against `other` alone.
  Expectation rated;  // The points that the ratings expect.
  Expectation level;  // The points that equals on the same seats would be expected to score.
  // The derivative of the points that the ratings expect with respect to the worth of each seat in logits.
  std::array<double, kMaxPlayers> by_seat{};
};

// The pairs who met within a pool, sorted by `one` and then `other`. The games must be those that the ratings
// were computed from, with those of a cluster adjacent.
std::vector<HeadToHead> heads_to_heads(const Ratings& ratings, std::span<const RankedGame> games);
std::vector<HeadToHead> heads_to_heads(const Ratings& ratings, std::span<const ScoredGame> games);

// The observed variance of points between the clusters of all pairings, divided by the expected one. `left`
// is the share of it that the fit of the ratings leaves, for each pairing.
double pooled_inflation(std::span<const HeadToHead> met, std::span<const double> left);

}  // namespace toptile
