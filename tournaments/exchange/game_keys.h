// What a game is known by that stands in more than one run, as in a shard and in the merge it went into.
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

// The keys of the games of one run. Keys are 64 bits of SHA-256: among ten million games two different ones
// have the same key 3 times in a million.
class GameKeys {
 public:
  explicit GameKeys(const Plan& plan);

  // The same for games that share chance: the seed is that of the run's schedule, and the tiles are the same.
  // A record's own bag is not asked, as nobody has played it again.
  std::uint64_t deal(const GameRecord& record) const { return record.seed ^ tiles_; }

  // The same for one and the same game: it was dealt the same to the same bots in their seats, under the same
  // rules with the same words, it went the same by the record's digest, and it ended the same. The digest is
  // the record's word, and the end is there so that a wrong one cannot hide another game's points.
  std::uint64_t game(const GameRecord& record) const;

 private:
  std::uint64_t tiles_ = 0;
  std::string terms_;                                     // The rules but for their names, and the words.
  std::map<std::string, std::string, std::less<>> bots_;  // What they are, by name.
};

// The games of several sources, which are numbered from 0.
class KnownGames {
 public:
  // The first source that has the game, if one before has it.
  std::optional<std::size_t> find(std::uint64_t game) const;
  void add(std::uint64_t game, std::size_t source) {
    first_.emplace(game, static_cast<std::uint32_t>(source));
  }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> first_;
};

}  // namespace toptile
