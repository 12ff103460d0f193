// Reads results from a file of this program or of others: CSV (tournaments/exchange/result_csv.h) or PGN
// (tournaments/exchange/result_pgn.h). The text of a PGN begins with [, {, ; or %, so the two can be told
// apart.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "base/result.h"
#include "ratings/tables/game_list.h"

namespace toptile {

// Adds the games of a file, which is read in blocks, so it may have any size; "-" is standard input. Pairs of
// two files are different, even if both files call them the same. It is an error if there is no game. An
// error names the file, and the line if one is wrong. The list then holds the games before that line.
Result<void> read_results(const std::filesystem::path& file, GameList& list);

// Does the same with a text, from which it takes `block` bytes at a time.
Result<void> parse_results(std::string_view text, std::size_t block, GameList& list);

}  // namespace toptile
