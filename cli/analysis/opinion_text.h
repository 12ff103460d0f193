// A bot's opinion of a position or of a recorded move, as toptile analyze prints it.
#pragma once

#include <string>

#include "base/json_fields.h"
#include "tournaments/analysis/analysis.h"
#include "tournaments/analysis/fault_log.h"

namespace toptile {

// A line of a table of turns: the player and its move, the move that the bot would play, and the loss. A cell
// that is too long is cut, and the line does not end in spaces.
struct TurnCells {
  std::string player = "player", played = "played", points = "points", its_move = "its move",
              its_points = "points", lost = "lost";
};
std::string turn_cells_text(const TurnCells& cells);

// The JSON has the time and all info lines.
Json opinion_to_json(const Opinion& opinion);
Json turn_to_json(const TurnOpinion& turn, GameNumber game, const std::string& player);

// Saves the bot's stderr to a file, and returns "bot mine: crash: it ended …; what it wrote on stderr is in
// FILE".
Error error_of(const AnalysisFault& fault, const std::string& bot, const std::string& where, FaultLog& log);

}  // namespace toptile
