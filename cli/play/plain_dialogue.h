// A game in plain lines, for scripts and simple terminals: it prints a prompt and reads a line. Its lines fit
// into 80 columns, except for hints with many words.
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
  // Plays the turn of the bot whose turn it is.
  using PlayBot = std::function<BotSeats::Outcome()>;

  // `wipe` is the text that clears the terminal and its scrollback. It is written between the turns of two or
  // more people. If it is empty, the lines stay.
  PlainDialogue(PlayTable& table, Hints hints, Asking lines, std::string wipe, PlayBot play_bot);

  // Plays until the game is over, a player quits, or the input ends. It is an error if a bot cannot be
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
  std::optional<Seat> seen_by_;  // The seat whose rack was shown last.
  std::size_t told_ = 0;         // The number of turns printed so far.
};

}  // namespace toptile
