// A game that is not over, as it is kept between two moves: unfinished.json in the run's folder
// (docs/play.md). The rest follows from run.json.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"
#include "protocol/game_record.h"

namespace toptile {

struct SavedGame {
  // The turns so far, without what follows from the moves: only move, time, clock, info and refused are set.
  std::vector<TurnRecord> turns;
  std::vector<ForfeitRecord> forfeits;  // The forfeits in the order in which they came.
  int hints = 0;                        // The number of hints that were asked for.
  int challenge_limit = 0;              // The limit for a person's turn; 0: none.
};

std::string format_saved_game(const SavedGame& saved);
// Every error begins with `where`.
Result<SavedGame> parse_saved_game(std::string_view text, const std::string& where);

// Plays it into a game that is before its first move. An error says which turn the rules do not allow.
Result<void> play_again(const SavedGame& saved, Game& game);

}  // namespace toptile
