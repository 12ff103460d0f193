#include "bots/levels.h"

#include <array>

namespace toptile {

std::span<const Level> levels() {
  static constexpr std::array<Level, 6> kLevels = {{
      {"beginner", "champion 200", 200, "overlooks nearly all plays"},
      {"easy", "champion 600", 600, "sees few of the plays"},
      {"medium", "champion 1000", 1000, "sees one play in thirteen"},
      {"hard", "champion 1400", 1400, "sees a quarter of the plays"},
      {"expert", "champion 1800", 1800, "overlooks one play in ten"},
      {"master", "champion", std::nullopt, "sees all plays, and looks ahead"},
  }};
  return kLevels;
}

std::optional<int> elo_on_scale_of_levels(std::string_view bot) {
  if (bot == "random") return 0;
  if (bot == "greedy") return 1570;
  if (bot == "champion") return kChampionElo;
  return std::nullopt;
}

}  // namespace toptile
