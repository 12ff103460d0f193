// How much results spread about a fitted model: as the model expects of games that are independent, and as
// the clusters do, whatever goes on inside a cluster.
//
// A direction is a vector of parameters; a game's part in it is direction · score, the score being the game's
// part of the likelihood's gradient. What is measured is the variance of the sum over all games.
#pragma once

#include <Eigen/SparseCore>
#include <array>
#include <span>
#include <vector>

#include "tournaments/ranked_game.h"
#include "tournaments/rating_model.h"
#include "tournaments/strong_groups.h"

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
};

struct DirectionSpread {
  double of_clusters = 0;  // Observed between clusters; the model's fit of the parameters is allowed for.
  // The variance of games that are independent as the model has it, and what that changes by if in each
  // cluster games share as much luck as they do in all clusters together.
  double of_games = 0, by_sharing = 0;
  // How many degrees of freedom `of_clusters` has as an estimate: twice the results that went the less likely
  // way, about, if there are few of them. (Satterthwaite's, from the fourth moments.)
  double degrees = 0;
  // The third and the fourth derivative of minus the likelihood's logarithm along the direction.
  double third = 0, fourth = 0;
};

class ResultSpread {
 public:
  // The games of a cluster stand side by side. `at` are the fitted parameters.
  ResultSpread(const RatingModel& model, const GameScores& scores, const Logits& at,
               std::span<const RankedGame> games);

  int clusters() const { return clusters_; }
  int clusters_of(int player) const { return clusters_of_[player]; }
  // Two games of a cluster between the same two are independent at 0, and as steady in sum as can be at 1.
  // Below 0 where they go the same way.
  double sharing() const { return sharing_; }

  DirectionSpread of(const Logits& direction) const;
  // What the games say of the distances between those who met.
  std::vector<PlayerLink> links() const;

 private:
  // Two players in a game; one < other.
  struct Meeting {
    int one = 0, other = 0;
    int one_term = -1, other_term = -1;  // What their seats are worth.
    double weight = 1;                   // Less than 1 where each meets more than one.
    bool operator==(const Meeting&) const = default;
  };
  struct Chances {
    double variance = 0, lesser = 0, third = 0,
           fourth = 0;  // p q, min(p, q), p q (1 - 2 p), p q (1 - 6 p q).
  };
  // Clusters of the same meetings.
  struct Kind {
    std::size_t begin = 0, end = 0;  // Places in meetings_, those of the same two side by side.
    double times = 0;
  };

  void add_cluster(const GameScores& scores, const Logits& at, std::span<const RankedGame> games);
  double logit(const Meeting& meeting, const Logits& at) const;

  int clusters_ = 0;
  std::vector<int> clusters_of_;
  double free_parameters_ = 0;
  double sharing_ = 0;
  std::vector<Meeting> meetings_;
  std::vector<Chances> chances_;  // A meeting each.
  std::vector<Kind> kinds_;
  Eigen::SparseMatrix<double> scores_;  // The sum of score scoreᵀ over clusters.
};

}  // namespace toptile
