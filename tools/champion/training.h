// Learns the weights of the static player from games that it plays against itself, without prior knowledge.
// In each round it plays with the weights of the round before. In some positions of its games it tries
// several moves, all with the same unseen tiles, and compares what each has gained a few turns later. The
// weights explain the differences between these moves by ridge regression. All else is the same for moves of
// one position, so the differences contain less chance than the results of whole games, and a move is not
// blamed for a bad rack or a closed board.
//
// All sums are of integers, so the same seed gives the same weights with any number of threads.
#pragma once

#include <cstdint>
#include <functional>

#include "champion/simulation.h"
#include "champion/weights.h"

namespace toptile::champion {

struct TrainingPlan {
  std::uint64_t seed = 1;
  int rounds = 3;
  int games = 14'000;  // In each round.
  int threads = 1;
  int percent_compared = 50;  // The percentage of positions in which moves are compared.
  int plies = 2;              // Turns after each compared move; more if the bag is nearly empty.
  int percent_random = 10;    // The percentage of moves that are drawn at random from the good ones.
};

struct TrainingRound {
  int round = 0;                  // The first is 1.
  std::uint64_t comparisons = 0;  // Pairs of moves used for learning.
  double spread_before = 0;       // The spread of the differences between two moves, in points.
  double spread_after = 0;        // What the weights leave of it.
};

Weights train(const Ruleset& rules, const Lexicon& lexicon, const TrainingPlan& plan,
              const std::function<void(const TrainingRound&)>& tell);

// Fills the bag, shuffles it by the seed, and deals two full racks.
void deal(Simulation& game, std::uint64_t seed);

}  // namespace toptile::champion
