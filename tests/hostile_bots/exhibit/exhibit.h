// A greedy bot with one deed. It announces the deed on stderr, for tests that wait for it.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "tests/hostile_bots/exhibit/deed.h"
#include "tests/hostile_bots/player.h"

namespace toptile {

class Exhibit {
 public:
  explicit Exhibit(Deed deed) : deed_(std::move(deed)) {}

  // Plays until `quit` or the end of its input.
  void run();

  // The deeds use these.
  Player& player() { return player_; }
  std::string best_answer() { return "bestmove " + player_.best_move(); }
  // The names of the games that the present batch asks about, and the answer to one of them with its mark.
  const std::vector<std::string>& batch() const { return batch_; }
  std::string answer_in(const std::string& game);
  // What the referee allows for the move that it asks for; 0 if it told no time for a move.
  std::chrono::milliseconds allowed() const { return allowed_; }

 private:
  void take(const uwi::Hello&);
  void take(const uwi::SetOption&) { (void)is_done(Moment::setoption); }
  void take(const uwi::IsReady&);
  void take(const uwi::RulesetLine& line);
  void take(const uwi::LexiconLine& line) { player_.take(line); }
  void take(const uwi::NewGame&);
  void take(const uwi::PositionLine& line);
  void take(const uwi::Batch& batch);
  void take(const uwi::Go& go);
  void take(const uwi::GameResult&) { (void)is_done(Moment::result); }
  void take(const uwi::Quit&);
  template <class Message>
  void take(const Message&) {}

  // Does the deed if this is its moment. True if the bot then has nothing more to do.
  [[nodiscard]] bool is_done(Moment moment);

  const Deed deed_;
  Player player_;
  std::string game_;                                    // The mark of the present line; empty without one.
  std::map<std::string, uwi::PositionLine> positions_;  // By the names of the games.
  std::vector<std::string> batch_;
  int left_of_batch_ = 0;
  int moves_ = 0;
  std::chrono::milliseconds allowed_{0};
};

}  // namespace toptile
