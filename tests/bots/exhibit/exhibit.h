// A greedy bot with one deed. Before the deed it says so on stderr, for whoever waits for it.
#pragma once

#include <string>

#include "tests/bots/exhibit/deed.h"
#include "tests/bots/player.h"

namespace toptile {

class Exhibit {
 public:
  explicit Exhibit(Deed deed) : deed_(std::move(deed)) {}

  // Until `quit` or the end of its input.
  void run();

  // For the deeds.
  Player& player() { return player_; }
  std::string best_answer() { return "bestmove " + player_.best_move(); }

 private:
  void take(const uwi::Hello&);
  void take(const uwi::SetOption&) { (void)is_done(Moment::setoption); }
  void take(const uwi::IsReady&);
  void take(const uwi::RulesetLine& line);
  void take(const uwi::LexiconLine& line) { player_.take(line); }
  void take(const uwi::NewGame&);
  void take(const uwi::PositionLine& line) { player_.take(line); }
  void take(const uwi::Go& go);
  void take(const uwi::GameResult&) { (void)is_done(Moment::result); }
  void take(const uwi::Quit&);
  template <class Message>
  void take(const Message&) {}

  // Does the deed if it is time to. True where it was all that was to be done.
  [[nodiscard]] bool is_done(Moment moment);

  const Deed deed_;
  Player player_;
  int moves_ = 0;
};

}  // namespace toptile
