// A game on a full screen: the board, a cursor, letters laid where it stands. What it shows is drawn anew
// after every key and every change of the window's size.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/play/curses.h"
#include "cli/play/layout.h"
#include "play/bot_seats.h"
#include "play/hints.h"
#include "play/laying.h"
#include "play/table.h"

namespace toptile {

class PlayScreen {
 public:
  // All must outlive it. `on_end` is asked once, when the game is over, for lines to be shown below its end.
  PlayScreen(PlayTable& table, BotSeats& bots, Curses& curses, Hints hints, std::stop_token stop,
             std::function<std::vector<std::string>()> on_end);

  // Until the game is over and its end was looked at, or somebody quits; an error where a bot cannot be
  // started.
  Result<void> run();

 private:
  enum class Mode { curtain, laying, hints, exchange, pass, question, bot, over };

  void begin_turn();
  void begin_laying();
  Result<void> follow_bot();
  // False: leave.
  bool obey(const PlayKey& key);
  void obey_while_laying(const PlayKey& key);
  void obey_while_hinting(const PlayKey& key);
  void obey_while_exchanging(const PlayKey& key);
  void lay(char32_t character);
  void submit();
  void ask_for_hints();
  void show_hint(int number);
  void play(const Move& move);

  void draw();
  void draw_game(const Layout& layout);
  void draw_rack(const Layout& layout);
  std::vector<std::string> hint_list() const;
  std::string message() const;
  std::string keys_line() const;
  std::optional<Face> face_of(char32_t character) const;

  PlayTable& table_;
  BotSeats& bots_;
  Curses& curses_;
  const Hints may_hint_;
  const std::stop_token stop_;
  const std::function<std::vector<std::string>()> on_end_;

  Mode mode_ = Mode::bot;
  bool shows_help_ = false;
  std::optional<Laying> laying_;
  std::vector<ScoredPlay> hints_;
  int selected_ = 0;  // Of the hints.
  int seen_by_ = -1;  // The person who last saw a rack.
  std::string said_;  // About the last key; gone with the next.
  std::string told_;  // What a bot did wrong; gone with the next turn of a person.
  std::vector<std::string> end_;
};

// What the help screen says.
extern const std::vector<std::string> kScreenHelp;

}  // namespace toptile
