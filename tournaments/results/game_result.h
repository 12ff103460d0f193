// What a game comes to once it is played: what schedules, standings and ratings are computed from.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"
#include "protocol/game_record.h"
#include "tournaments/results/meeting.h"
#include "tournaments/results/ranked_game.h"

namespace toptile {

struct SeatResult {
  enum class Fate : std::uint8_t {
    played,
    forfeited,
    withdrawn  // It was not started for this game, which counts for it in no way.
  };

  std::int32_t points = 0;  // In the game.
  std::uint16_t entrant = 0;
  std::uint8_t rank = 1;  // 1 is the best; who tie share one.
  Fate fate = Fate::played;
};

// 40 bytes: a program that plays 100,000 games has them all in memory.
struct GameResult {
  std::uint32_t id = 0;  // A plan has no more games than that.
  std::uint8_t players = 2;
  bool is_late = false;  // The referee itself was, by 10 ms or more.
  GameEnd end = GameEnd::out;
  std::array<SeatResult, kMostPlayers> by_seat{};

  std::span<const SeatResult> seats() const { return {by_seat.data(), players}; }
  // From 1: games that share a seed.
  std::uint32_t set() const { return (id - 1) / players + 1; }
  // Fewer than two were started for it: it was not played and counts for nobody.
  bool is_void() const {
    return std::ranges::count(seats(), SeatResult::Fate::withdrawn, &SeatResult::fate) + 2 > players;
  }
  // By anybody.
  bool is_forfeited() const {
    return std::ranges::count(seats(), SeatResult::Fate::forfeited, &SeatResult::fate) > 0;
  }
  // As MeetingResult has them: over all others, withdrawn ones too.
  double beaten(std::size_t seat) const;
  std::int64_t spread(std::size_t seat) const;

  // The game of those who were started for it, of one that is not void; players are entrants, and clusters
  // sets.
  RankedGame ranked() const;
};
static_assert(sizeof(GameResult) == 40);

// The end of that name in a record.
std::optional<GameEnd> game_end(std::string_view name);

// Of a record of the schedule; who played it, in seat order.
GameResult result_of(const GameRecord& record, const Entrants& entrants);

// Why a game was forfeited, for those who read it.
struct ForfeitedGame {
  int entrant = 0;
  std::string fault;  // "illegal: …"
};

// The first ones of a run, by their games: the others are in games.jsonl alone. Of a game of three or four,
// the first forfeit.
inline constexpr std::size_t kMostForfeitsTold = 500;
using ForfeitedGames = std::map<std::uint64_t, ForfeitedGame>;  // By the game's id.

// What is kept of the games of a run, in any order.
struct GameResults {
  std::vector<GameResult> games;
  ForfeitedGames forfeited;
  std::uint64_t turns = 0;

  void add(const GameRecord& record, const GameResult& result);
  void append(const GameResults& more);
  // Leaves out games after this one.
  void cut_after(std::uint64_t id);
};

}  // namespace toptile
