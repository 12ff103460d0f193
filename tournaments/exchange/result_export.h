// Writes the results of recorded games in formats of other programs. Results of games of two are the same
// when tournaments/exchange/result_files.h reads them back.
#pragma once

#include <string>
#include <string_view>

#include "protocol/game_record.h"
#include "referee/game/clock.h"

namespace toptile {

// A game as a CSV row: id, pair, first, second, score, spread, end, turns, first_points, second_points. A
// game that does not count, because a bot was withdrawn, has the score *. A game that was forfeited has no
// spread.
//
// A game of three or four has other columns: id, set, then player, rank, points and fate (played, forfeited,
// withdrawn) of each seat, end, turns.
std::string csv_header(int players);
std::string csv_row(const GameRecord& record);

// The properties that the games of a run share.
struct PgnEvent {
  std::string name;                 // Any text.
  std::string date = "????.??.??";  // When the games were played, as in 2026.11.26.
  TimeControl clock = {};
};

// A game of two as Portable Game Notation. Its moves are in a comment, as they are not chess moves: each with
// its points, or with the score after it if a challenge decided it.
std::string pgn_game(const GameRecord& record, const PgnEvent& event);

}  // namespace toptile
