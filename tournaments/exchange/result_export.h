// Writes the results of recorded games in formats of other programs. Results of games of two stay the same
// when tournaments/exchange/result_files.h reads them back.
#pragma once

#include <string>
#include <string_view>

#include "protocol/game_record.h"

namespace toptile {

// A game as a row of CSV: id, pair, first, second, score, spread, end, turns. A game that counts for nobody,
// because a bot was withdrawn, has the score *. A game that was forfeited has no spread.
//
// A game of three or four has other columns: id, set, then player, rank, points and fate (played, forfeited,
// withdrawn) of each seat, end, turns.
std::string csv_header(int players);
std::string csv_row(const GameRecord& record);

// A game of two as Portable Game Notation without moves. The event is any text.
std::string pgn_game(const GameRecord& record, std::string_view event);

}  // namespace toptile
