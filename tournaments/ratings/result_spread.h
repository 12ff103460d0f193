// How much results spread about a fitted model: as the model expects of games that are independent, and as
// the clusters do, whatever goes on inside a cluster.
//
// A direction is a vector of parameters; a game's part in it is direction · score, the score being the game's
// part of the likelihood's gradient. What is measured is the variance of the sum over all games.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "tournaments/ratings/rating_model.h"
#include "tournaments/ratings/strong_groups.h"
#include "tournaments/results/ranked_game.h"

namespace toptile {

// The score of a game is the caller's to say, as models differ in it.
class GameScores {
 public:
  virtual ~GameScores() = default;
  // The term of a seat's worth among the parameters, or -1.
  virtual int seat_term(const RankedGame& game, int seat) const = 0;
  // The scores of the seats; each is its player's, and its term's.
  virtual std::array<double, kMostPlayers> of(const RankedGame& game) const = 0;
  // Whether the game counts: those between pools do not.
  virtual bool counts(const RankedGame& game) const = 0;
  // How many virtual ties of the prior lie beside the game.
  virtual double prior_ties(const RankedGame& game) const = 0;
};

// What some clusters say along a direction. Those of others are added to it.
struct SpreadSums {
  double clusters = 0;  // The squares of direction · score.
  // The variance of independent games as the model has it, and of the prior's ties. Each two players of a
  // game of three or four are a meeting.
  double games = 0, prior = 0;
  double shared = 0;             // How much less `games` is if games of a cluster share all luck.
  double fourth_moments = 0;     // Those of the clusters, less the squares of their variances.
  double third = 0, fourth = 0;  // The derivatives of minus the likelihood's logarithm, the prior included.

  SpreadSums& operator+=(const SpreadSums& other);
  SpreadSums& operator-=(const SpreadSums& other);
};
SpreadSums operator*(double factor, const SpreadSums& sums);

struct DirectionSpread {
  // Observed between clusters. A fit goes some of the way to each result; that is allowed for.
  double of_clusters = 0;
  // What the variance of independent games changes by if in each cluster games share as much luck as they do
  // in all clusters together.
  double by_sharing = 0;
  // How many degrees of freedom `of_clusters` has as an estimate: twice the results that went the less likely
  // way, about, if there are few of them (Satterthwaite's, from the fourth moments), less the share of the
  // parameters that were fitted. It is 0 where these are as many as the clusters.
  double degrees = 0;
};

struct Fall {
  double height = 0, slope = 0;
};
struct FallOfGame : Fall {
  double curvature = 0;
};
// How far the likelihood's logarithm falls for a game whose chance is best at p, when the sides move apart by
// x logits, and its derivatives. Whatever the results, the likelihood's slope is 0 along each direction at
// the best parameters, and log(1 - p + p eˣ) - p x is what is left of a game.
FallOfGame fall_of_game(double p, double x);

class ResultSpread {
 public:
  // The games of a cluster stand side by side. `at` are the fitted parameters.
  ResultSpread(const RatingModel& model, const GameScores& scores, const Logits& at, const GameSpan& games);

  int clusters() const { return clusters_; }
  int clusters_of(int player) const { return clusters_of_[player]; }
  // Two games of a cluster between the same two are independent at 0, and as steady in sum as can be at 1.
  // It is below 0 if they go the same way.
  double sharing() const { return sharing_; }

  // Clusters in which the same players met on the same seats of games as large are one kind, numbered from 0.
  int kinds() const { return static_cast<int>(kinds_.size()) - 1; }
  double meetings() const { return static_cast<double>(meetings_.size()); }
  std::span<const int> kinds_of(int player) const;
  SpreadSums sums(const Logits& direction, std::span<const int> kinds) const;
  SpreadSums sums(const Logits& direction) const;  // All kinds count.
  // Those of a direction whose part in each meeting is 1.
  SpreadSums overall() const;

  DirectionSpread of(const SpreadSums& sums) const;

  // How far the likelihood's logarithm falls when parameters move by distance · direction away from their
  // best, and how fast it does there. Only meetings of these kinds count, and the prior's ties beside them.
  Fall fall(const Logits& direction, double distance, std::span<const int> kinds) const;
  // Calls with the seats of each meeting of these kinds, with the chance of the first one, and with how many
  // such games there are, the prior's ties included.
  template <class OfMeeting>
  void for_each_meeting(std::span<const int> kinds, OfMeeting of_meeting) const {
    for (const int kind : kinds) {
      for (const Meeting& meeting : meetings_of(kind))
        of_meeting(meeting.seats, meeting.p,
                   double{kinds_[kind].times} * meeting.weight() * (1 + double{meeting.prior}));
    }
  }

  // What the games say of the distances between those who met.
  std::vector<PlayerLink> links() const;
  // The sum of that over everybody whom a player met, for each player.
  std::vector<double> information_of_players() const;

 private:
  struct Meeting {
    SeatPair seats;   // The player `one` is the lower number.
    int players = 2;  // How many play the game.
    float prior = 0;  // Virtual ties a game.
    double p = 0;     // The chance of `one`.
    // A game of three or four is several meetings, each with a weight below 1.
    double weight() const { return 2.0 / players; }
    double variance() const { return p * (1 - p); }
    // The same two meet in a game of as many players.
    bool is_like(const Meeting& other) const {
      return seats.one == other.seats.one && seats.other == other.seats.other && players == other.players;
    }
  };
  // The terms are the players and seats that have a score in a cluster. Where there are few the products of
  // each two of their scores are summed up over clusters. A cluster with many of them is its own kind.
  struct Kind {
    std::size_t scores = 0;                 // The place of its products, or of its scores.
    int first_meeting = 0, first_term = 0;  // The next kind's are the ends.
    float times = 0;
    bool has_products = true;
  };
  struct OpenCluster;
  class KindIndex;

  void close(OpenCluster& cluster, KindIndex& index);
  void add_scores(const OpenCluster& cluster, const Kind& kind, std::span<const int> terms);
  double shared_by_fit(int free_strengths, bool has_seats) const;
  bool is_last_of_its_two(int kind, const Meeting& meeting) const;
  void find_kinds_of_players();
  std::span<const Meeting> meetings_until_now(int kind) const;  // Kinds may still be added.
  std::span<const Meeting> meetings_of(int kind) const {
    return {&meetings_[std::size_t(kinds_[kind].first_meeting)],
            &meetings_[0] + kinds_[kind + 1].first_meeting};
  }
  std::span<const int> terms_of(int kind) const {
    return {&terms_[std::size_t(kinds_[kind].first_term)], &terms_[0] + kinds_[kind + 1].first_term};
  }
  void add_to(SpreadSums& sums, int kind, const Logits& direction) const;
  double squares(int kind, const Logits& direction) const;
  template <class Part>
  void add_meetings(SpreadSums& sums, int kind, Part part) const;

  int players_ = 0;
  int clusters_ = 0;
  std::vector<int> clusters_of_;
  double free_parameters_ = 0;
  double sharing_ = 0;
  std::vector<Meeting> meetings_;  // Those of the same two stand side by side.
  std::vector<int> terms_;
  std::vector<double> scores_;
  std::vector<Kind> kinds_;  // One more than there are, which says where the last one ends.
  std::vector<int> first_kind_, kinds_of_players_;
};

}  // namespace toptile
