// Games that were found in several sources, and count once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "protocol/json_fields.h"

namespace toptile {

struct RepeatedGames {
  std::size_t source = 0, first = 0;  // The source in which they do not count, and that in which they do.
  std::uint64_t games = 0;
};

// One more game of that source is known from the first one.
void add_repeated(std::vector<RepeatedGames>& repeated, std::size_t source, std::size_t first,
                  std::uint64_t games = 1);

// A sentence, by the sources' names; none where nothing is repeated.
std::vector<std::string> repeated_notes(std::span<const RepeatedGames> repeated,
                                        std::span<const std::string> sources);
// [{"source", "first", "games"}]
Json repeated_to_json(std::span<const RepeatedGames> repeated);

}  // namespace toptile
