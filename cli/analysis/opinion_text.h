// What toptile analyze prints: opinions as JSON, rows of the table of turns, and the errors of the bot that
// is asked.
#pragma once

#include <string>

#include "base/json_fields.h"
#include "tournaments/analysis/analysis.h"
#include "tournaments/analysis/fault_log.h"

namespace toptile {

// A row of the table of turns: the player with its move and points, the move and the points of the bot that
// is asked, and the points lost. The default values are the headings. Names and moves that are too long are
// cut.
struct TurnCells {
  std::string player = "player", played = "played", points = "points", its_move = "its move",
              its_points = "points", lost = "lost";
};
std::string turn_cells_text(const TurnCells& cells);

// The JSON includes the time in milliseconds, and the info lines that the opinion has.
Json opinion_to_json(const Opinion& opinion);
Json turn_to_json(const TurnOpinion& turn, GameNumber game, const std::string& player);

// Saves the bot's stderr to a file, and returns "bot mine: crash: it ended …; what it wrote on stderr is in
// FILE".
Error error_of(const AnalysisFault& fault, const std::string& bot, const std::string& where, FaultLog& log);

}  // namespace toptile
