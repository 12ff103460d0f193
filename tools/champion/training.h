// Learns the weights of the static player from games that it plays against itself. Nothing is known at first.
// In each round it plays with the weights of the round before. In some positions of its games it tries
// several moves, all with the same hidden tiles, and looks at what each has brought a few turns later. The
// weights explain the differences between these moves by least squares with a ridge. All else is the same for
// moves of one position, so the differences have less chance in them than what happened in whole games, and a
// move gets no blame for a bad rack or a closed board.
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
  int rounds = 3;
  int games = 14'000;  // So many are played in each round.
  int threads = 1;
  int percent_compared = 50;  // Moves are compared in so many positions of a hundred.
  int plies = 2;              // Turns after each of these moves; more, if the bag is nearly empty.
  int percent_random = 10;  // So many moves of a hundred are not the best ones, but drawn from the good ones.
};

struct TrainingRound {
  int round = 0;                  // The first is 1.
  std::uint64_t comparisons = 0;  // Pairs of moves that were learned from.
  double spread_before = 0;       // What two moves brought differed by so much, in points.
  double spread_after = 0;        // The weights leave so much of it.
};

Weights train(const Ruleset& rules, const Lexicon& lexicon, const TrainingPlan& plan,
              const std::function<void(const TrainingRound&)>& tell);

// Makes a whole bag, mixed by the seed, and deals two full racks.
void deal(Simulation& game, std::uint64_t seed);

}  // namespace toptile::champion
