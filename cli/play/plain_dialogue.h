// A game in plain lines, for scripts and for terminals that cannot do more: it prints a prompt and reads a
// line. Its lines fit into 80 columns, except for hints with many words.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/play/questions.h"
#include "play/bot_seats.h"
#include "play/play_table.h"
#include "play/players.h"

namespace toptile {

class PlainDialogue {
 public:
  // Plays the turn of the bot that is to move.
  using PlayBot = std::function<BotSeats::Outcome()>;

  // `wipe` is what empties the terminal and what it keeps above. With two people or more it is written
  // between their turns. If it is empty, the lines stay.
  PlainDialogue(PlayTable& table, Hints hints, Asking lines, std::string wipe, PlayBot play_bot);

  // Plays until the game is over, somebody quits, or the input ends. It is an error if a bot cannot be
  // started.
  Result<void> run();

 private:
  enum class Next { same_turn, next_turn, leave };

  Next play_person();
  // False at the end of input.
  bool hide_from_others();
  Next obey(std::string_view line);
  Next play(const Move& move);
  Next play_move(std::string_view text);
  Next exchange(std::string_view tile);
  Result<void> play_bot();
  void introduce_turn();
  void show_board();
  void show_hints();
  void tell_turns();
  void say(std::string_view text);

  PlayTable& table_;
  const Hints hints_;
  const Asking lines_;
  const std::string wipe_;
  const PlayBot play_bot_;
  std::optional<Seat> seen_by_;  // Whose rack was shown last.
  std::size_t told_ = 0;         // The number of turns that were told.
};

}  // namespace toptile
