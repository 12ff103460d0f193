// How much results spread around a fitted model: as the model expects of independent games, and as observed
// between clusters, whatever the dependence within a cluster.
//
// A direction is a vector of parameters. A game's part in it is direction · score, where the score is the
// game's part of the likelihood's gradient. The variance of the sum over all games is measured.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "ratings/fit/rating_model.h"
#include "ratings/fit/shared_luck.h"
#include "ratings/fit/strong_groups.h"
#include "ratings/results/ranked_game.h"

namespace toptile {

// The scores of games. The caller defines them, as they depend on the model.
class GameScores {
 public:
  virtual ~GameScores() = default;
  // The term of a seat's worth among the parameters, or -1.
  virtual int seat_term(const RankedGame& game, int seat) const = 0;
  // The scores of the seats. Each one counts for the seat's player and for its term.
  virtual std::array<double, kMaxPlayers> of(const RankedGame& game) const = 0;
  // Whether the game counts. Games between pools do not.
  virtual bool counts(const RankedGame& game) const = 0;
  // The number of virtual ties that the prior adds to the game.
  virtual double prior_ties(const RankedGame& game) const = 0;
};

// Sums over some clusters along a direction. Sums over other clusters can be added.
struct SpreadSums {
  double clusters = 0;  // The sum of the squares of direction · score.
  // The variance of independent games under the model, and that of the prior's ties. Each pair of players in
  // a game of three or four is a meeting.
  double games = 0, prior = 0;
  // How much less `games` is because games of a cluster share luck and because some are tied, as SharedLuck
  // estimates it.
  double evened = 0;
  double fourth_moments = 0;     // The clusters' fourth moments, less the squares of their variances.
  double third = 0, fourth = 0;  // The derivatives of minus the log-likelihood, including the prior.

  SpreadSums& operator+=(const SpreadSums& other);
  SpreadSums& operator-=(const SpreadSums& other);
};
SpreadSums operator*(double factor, const SpreadSums& sums);

struct DirectionSpread {
  // The variance observed between clusters. It is corrected for what the fit takes away by following each
  // result to some extent.
  double of_clusters = 0;
  // The change in the variance of independent games by shared luck and by ties, as SharedLuck estimates it,
  // and the degrees of freedom of that estimate.
  double by_luck = 0, degrees_of_luck = 0;
  // The degrees of freedom of the estimate `of_clusters` (Satterthwaite's, from the fourth moments), less the
  // share of the parameters that were fitted. They are about twice the number of results that went the less
  // likely way, if those are few. They are 0 if there are as many parameters as clusters.
  double degrees = 0;
};

struct Fall {
  double height = 0, slope = 0;
};
struct FallOfGame : Fall {
  double curvature = 0;
};
// How far the log-likelihood of a game falls if the sides move apart by x logits, with its derivatives; p is
// the chance at the best parameters. There the slope is 0 along each direction, so that whatever the results
// are, a game contributes log(1 - p + p eˣ) - p x.
FallOfGame fall_of_game(double p, double x);

class ResultSpread {
 public:
  // The games of a cluster must be adjacent. `at` has the fitted parameters, with bodies filled in
  // (RatingModel::with_bodies), as must all directions.
  ResultSpread(const RatingModel& model, const GameScores& scores, const Logits& at, const GameSpan& games);

  int clusters() const { return clusters_; }
  int clusters_of(int player) const { return clusters_of_[player]; }
  // SharedLuck::sharing of all pairings.
  double sharing() const { return luck_.sharing(); }

  // Clusters in which the same players met on the same seats, in games of the same size, are one kind. Kinds
  // are numbered from 0.
  int kinds() const { return static_cast<int>(kinds_.size()) - 1; }
  double meetings() const { return static_cast<double>(meetings_.size()); }
  // The kinds in which the player or another one of its body takes part. Empty if another player represents
  // it.
  std::span<const int> kinds_of(int player) const;
  // As in the model.
  int body_of(int player) const { return body_of_[player]; }
  int players() const { return players_; }
  SpreadSums sums(const Logits& direction, std::span<const int> kinds) const;
  SpreadSums sums(const Logits& direction) const;  // Sums over all kinds.
  // The sums for a direction that moves each meeting's sides apart by 1.
  SpreadSums overall() const;

  DirectionSpread of(const SpreadSums& sums) const;

  // How far the log-likelihood falls if parameters move by distance · direction away from the best ones, and
  // its slope there. Only meetings of these kinds count, including the prior's ties.
  Fall fall(const Logits& direction, double distance, std::span<const int> kinds) const;
  // Calls `of_meeting` with the seats of each meeting of these kinds, the chance of the first one, and the
  // number of such games, including the prior's ties.
  template <class OfMeeting>
  void for_each_meeting(std::span<const int> kinds, OfMeeting of_meeting) const {
    for_each_result(kinds, [&](const SeatPair& seats, double p, double games, double ties) {
      of_meeting(seats, p, games + ties);
    });
  }
  // The same with the number of games and that of the prior's ties.
  template <class OfMeeting>
  void for_each_result(std::span<const int> kinds, OfMeeting of_meeting) const {
    for (const int kind : kinds) {
      for (const Meeting& meeting : meetings_of(kind)) {
        const double games = double{kinds_[kind].times} * meeting.weight();
        of_meeting(meeting.seats, meeting.p, games, games * double{meeting.prior});
      }
    }
  }

  // How much information the games have on the distances between players who met.
  std::vector<PlayerLink> links() const;
  // The information of links, summed for each player over all players whom it met.
  std::vector<double> information_of_players() const;

 private:
  struct Meeting {
    SeatPair seats;               // The player `one` has the lower number.
    int players = 2;              // The number of players in the game.
    float prior = 0;              // The number of virtual ties for each game.
    double p = 0;                 // The chance of `one`.
    float sharing = 0, tied = 0;  // The estimates for its two players (SharedLuck).
    // A game of three or four is several meetings, each with a weight below 1.
    double weight() const { return 2.0 / players; }
    double variance() const { return p * (1 - p); }
    // Whether the same two players meet in a game with the same number of players.
    bool is_like(const Meeting& other) const {
      return seats.one == other.seats.one && seats.other == other.seats.other && players == other.players;
    }
  };
  // The terms are the players and seats that have a score in a cluster. If there are few terms, the products
  // of each pair of their scores are summed over the kind's clusters. A cluster with many terms is a kind of
  // its own.
  struct Kind {
    std::size_t scores = 0;                 // The index of its first product, or of its first score.
    int first_meeting = 0, first_term = 0;  // The next kind's values are the ends.
    float times = 0;
    bool has_products = true;
  };
  struct OpenCluster;
  class KindIndex;

  void close(OpenCluster& cluster, KindIndex& index);
  void add_expected_luck(std::vector<LuckOfTwo>& luck, int free_strengths, bool has_seats) const;
  void estimate_luck(const std::vector<LuckOfTwo>& luck);
  bool is_last_of_its_two(int kind, const Meeting& meeting) const;
  void find_kinds_of_players();
  std::span<const Meeting> meetings_until_now(int kind) const;  // May be called while kinds are being added.
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
  std::vector<int> body_of_;
  std::vector<int> clusters_of_;
  double free_parameters_ = 0;
  SharedLuck luck_;
  std::vector<Meeting> meetings_;  // In a kind, meetings of the same two players are adjacent.
  std::vector<int> terms_;
  std::vector<double> scores_;
  std::vector<Kind> kinds_;  // One extra element marks the end of the last kind.
  std::vector<int> first_kind_, kinds_of_players_;
};

}  // namespace toptile
