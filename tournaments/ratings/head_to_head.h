// What each two players did against each other, beside what may be expected of them. In a game of three or
// four each two of its players meet.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "tournaments/ratings/elo_scale.h"
#include "tournaments/ratings/ratings.h"
#include "tournaments/results/ranked_game.h"

namespace toptile {

// What seats are worth, in logits against the last one; 0 in games of other numbers of players than
// `terms`+1, of whom the ratings do not say it.
class SeatWorths {
 public:
  explicit SeatWorths(const Ratings& ratings);
  int terms() const { return terms_; }
  // The term of that seat, or -1.
  int term(int seats, int seat) const { return seats == terms_ + 1 && seat < terms_ ? seat : -1; }
  double of(int seats, int seat) const { return term(seats, seat) < 0 ? 0 : worths_[seat]; }

 private:
  int terms_ = 0;
  std::array<double, kMostPlayers> worths_{};
};

// The points that are expected of a player against another, and how far those scored may lie from them.
class Expectation {
 public:
  explicit Expectation(double sharing) : sharing_(sharing) {}  // Ratings::sharing.

  // Games of a cluster come one after another, and then it ends.
  void add_game(double score, double chance);
  void end_cluster();

  double points() const { return points_; }
  double independent_variance() const { return independent_; }  // It is that of games that share no luck.
  double variance() const { return variance_; }  // Games share as much luck here as all clusters do.
  double excess() const { return excess_; }      // Likewise, the fourth cumulant.
  // What the clusters of these two show of the variance, the sum of their squared surpluses, and the variance
  // of that by the model.
  double squares() const { return squares_; }
  double variance_of_squares() const { return of_squares_; }
  // The degrees of freedom of the squares, two a cluster at most.
  double degrees() const;
  // The best estimate of the variance from the squares and from what the clusters of all pairings show over
  // what they are expected to, `pooled`. The two are weighed as for the intervals of ratings
  // (docs/ratings.md).
  double believed_variance(double pooled) const;

 private:
  double sharing_;
  int clusters_ = 0;
  double points_ = 0, independent_ = 0, variance_ = 0, excess_ = 0, squares_ = 0, of_squares_ = 0;
  // The cluster that has not ended; `lesser` are the less likely one's chances.
  double surplus_ = 0, open_variance_ = 0, open_excess_ = 0, lesser_ = 0, lesser_squares_ = 0;
};

struct HeadToHead {
  int one = 0, other = 0;  // The lower number and the higher.
  int games = 0, clusters = 0;
  double points = 0;  // What `one` scored against the other alone.
  Expectation rated;  // What the ratings expect.
  Expectation level;  // What is expected of equals on the same seats.
  // How the points that are expected by the ratings rise with what each seat is worth, a logit.
  std::array<double, kMostPlayers> by_seat{};
};

// Those who met within a pool, by `one` and then `other`. The games are those that the ratings were made
// from; those of a cluster stand side by side.
std::vector<HeadToHead> heads_to_heads(const Ratings& ratings, std::span<const RankedGame> games);
std::vector<HeadToHead> heads_to_heads(const Ratings& ratings, std::span<const ScoredGame> games);

}  // namespace toptile
