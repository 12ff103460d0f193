// Who plays whom, in which order: a pure function of the format, of how many play and, in formats where it
// depends on them, of the results so far. Games come in sets of as many as play one, all on one seed, and in
// each of them everyone has another seat: of two that is a pair, the seats swapped in the second game.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/game.h"
#include "engine/ruleset.h"
#include "tournaments/formats/format.h"
#include "tournaments/formats/shard.h"
#include "tournaments/matches/match_test.h"
#include "tournaments/results/game_result.h"

namespace toptile {

struct Pairing {
  std::uint64_t id = 0;   // From 1, in the order of play.
  std::uint64_t set = 0;  // From 1: of two players, games 2k-1 and 2k are set k, a pair.
  Entrants entrants;      // In seat order.

  // Which of a bot's lanes of processes plays it: each game of a set deals a side what another one had in the
  // game before, so that no process may play two of them.
  int lane() const { return static_cast<int>((id - 1) % entrants.size()); }
};

// Who drew what for the first move, by the seats of game `id`; no round where nothing was drawn. The players
// of a set draw once, in the order in which they sit in its first game, where whoever drew the tile nearest
// to A has seat 0: of four, with that tile the third, the tiles are those of the seats 2, 3, 0 and 1.
FirstDraw first_draw_of(const Ruleset& rules, std::uint64_t game_seed, std::uint64_t id, int players);

// The games of a tournament. Those of the next round are known when the results of all before were told.
//
// Under a ruleset that draws for the first move, who drew it has the first seat in the first game of a set,
// by the draw of the set's seed.
//
// Four sit in an order in which, over a set, everyone moves right after everyone else once, the turn from the
// last seat to the first aside (Williams 1949, "Experimental designs balanced for the estimation of residual
// effects of treatments"). Three do so over two sets of the same three.
class Schedule {
 public:
  // So many games a match, in whole sets. The ruleset must outlive the schedule. Only a format that does not
  // depend on results is played in shards. Only a round robin of two bots, whole, ends by a test.
  Schedule(const TournamentFormat& format, int entrants, int games, const Ruleset& rules,
           std::uint64_t tournament_seed, const Shard& shard = {}, const std::optional<TestTerms>& test = {});

  // Games 1 to known() are known. Where a test ends the match it has fewer from then on: games after those
  // are none of it, though they may have been played meanwhile.
  std::uint64_t known() const { return sets_ * static_cast<std::uint64_t>(format_.players); }
  // No game follows those.
  bool is_complete() const { return is_complete_; }
  // Games of the whole tournament, or of the shard; play-offs to come are not counted.
  std::uint64_t expected() const;
  // Whether the game is known, and of the shard.
  bool has(std::uint64_t id) const { return id >= 1 && id <= known() && shard_.has(id); }
  const Shard& shard() const { return shard_; }
  // How the test stands, where there is one.
  std::optional<TestStatus> test() const { return test_ ? std::optional(test_->status()) : std::nullopt; }

  // Of a known game.
  Pairing pairing(std::uint64_t id) const;

  // The result of a game that is or was known. Each is told once, in any order.
  void tell(const GameResult& result);

  // Where the format says so, who stands where by the rounds whose results were all told.
  std::vector<Place> places(const std::vector<std::string>& names) const;

 private:
  Meeting meeting_of(std::uint64_t set) const;
  void go_on();

  const TournamentFormat format_;
  const int entrants_;
  const int sets_a_match_;
  const Ruleset& rules_;
  const std::uint64_t seed_;
  const Shard shard_;
  Meetings cycle_;  // Of a fixed format; played over and over.
  std::uint64_t sets_ = 0;
  bool is_complete_ = false;
  std::optional<MatchTest> test_;
  // Of the other formats:
  std::vector<MeetingResult> meetings_;  // One a set; what was told is in it.
  std::size_t settled_ = 0;              // So many of them were there when the last ones were added.
  std::uint64_t told_ = 0;
};

}  // namespace toptile
