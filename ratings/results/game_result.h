// The result of a game, from which schedules, standings and ratings are computed.
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
#include "ratings/results/meeting.h"
#include "ratings/results/ranked_game.h"

namespace toptile {

struct SeatResult {
  enum class Fate : std::uint8_t {
    played,
    forfeited,
    withdrawn  // The bot was not started for this game, so the game does not count for it at all.
  };

  std::int32_t points = 0;  // The points in the game.
  std::uint16_t entrant = 0;
  std::uint8_t rank = 1;  // 1 is the best; seats that tie have the same rank.
  Fate fate = Fate::played;
};

// A result has only 40 bytes, because a program that plays 100,000 games keeps all of them in memory.
struct GameResult {
  std::uint32_t id = 0;  // The number of the game; a plan has no more games than 32 bits can count.
  std::uint8_t players = 2;
  bool is_late = false;  // The referee itself was late, by 10 ms or more.
  GameEnd end = GameEnd::out;
  std::array<SeatResult, kMaxPlayers> by_seat{};

  std::span<const SeatResult> seats() const { return {by_seat.data(), players}; }
  // The number of its set, from 1. The games of a set share a seed.
  std::uint32_t set() const { return (id - 1) / players + 1; }
  // Whether fewer than two bots were started for the game: it was then not played and does not count.
  bool is_void() const {
    return std::ranges::count(seats(), SeatResult::Fate::withdrawn, &SeatResult::fate) + 2 > players;
  }
  // Whether any seat forfeited.
  bool is_forfeited() const {
    return std::ranges::count(seats(), SeatResult::Fate::forfeited, &SeatResult::fate) > 0;
  }
  // The same numbers as in MeetingResult, over all other seats, including withdrawn ones.
  double beaten(std::size_t seat) const;
  std::int64_t spread(std::size_t seat) const;

  // The game as played by the bots that were started for it; it must not be void. Its players are entrants,
  // and its cluster is the set.
  RankedGame ranked() const;
};
static_assert(sizeof(GameResult) == 40);

// The result of a record. `entrants` are its players in seat order.
GameResult result_of(const GameRecord& record, const Entrants& entrants);

// Why a game was forfeited, as shown to people.
struct ForfeitedGame {
  Entrant entrant{};
  FaultKind kind = FaultKind::illegal;
  std::string text;  // One sentence.
  // The last line that the bot wrote to stderr if it crashed; may be empty.
  std::string last_line = {};
};

// The last line that the bot wrote to stderr; empty unless it crashed.
std::string last_line_of(const ForfeitRecord& forfeit);

// Only the first forfeited games of a run are kept; the others are in games.jsonl alone. A game has one
// entry, even if several seats forfeited.
inline constexpr std::size_t kMaxForfeitsTold = 500;
using ForfeitedGames = std::map<GameNumber, ForfeitedGame>;

// The results of a run's games, in any order.
struct GameResults {
  std::vector<GameResult> games;
  ForfeitedGames forfeited;
  std::uint64_t turns = 0;

  void add(const GameRecord& record, const GameResult& result);
  void append(const GameResults& more);
  // Removes the games after this one.
  void cut_after(GameNumber id);
};

}  // namespace toptile
