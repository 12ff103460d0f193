#include "tournaments/exchange/repeated_games.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"

namespace toptile {

void add_repeated(std::vector<RepeatedGames>& repeated, std::size_t source, std::size_t first,
                  std::uint64_t games) {
  // Sources are read one after the other, so `repeated` is sorted by source.
  const auto of_source = std::ranges::lower_bound(repeated, source, {}, &RepeatedGames::source);
  const auto known = std::find_if(of_source, repeated.end(),
                                  [&](const RepeatedGames& other) { return other.first == first; });
  if (known == repeated.end()) {
    repeated.push_back({source, first, games});
  } else {
    known->games += games;
  }
}

std::vector<std::string> repeated_notes(std::span<const RepeatedGames> repeated,
                                        std::span<const std::string> sources) {
  if (repeated.empty()) return {};
  std::uint64_t games = 0;
  std::vector<std::string> places;
  for (const RepeatedGames& each : repeated) {
    games += each.games;
    const std::string &source = sources[each.source], &first = sources[each.first];
    places.push_back(source == first ? fmt::format("{} of {}, which is named twice", each.games, source)
                                     : fmt::format("{} of {} in {}", each.games, source, first));
  }
  return {
      fmt::format("Games that are in several sources and count only once: {} ({}).", games, listed(places))};
}

Json repeated_to_json(std::span<const RepeatedGames> repeated) {
  Json list = Json::array();
  for (const RepeatedGames& each : repeated)
    list.push_back({{"source", each.source}, {"first", each.first}, {"games", each.games}});
  return list;
}

}  // namespace toptile
