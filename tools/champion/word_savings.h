// The value of knowing a word: what a play would have lost without it.
#pragma once

#include <vector>

#include "champion/static_player.h"
#include "engine/judge.h"

namespace toptile::champion {

// Finds the plays with the highest static value, at most `most` of them. The first is the one that the player
// makes.
void find_best_plays(const StaticPlayer& player, const BoardLines& lines, const Tiles& rack, int bag,
                     std::size_t most, std::vector<ValuedPlay>& plays);

struct WordSaving {
  Word word;
  Value saved = 0;  // The value of the best play minus that of the best one that does not form the word.
  bool is_bound = false;  // Every candidate forms the word, so `saved` is a lower bound.
};

// How much each word of the best play saved. The candidates are the plays with the highest values, the best
// first. If all of them form a word, the plays without it have at most the value `rest`.
std::vector<WordSaving> savings_of(const Judge& judge, const Board& board, const Tiles& rack,
                                   const std::vector<ValuedPlay>& candidates, Value rest);

}  // namespace toptile::champion
