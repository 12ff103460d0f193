// The results of recorded games of two in the words of other programs, which tournaments/result_files.h reads
// back as the same.
#pragma once

#include <string>
#include <string_view>

#include "protocol/game_record.h"

namespace toptile {

// A game as a row of CSV: id, pair, first, second, score, spread, end, turns. A game that counts for nobody,
// since a bot had been withdrawn, has the score *; one that was forfeited has no spread.
std::string csv_header();
std::string csv_row(const GameRecord& record);

// A game as Portable Game Notation without moves. The event is any text.
std::string pgn_game(const GameRecord& record, std::string_view event);

}  // namespace toptile
