// The levels of the computer player, with names that people know from other games. Each level is the
// champion, limited to an Elo on the scale of docs/champion.md, where random has about 0 and greedy about
// 1570.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace toptile {

struct Level {
  std::string_view name;
  std::string_view bot;    // In the form of toptile tournament --bot.
  std::optional<int> elo;  // What the champion is limited to; empty if it plays as well as it can.
  std::string_view about;
};
// The weakest first.
std::span<const Level> levels();

// The Elo of the champion at its best on that scale.
inline constexpr int kChampionElo = 1940;
// The Elo of a shipped bot on that scale: of `random`, `greedy` and `champion`; empty for any other name.
std::optional<int> elo_on_scale_of_levels(std::string_view bot);

}  // namespace toptile
