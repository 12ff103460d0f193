// Games that were found in several sources, and count once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/json_fields.h"

namespace toptile {

struct RepeatedGames {
  std::size_t source = 0, first = 0;  // The games do not count in `source`, because they count in `first`.
  std::uint64_t games = 0;
};

// Adds games of `source` that the source `first` already has.
void add_repeated(std::vector<RepeatedGames>& repeated, std::size_t source, std::size_t first,
                  std::uint64_t games = 1);

// Sentences about them; empty if no game is repeated. `sources` are the names of the sources.
std::vector<std::string> repeated_notes(std::span<const RepeatedGames> repeated,
                                        std::span<const std::string> sources);
// [{"source", "first", "games"}]
Json repeated_to_json(std::span<const RepeatedGames> repeated);

}  // namespace toptile
