// Keys that recognize a game that is in more than one run, such as a shard and the merged run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "protocol/game_record.h"
#include "tournaments/plan/plan.h"

namespace toptile {

// The keys of the games of one run. Keys are 64 bits of SHA-256: the chance that two of ten million different
// games have the same key is 3 in a million.
class GameKeys {
 public:
  explicit GameKeys(const Plan& plan);

  // The same value for games that share chance: their seed, which is that of the run's schedule, and the
  // tiles are the same. The record's own bag is not used, as it has not been verified by playing the game
  // again.
  std::uint64_t deal(const GameRecord& record) const { return record.seed ^ tiles_; }

  // A game has the same key in every run: it has the same seed, the same bots in their seats, the same rules
  // and words, the same scores and the same end. The digest is not used: it depends on the game's number,
  // which is a different one in a run that grew, and on the names of rules and lexicon.
  std::uint64_t game(const GameRecord& record) const;

 private:
  std::uint64_t tiles_ = 0;
  std::string terms_;                                     // The rules without their names, and the lexicon.
  std::map<std::string, std::string, std::less<>> bots_;  // The hash of each bot's identity, by name.
};

// The games of several sources, which are numbered from 0.
class KnownGames {
 public:
  // The first source that the game was added for, or nullopt.
  std::optional<std::size_t> find(std::uint64_t game) const;
  void add(std::uint64_t game, std::size_t source) {
    first_.emplace(game, static_cast<std::uint32_t>(source));
  }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> first_;
};

}  // namespace toptile
