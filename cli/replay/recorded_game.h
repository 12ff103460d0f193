// A recorded game as it stood after each of its turns, and its plain text.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "cli/replay/game_text.h"
#include "engine/game.h"
#include "protocol/game_record.h"
#include "protocol/replay.h"

namespace toptile {

// The line of RecordedGame::ending before the last lines to and from a bot that forfeited.
inline constexpr std::string_view kExchangedHeading = "  The last lines, > to the bot and < from it:";

// Shows what the record says, even where the rules disagree. The first turn that the rules do not allow is
// left out, together with all later ones.
class RecordedGame {
 public:
  struct SeatState {
    int score = 0;
    std::string rack;                                // The rack now; at the end the tiles that were left.
    std::optional<std::chrono::milliseconds> clock;  // After the seat's last turn, if it had a clock.
  };
  struct State {
    Board board;
    LaidTiles laid;  // The tiles that the turn laid.
    std::vector<SeatState> seats;
    std::vector<int> word_points;  // The points of the turn's words; empty if rules and record differ.
    std::string remark;            // Says whether its challenge was right, or that its play was taken back.
  };

  // The ruleset must outlive this. Control characters in the record's texts are replaced.
  RecordedGame(GameRecord record, const Ruleset& rules, const Lexicon& lexicon);

  const GameRecord& record() const { return record_; }
  const Alphabet& alphabet() const { return alphabet_; }
  int turns() const { return static_cast<int>(states_.size()) - 1; }
  bool is_broken() const { return states_.size() <= record_.turns.size(); }
  // Turn 0 is the state before the first turn.
  const State& after(int turn) const { return states_[turn]; }
  const TurnRecord& turn(int number) const { return record_.turns[number - 1]; }
  // Whether this turn, from 1, belongs to the opening, which no player chose.
  bool is_of_opening(int number) const { return number <= record_.opening; }
  // Who drew what for the first move, and who starts; empty if nothing was drawn.
  const std::string& first_draw() const { return first_draw_; }
  const std::string& player(Seat seat) const { return record_.players[seat]; }

  // The heading, the board and the seats; after the last turn also how the game ended.
  std::string text_after(int turn) const;
  // How the game ended, with or without the evidence about a bot that forfeited.
  enum class With { evidence, no_evidence };
  std::string ending(With with) const;

 private:
  void add_state(const ReplayedTurn& turn);
  void remark_on(const Game& game);
  std::vector<SeatState> seats_after(int turn) const;
  std::string heading(int turn) const;

  GameRecord record_;
  const Alphabet& alphabet_;
  std::string first_draw_;
  std::vector<State> states_;
};

// Refuses --turn for a turn of the opening.
std::optional<Error> opening_turn_fault(const GameRecord& record, int turn);

}  // namespace toptile
