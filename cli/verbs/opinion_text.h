// What a bot said of a position or of a move that was played, as toptile analyze prints it.
#pragma once

#include <string>

#include "base/json_fields.h"
#include "tournaments/run/analysis.h"
#include "tournaments/run/fault_log.h"

namespace toptile {

// A line of a table of turns: who played what, what the bot would play, and what is lost. A cell that is too
// long is cut, and there is no blank at the end.
struct TurnCells {
  std::string player = "player", played = "played", points = "points", its_move = "its move",
              its_points = "points", lost = "lost";
};
std::string turn_cells_text(const TurnCells& cells);

// The JSON has the time and all info lines.
Json opinion_to_json(const Opinion& opinion);
Json turn_to_json(const TurnOpinion& turn, GameNumber game, const std::string& player);

// "bot mine: crash: it ended …; what it wrote on stderr is in FILE", after that was put there.
Error error_of(const AnalysisFault& fault, const std::string& bot, const std::string& where, FaultLog& log);

}  // namespace toptile
