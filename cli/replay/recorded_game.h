// A recorded game as it stood after each of its turns, and the plain text of it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cli/replay/board_text.h"
#include "engine/game.h"
#include "protocol/game_record.h"
#include "protocol/replay.h"

namespace toptile {

// What the record says is shown even where the rules disagree; turns from the first that they do not allow on
// are not there.
class RecordedGame {
 public:
  struct Seat {
    int score = 0;
    std::string rack;                                // Held now; at the end what was left.
    std::optional<std::chrono::milliseconds> clock;  // After its last turn; nothing before its first.
  };
  struct State {
    Board board;
    LaidTiles laid;  // By the turn before.
    std::vector<Seat> seats;
    std::vector<int> word_points;  // Of the turn's words; empty where the rules and the record differ.
    std::string remark;            // Whether its challenge was right, or that its play was taken back.
  };

  // The ruleset must outlive it. Control characters of the record's texts are replaced.
  RecordedGame(GameRecord record, const Ruleset& rules, const Lexicon& lexicon);

  const GameRecord& record() const { return record_; }
  const Alphabet& alphabet() const { return alphabet_; }
  int turns() const { return static_cast<int>(states_.size()) - 1; }
  bool is_broken() const { return states_.size() <= record_.turns.size(); }
  // 0: before the first turn.
  const State& after(int turn) const { return states_[static_cast<std::size_t>(turn)]; }
  const TurnRecord& turn(int number) const { return record_.turns[static_cast<std::size_t>(number - 1)]; }
  // Who drew what for the first move, and starts; empty where nothing was drawn.
  const std::string& first_draw() const { return first_draw_; }
  const std::string& player(int seat) const { return record_.players[static_cast<std::size_t>(seat)]; }

  // Heading, board, seats, and after the last turn how it ended.
  std::string text_after(int turn) const;
  // How it ended; with what was last heard of who forfeited, or without.
  enum class With { evidence, no_evidence };
  std::string ending(With with) const;

 private:
  void add_state(const ReplayedTurn& turn);
  void remark_on(const Game& game);
  std::vector<Seat> seats_after(int turn) const;
  std::string heading(int turn) const;

  GameRecord record_;
  const Alphabet& alphabet_;
  std::string first_draw_;
  std::vector<State> states_;
};

}  // namespace toptile
