// The games in play as the live page shows them: their turns, and which of them is shown first. Nothing here
// tells what a seat at the table does not see. It belongs to the thread that serves the page.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "referee/game/open_table.h"

namespace toptile {

class LiveBoards {
 public:
  // The tables must outlive it. Nobody else may take their news.
  explicit LiveBoards(OpenTables& tables) : tables_(tables) {}

  // Takes in what is new at the tables.
  void refresh();
  // The bots' ratings by name. A bot without one counts as the weakest.
  void rate(std::map<std::string, double> ratings) { ratings_ = std::move(ratings); }
  // No game is in play any more, although nobody told their ends.
  void close() { is_closed_ = true; }

  // The games in play in the order of their numbers, kMaxListed at most: game, players, scores, turns.
  Json games() const;
  // The game in play that most readers want to see: that of the bots with the highest ratings together. Among
  // equals, the one that began first.
  std::optional<GameNumber> featured() const;
  // The board of a game in play, or of one that was the last at its table. Nothing if it is neither.
  std::optional<Json> board(GameNumber id) const;

  static constexpr std::size_t kMaxListed = 100;

 private:
  bool is_in_play(const OpenGame& game) const { return !is_closed_ && !game.end && game.id != 0; }
  double rating_of(const OpenGame& game) const;

  OpenTables& tables_;
  std::map<OpenTable*, OpenGame> seen_;  // Each has all turns of its game.
  std::map<std::string, double> ratings_;
  bool is_closed_ = false;
};

// The board of a game that is over, from the line of its record. An error says what is wrong with the line.
Result<Json> board_of_record(const std::string& line);

}  // namespace toptile
