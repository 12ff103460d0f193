// Learns the weights of the static player from games that it plays against itself. Nothing is known at first.
// In each round it plays with the weights of the round before; then, for each phase of the game, the spread
// that was still to come after a move is explained by what the move kept and laid (least squares with a
// ridge). A move of every few is not the best one, so that it also sees what it would avoid.
//
// All sums are of whole numbers, so the same seed gives the same weights whatever the number of threads.
#pragma once

#include <cstdint>
#include <functional>

#include "champion/simulation.h"
#include "champion/weights.h"

namespace toptile::champion {

struct TrainingPlan {
  std::uint64_t seed = 1;
  int rounds = 4;
  int games = 40'000;  // In each round.
  int threads = 1;
  int percent_random = 10;  // So many moves of a hundred are drawn from the best dozen.
};

struct TrainingRound {
  int round = 0;             // The first is 1.
  std::uint64_t moves = 0;   // Moves that were learned from.
  double spread_before = 0;  // The standard deviation of the spread still to come, in points.
  double spread_after = 0;   // The weights leave so much of it.
};

Weights train(const Ruleset& rules, const Lexicon& lexicon, const TrainingPlan& plan,
              const std::function<void(const TrainingRound&)>& tell);

// Makes a whole bag, mixed by the seed, and deals two full racks.
void deal(Simulation& game, std::uint64_t seed);

}  // namespace toptile::champion
