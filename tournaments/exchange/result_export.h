// The results of recorded games in the words of other programs. Those of two are read back as the same by
// tournaments/exchange/result_files.h.
#pragma once

#include <string>
#include <string_view>

#include "protocol/game_record.h"

namespace toptile {

// A game as a row of CSV: id, pair, first, second, score, spread, end, turns. A game that counts for nobody,
// since a bot had been withdrawn, has the score *; one that was forfeited has no spread.
//
// Of three or four: id, set, then player, rank, points and fate (played, forfeited, withdrawn) of each seat,
// end, turns.
std::string csv_header(int players);
std::string csv_row(const GameRecord& record);

// A game of two as Portable Game Notation without moves. The event is any text.
std::string pgn_game(const GameRecord& record, std::string_view event);

}  // namespace toptile
