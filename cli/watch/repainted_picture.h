// The picture of the repainted view of a tournament (--view live): a pure function of the tournament's state
// and the terminal's size.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/terminal/screen_line.h"
#include "cli/terminal/terminal.h"
#include "tournaments/run/tournament_watch.h"
#include "tournaments/standings/running_table.h"

namespace toptile {

struct GameInPlay {
  GameNumber id{};
  std::vector<Entrant> entrants;  // The entrants in seat order.
  std::chrono::milliseconds elapsed{0};
};

struct RepaintedPicture {
  std::vector<std::string> names;  // The index is the entrant.
  TournamentProgress progress;
  std::vector<RunningRow> rows;      // The best row is first.
  std::vector<GameInPlay> in_play;   // Sorted by number.
  std::vector<std::string> remarks;  // Lines under the bar, such as "round 2 of 5".
  std::vector<std::string> faults;   // The last faults, the newest at the end.
};

// Draws the bar, remarks, the top of the standings, games in play and faults, as many as there is room for.
// There are fewer lines than the terminal has rows, but always the bar, and no line is wider than the
// terminal. The numbers of bots and games that do not fit are shown.
std::vector<ScreenLine> draw(const RepaintedPicture& picture, const TerminalSize& size);

}  // namespace toptile
