// How much the results spread from one cluster of games to the next, whatever goes on inside a cluster.
#pragma once

#include <span>
#include <vector>

#include "tournaments/bradley_terry.h"
#include "tournaments/ratings.h"
#include "tournaments/symmetric_matrix.h"

namespace toptile {

class ClusterSpread {
 public:
  // Of the games within a pool of the model, in any order. The model must outlive it.
  ClusterSpread(const BradleyTerry& model, Logits at, std::span<const ScoredGame> games);

  int clusters() const { return clusters_; }
  int clusters_of(int player) const { return clusters_of_[player]; }

  // The variance of the likelihood's gradient, (Σ u uᵀ) C/(C-1) over C clusters, u the part of one cluster in
  // the gradient. The prior's ties count as games of their own that spread as the model says: next to nothing
  // beside many games, and yet a dozen clusters that came out alike do not prove that all will.
  SymmetricMatrix of_scores() const;

 private:
  void add(const ScoredGame& game, double expected);
  void touch(int player);
  void end_cluster();

  const BradleyTerry& model_;
  Logits at_;
  int clusters_ = 0;
  std::vector<int> clusters_of_;
  SymmetricMatrix sum_;
  Logits score_;              // Of the cluster at hand.
  std::vector<int> touched_;  // The players in it.
  std::vector<char> is_touched_;
};

}  // namespace toptile
