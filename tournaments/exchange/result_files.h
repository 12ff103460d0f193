// Reads results from a file of this program or of others: CSV (tournaments/exchange/result_csv.h) or PGN
// (tournaments/exchange/result_pgn.h). A PGN text begins with [, {, ; or %, which tells the two apart.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "base/result.h"
#include "ratings/tables/game_list.h"

namespace toptile {

// Adds the games of a file, which is read in blocks, so it may have any size; "-" is standard input. Pairs of
// two files are different, even if they have the same name in both. Fails if there is no game. An error names
// the file, and the line if one is wrong. The list then holds the games before that line.
Result<void> read_results(const std::filesystem::path& file, GameList& list);

// Does the same with a text, which it parses in blocks of `block` bytes.
Result<void> parse_results(std::string_view text, std::size_t block, GameList& list);

}  // namespace toptile
