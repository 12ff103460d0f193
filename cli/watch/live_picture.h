// What the live view of a tournament shows: a pure function of how things stand and of the terminal's size.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/terminal/terminal.h"
#include "tournaments/run/tournament_watch.h"
#include "tournaments/standings/running_table.h"

namespace toptile {

struct GameInPlay {
  std::uint64_t id = 0;
  std::vector<int> entrants;  // In seat order.
  std::chrono::milliseconds elapsed{0};
};

struct LivePicture {
  std::vector<std::string> names;  // By entrant.
  TournamentProgress progress;
  std::vector<RunningRow> rows;      // Best first.
  std::vector<GameInPlay> in_play;   // By number.
  std::vector<std::string> remarks;  // Under the bar: "round 2 of 5".
  std::vector<std::string> faults;   // The last ones, the newest at the end.
};

struct PictureLine {
  enum class Style { plain, heading, dim, alarm };
  std::string text;
  Style style = Style::plain;
  friend bool operator==(const PictureLine&, const PictureLine&) = default;
};

// The bar, remarks, the best of the standings, games in play and faults, as much as there is room for: fewer
// lines than the terminal has, the bar at least, and none wider than it. What does not fit is counted.
std::vector<PictureLine> draw(const LivePicture& picture, const TerminalSize& size);

}  // namespace toptile
