// A game on a full screen: the board, a cursor, and letters that are laid at the cursor. Everything is
// redrawn after every key and every change of the window size.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/play/layout.h"
#include "cli/terminal/screen.h"
#include "play/bot_seats.h"
#include "play/laying.h"
#include "play/play_table.h"
#include "play/players.h"

namespace toptile {

// What a player can ask for when the game is over.
enum class Afterwards {
  another_game,  // With the same players.
  review         // The champion reviews the people's moves.
};

class PlayScreen {
 public:
  // All arguments passed by reference must outlive this. `on_end` is called once, when the game is over; its
  // lines are shown below the result, where a key selects each of the `offered` options.
  PlayScreen(PlayTable& table, BotSeats& bots, Screen& screen, Hints hints, std::set<Afterwards> offered,
             std::stop_token stop, std::function<std::vector<std::string>()> on_end);

  // Plays until the game is over and a person has left its end, or a player quits. It is an error if a bot
  // cannot be started.
  Result<void> run();
  // What the user asked for at the end of the game, or nullopt if the user only left.
  std::optional<Afterwards> wish() const { return wish_; }

 private:
  enum class Mode { curtain, laying, hints, exchange, pass, question, bot, over };

  void begin_turn();
  void begin_laying();
  Result<void> follow_bot();
  // Returns false if the user leaves.
  bool obey(const Key& key);
  void obey_while_laying(const Key& key);
  void obey_while_hinting(const Key& key);
  void obey_while_exchanging(const Key& key);
  void lay(char32_t character);
  void submit();
  void begin_exchange();
  void mix_rack();
  void ask_for_hints();
  void show_hint(int number);
  void play(const Move& move);

  void draw();
  void draw_game(const Layout& layout);
  void draw_help(const ScreenSize& size);
  void draw_end(const Layout& layout);
  void draw_rack(const Layout& layout);
  std::vector<std::string> hint_list() const;
  std::string message() const;
  std::string keys_line(std::size_t columns) const;
  std::optional<Face> face_of(char32_t character) const;

  PlayTable& table_;
  BotSeats& bots_;
  Screen& screen_;
  const Hints may_hint_;
  const std::set<Afterwards> offered_;
  const std::stop_token stop_;
  const std::function<std::vector<std::string>()> on_end_;

  Mode mode_ = Mode::bot;
  bool shows_help_ = false;
  std::size_t top_ = 0;  // The first visible line of the help, or of the end.
  bool shows_unseen_ = false;
  std::optional<Afterwards> wish_;
  std::optional<Laying> laying_;
  std::optional<Laying> before_hints_;  // What Esc restores while hints are shown.
  std::vector<Face> rack_order_;        // The tiles of the rack in the order shown.
  std::vector<ScoredPlay> hints_;
  int selected_ = 0;             // The selected hint.
  std::optional<Seat> seen_by_;  // The seat that last saw its rack, if it is still at the screen.
  std::string said_;             // A message about the last key, until the next key.
  std::string told_;             // A message, such as a bot's fault, that stays until a person plays.
  std::vector<std::string> end_;
};

}  // namespace toptile
