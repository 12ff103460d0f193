// What the results of a tournament come to: a row a bot, best first, and who did what against whom. A pure
// function of the results.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/game_record.h"
#include "protocol/json_fields.h"
#include "tournaments/ratings.h"

namespace toptile {

// What a game of two comes to.
struct GameResult {
  std::uint64_t id = 0;
  std::uint64_t pair = 0;
  int first = 0, second = 0;  // Entrants, in seat order.
  double score = 0;           // Of the first: 1, 0.5, 0.
  int spread = 0;             // Points of the first less those of the second.
  int turns = 0;
  std::optional<int> faulted;  // The entrant that forfeited it.
  std::string fault;           // "illegal: …"
  bool is_void = false;        // Not played, as that entrant had been withdrawn: it counts for nobody.
  bool is_late = false;        // The referee itself was, by 10 ms or more.
};

GameResult result_of(const GameRecord& record, int first, int second);

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
