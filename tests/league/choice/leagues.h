// Leagues for the tests of the choice of games: contenders with known strengths, whose meetings are chosen
// one block at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "league/choice/game_choice.h"
#include "tests/ratings/simulated_games.h"

namespace toptile::simulated {

class PlayedLeague {
 public:
  explicit PlayedLeague(std::uint64_t seed = 1) : chance_(seed) {}

  ChoiceTerms terms;
  LeagueSituation situation;

  int add(double elo, double seconds = 1, std::optional<int> predecessor = std::nullopt) {
    truth_.push_back(elo);
    situation.contenders.push_back({true, seconds, 0, predecessor});
    return static_cast<int>(truth_.size()) - 1;
  }

  void play(int one, int other, double sets) {
    MetPair& pair = met_[std::minmax(one, other)];
    pair.one = std::min(one, other);
    pair.other = std::max(one, other);
    for (int set = 0; set < static_cast<int>(sets); ++set) {
      for (int game = 0; game < 2; ++game)
        pair.points_of_one += score_of(chance_.uniform(), truth_[pair.one] - truth_[pair.other]);
      ++pair.sets;
    }
    situation.met.clear();
    for (const auto& [key, value] : met_) situation.met.push_back(value);
  }

  // Chooses this many blocks before any of them has results, and plays them.
  std::vector<ChosenBlock> play_blocks(int count) {
    situation.seed = static_cast<std::uint64_t>(chance_.below(1 << 30));
    GameChoice choice(terms, situation);
    situation.strengths = choice.strengths();
    std::vector<ChosenBlock> blocks;
    for (int i = 0; i < count; ++i) {
      const std::optional<ChosenBlock> block = choice.next();
      if (!block) break;
      blocks.push_back(*block);
    }
    for (const ChosenBlock& block : blocks) {
      play(block.one, block.other, block.sets);
      for (Contender& contender : situation.contenders) ++contender.waited;
      situation.contenders[block.one].waited = situation.contenders[block.other].waited = 0;
      ++situation.blocks;
    }
    return blocks;
  }

  double sets_of(int contender) const {
    double sets = 0;
    for (const MetPair& pair : situation.met)
      if (pair.one == contender || pair.other == contender) sets += pair.sets;
    return sets;
  }

  double sets_between(int one, int other) const {
    const auto found = met_.find(std::minmax(one, other));
    return found == met_.end() ? 0 : found->second.sets;
  }

  int size() const { return static_cast<int>(truth_.size()); }

  int active() const {
    return static_cast<int>(std::ranges::count_if(situation.contenders, &Contender::is_active));
  }

 private:
  std::vector<double> truth_;
  std::map<std::pair<int, int>, MetPair> met_;
  Chance chance_;
};

}  // namespace toptile::simulated
