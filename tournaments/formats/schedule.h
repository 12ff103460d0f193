// The schedule of a tournament: who plays whom, in which order. It is a pure function of the format, the
// number of bots and, in some formats, the results so far. Games come in sets on one seed. A set has as many
// games as a game has players, and every player has a different seat in each of them. A set of games of two
// is a pair, and the seats are swapped in the second game.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/game.h"
#include "engine/random.h"
#include "engine/ruleset.h"
#include "ratings/matches/match_test.h"
#include "ratings/results/game_result.h"
#include "tournaments/formats/format.h"
#include "tournaments/formats/shard.h"

namespace toptile {

// Who plays a game, on which seats.
struct ScheduledGame {
  GameNumber id{};         // The number of the game from 1, in the order of play.
  std::uint64_t set = 0;   // The number of the set from 1. With two players, games 2k-1 and 2k are set k.
  Entrants entrants;       // The players in seat order.
  std::uint64_t seed = 0;  // The seed of the set.
  // How often these players have met, in sets, including this one.
  std::uint64_t meeting = 1;

  // The lane whose process of a bot plays this game. In each game of a set a bot gets the tiles that another
  // bot had in the game before, so no process may play two games of a set.
  int lane() const { return static_cast<int>((id - 1) % entrants.size()); }
};

// A game of a meeting on its set's seed. `id` decides which of the set's games it is.
ScheduledGame game_of_meeting(const Meeting& meeting, GameNumber id, std::uint64_t seed,
                              const Ruleset& rules);

// The tiles that were drawn for the first move, by the seats of game `id`; no rounds if the ruleset has no
// draw. The players of a set draw once, in the order in which they sit in its first game. The player with the
// tile nearest to A has seat 0 there. For example, if this is the third of four tiles, the tiles belong to
// seats 2, 3, 0 and 1.
FirstDraw first_draw_of(const Ruleset& rules, std::uint64_t game_seed, GameNumber id, int players);

// The games of a tournament. The games of the next round are known when the results of all earlier games were
// told.
//
// The player that comes first in the plan has the first seat in the first game of a set. If the ruleset draws
// for the first move, the draw of the set's seed decides instead.
//
// Who sits where in a set, and its seed, depend only on who meets, and on how often exactly these have met.
// So a tournament that gets more games or other bots has the same sets, with other numbers.
//
// Four players sit so that each moves right after every other one once in a set, apart from the turn from the
// last seat to the first (Williams 1949, "Experimental designs balanced for the estimation of residual
// effects of treatments"). With three players this takes two sets of the same three.
class Schedule {
 public:
  // `names` are those of the entrants. A match has `games` games, in whole sets. The ruleset must outlive the
  // schedule. Only a format that does not depend on results can be played in shards. Only a round robin of
  // two bots that is not played in shards can end by a test.
  Schedule(const TournamentFormat& format, std::vector<std::string> names, int games, const Ruleset& rules,
           std::uint64_t tournament_seed, const Shard& shard = {}, const std::optional<TestTerms>& test = {});

  // Games 1 to known() are known. When a test ends the match, known() becomes smaller. Later games are then
  // not part of the match, though they may have been played meanwhile.
  GameNumber known() const { return GameNumber{sets_ * static_cast<std::uint64_t>(format_.players)}; }
  // Whether no games follow the known ones.
  bool is_complete() const { return is_complete_; }
  // The number of games of the whole tournament, or of the shard; play-offs to come do not count.
  std::uint64_t expected() const;
  // Whether the game is known and belongs to the shard.
  bool has(GameNumber id) const { return id >= 1 && id <= known() && shard_.has(id); }
  const Shard& shard() const { return shard_; }
  // The state of the test, if there is one.
  std::optional<TestStatus> test() const { return test_ ? std::optional(test_->status()) : std::nullopt; }

  // A known game.
  ScheduledGame game(GameNumber id) const;

  // How often the players of this known game have met by then, in sets; 1 for their first set.
  std::uint64_t time_of_meeting(GameNumber id) const;

  // Takes the result of a game that is or was known. Each is told once, in any order.
  void tell(const GameResult& result);

  // The ranking after the rounds whose results were all told, if the format decides the ranking.
  std::vector<Place> places() const;

 private:
  // The meeting of a set, and how often exactly these have met then.
  struct Repeated {
    Meeting meeting;
    std::uint64_t times = 1;
  };
  Repeated meeting_of(std::uint64_t set) const;
  int entrants() const { return static_cast<int>(names_.size()); }
  void go_on();

  const TournamentFormat format_;
  const std::vector<std::string> names_;
  const int sets_a_match_;
  const Ruleset& rules_;
  const std::uint64_t seed_;
  const Shard shard_;
  Meetings cycle_;  // The meetings of a fixed format, which are played over and over.
  std::uint64_t sets_ = 0;
  bool is_complete_ = false;
  std::optional<MatchTest> test_;
  // The meetings of a format that depends on results, one for each set, with the results told so far.
  std::vector<MeetingResult> meetings_;
  std::vector<std::uint64_t> times_;       // By meeting: how often its entrants have met then.
  std::map<Entrants, std::uint64_t> met_;  // By sorted entrants: how often these have met.
  std::size_t settled_ = 0;                // The number of meetings when the last ones were added.
  std::uint64_t told_ = 0;
};

}  // namespace toptile
