// Results from a file of other programs' or of one's own: CSV (tournaments/exchange/result_csv.h) or PGN
// (tournaments/exchange/result_pgn.h), told apart by how the text begins: a PGN does with a tag, a comment or
// a remark.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "engine/result.h"
#include "tournaments/ratings/game_list.h"

namespace toptile {

// Adds the games of a file; "-" is standard input. It is read in blocks, whatever its size. Pairs are of this
// file, even where another one calls its own the same. An error names the file and the line, as does one that
// finds no game; the list then holds the games before it.
Result<void> read_results(const std::filesystem::path& file, GameList& list);

// The same from a text of so many bytes at a time.
Result<void> parse_results(std::string_view text, std::size_t block, GameList& list);

}  // namespace toptile
