// What the results of a tournament come to: a row a bot, best first, and who did what against whom. A pure
// function of the results.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "protocol/game_record.h"
#include "protocol/json_fields.h"
#include "tournaments/ratings.h"

namespace toptile {

// What a game of two comes to, in 16 bytes: a program that plays 100,000 games has them all in memory.
struct GameResult {
  enum class Side : std::uint8_t { none, first, second };

  std::uint32_t id = 0;                 // A plan has no more games than that.
  std::int32_t spread = 0;              // Points of the first less those of the second.
  std::uint16_t first = 0, second = 0;  // Entrants, in seat order.
  Side winner = Side::none;             // None of a tie.
  Side faulted = Side::none;            // Who forfeited it.
  bool is_void = false;  // Not played, as who forfeited it had been withdrawn: it counts for nobody.
  bool is_late = false;  // The referee itself was, by 10 ms or more.

  std::uint32_t pair() const { return id / 2 + id % 2; }
  // Of the first: 1, 0.5, 0.
  double score() const { return winner == Side::none ? 0.5 : winner == Side::first ? 1 : 0; }
  bool is_forfeited() const { return faulted != Side::none; }
  // Where there is one.
  int faulted_entrant() const { return faulted == Side::first ? first : second; }
};
static_assert(sizeof(GameResult) == 16);

// Of a record of the schedule; who played it, in seat order.
GameResult result_of(const GameRecord& record, const std::array<int, 2>& entrants);

// Why a game was forfeited, for those who read it.
struct ForfeitedGame {
  int entrant = 0;
  std::string fault;  // "illegal: …"
};

// The first ones of a run, by their games: the others are in games.jsonl alone.
inline constexpr std::size_t kMostForfeitsTold = 500;
using ForfeitedGames = std::map<std::uint64_t, ForfeitedGame>;  // By the game's id.

// What is kept of the games of a run, in any order.
struct GameResults {
  std::vector<GameResult> games;
  ForfeitedGames forfeited;
  std::uint64_t turns = 0;

  void add(const GameRecord& record, const GameResult& result);
  void append(const GameResults& more);
};

struct Standing {
  int entrant = 0;
  std::string name;
  int games = 0, wins = 0, ties = 0, losses = 0;
  int forfeits = 0;   // Of the losses.
  int withdrawn = 0;  // Games not played because this bot had been withdrawn; in none of the other numbers.
  double points = 0;  // 1 a win, a half a tie.
  double mean_spread =
      0;  // Points in the game, own less the other's; games forfeited by either are left out.
  PlayerRating rating;
};

struct CrossCell {
  int games = 0;
  double points = 0;  // Of the row's bot.
};

struct Standings {
  std::vector<Standing> rows;  // By rating within pools; by points and spread where ratings are equal.
  std::vector<std::vector<CrossCell>> cross;  // In the order of the rows.
  Ratings ratings;                            // By entrant.
  int games = 0;                              // That count.
};

Standings standings_of(const std::vector<std::string>& names, std::vector<GameResult> results);

// For a terminal of 80 columns or more: the rows, the cross table, what first seats won, faults.
std::string format_standings(const Standings& standings);
Json standings_to_json(const Standings& standings);

}  // namespace toptile
