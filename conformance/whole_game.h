// Whole games of the bot against the engine's greedy player, one after the other in one process.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "conformance/finding.h"
#include "conformance/talk.h"
#include "protocol/uwi.h"

namespace toptile::conformance {

struct WholeGame {
  std::vector<std::chrono::steady_clock::duration> answers;  // How long each answer took.
  int points = 0;                                            // The bot's points at the end of the game.
  int chances = 0;                                           // Moves for which it had a legal play.
  int plays = 0;                                             // Moves that were plays.
};

// Plays a game from newgame to result. If the ruleset is for one player, the bot plays alone. The bot is told
// of a refused move, which is a failure.
Tried<WholeGame> play_whole_game(Talk& talk, const Table& table, std::uint64_t seed, Seat seat,
                                 std::chrono::milliseconds move_time);

}  // namespace toptile::conformance
