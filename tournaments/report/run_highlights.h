// The highlights of one run or several, picked from those of each game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "protocol/tournament_numbers.h"
#include "tournaments/report/game_highlights.h"

namespace toptile {

// Not a member of RunHighlights: Clang 14 loses its instantiations there.
template <class What>
struct FoundHighlight {
  std::size_t run = 0;  // The index of the game's run, as set_run says.
  GameNumber game{};
  std::string player;  // The bot's name in the run; empty if it is not a single bot's.
  What what;
};

// Of equals, the first is kept, so games must be added in their order.
struct RunHighlights {
  std::optional<FoundHighlight<GameHighlights::Play>> best_play;  // The most points.
  std::optional<FoundHighlight<int>> closest_game;                // The smallest margin.
  // The winner that was furthest behind, and the margin by which it won.
  std::optional<FoundHighlight<std::pair<GameHighlights::Comeback, int>>> comeback;
  std::optional<FoundHighlight<GameHighlights::Stack>> tallest_stack;
  std::optional<FoundHighlight<GameHighlights::LostLead>>
      costliest_fault;  // The greatest lead that a forfeit lost.

  void add(const GameRecord& record, const GameHighlights& game);
  void add(const RunHighlights& later);
  void set_run(std::size_t run);
};

}  // namespace toptile
