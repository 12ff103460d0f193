// The highlights of one run or several, picked from those of each game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "protocol/tournament_numbers.h"
#include "tournaments/report/game_highlights.h"

namespace toptile {

// Of equals, the first is kept, so games must be added in their order.
struct RunHighlights {
  template <class What>
  struct Found {
    std::size_t run = 0;  // The index of the game's run, as set_run says.
    GameNumber game{};
    std::string player;  // The bot's name in the run; empty if it is not a single bot's.
    What what;
  };

  std::optional<Found<GameHighlights::Play>> best_play;  // The most points.
  std::optional<Found<int>> closest_game;                // The smallest margin.
  // The winner that was furthest behind, and the margin by which it won.
  std::optional<Found<std::pair<GameHighlights::Comeback, int>>> comeback;
  std::optional<Found<GameHighlights::Stack>> tallest_stack;
  std::optional<Found<GameHighlights::LostLead>> costliest_fault;  // The greatest lead that a forfeit lost.

  void add(const GameRecord& record, const GameHighlights& game);
  void add(const RunHighlights& later);
  void set_run(std::size_t run);
};

}  // namespace toptile
