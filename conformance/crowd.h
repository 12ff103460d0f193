// Games with names that one process of the bot plays at once (docs/protocol.md, "Several games at once"), for
// the tests of a bot that offers this.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "conformance/examination.h"
#include "conformance/finding.h"
#include "conformance/tables.h"
#include "conformance/talk.h"
#include "engine/game.h"
#include "protocol/uwi.h"

namespace toptile::conformance {

struct NamedGame {
  std::string name;
  Game game;
  Seat seat{};      // The bot's.
  uwi::Go go = {};  // The limits of the next question.
};

class Crowd {
 public:
  using Asked = std::vector<NamedGame*>;

  // Opens a talk with a bot that offers several games at once. The finding for another bot is a pass: it need
  // not offer them.
  static Tried<std::unique_ptr<Crowd>> open(Examination& examination);
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  // How many games at once a test can play that wants this many; at least two.
  int room_for(int wanted) const;

  // Begins a game for the seat to move in each of these. The table must be the same until all have ended.
  // Returns them in the same order; they are valid until they end.
  Tried<Asked> begin(const Table& table, std::vector<Game> games, const uwi::Go& go, std::uint64_t seed = 1);
  // Ends a game with a result: its own, or that of a game that is broken off.
  void end(NamedGame& ended);
  void end_all();

  // Asks a batch, and waits until each question has one answer. Fails if there is any other answer.
  Tried<std::vector<Answer>> ask(const std::vector<NamedQuestion>& questions,
                                 milliseconds patience = kAnswerPatience);
  // The same. Plays the answers, and then the turns of the other seats, until it is the bot's turn again or
  // the game is over.
  Tried<std::vector<Answer>> ask_and_play(const Asked& asked, milliseconds patience = kAnswerPatience);

  // Plays the answers to these questions. A refused one is a failure.
  Done play(const Asked& asked, const std::vector<Answer>& answers);
  // Waits until the bot has read everything. Fails if it has said an answer since the last call that no
  // question was open for.
  Done settle(milliseconds patience = kReadyPatience);

  // The questions for Talk::ask_all.
  static std::vector<NamedQuestion> questions_about(const Asked& asked);

  Talk& talk() { return *talk_; }
  // The games that were begun and have not ended.
  Asked games();

 private:
  Crowd(Examination& examination, std::unique_ptr<Talk> talk);

  // The answers that no question was open for, since the last call. They are not reported elsewhere then.
  std::vector<std::string> take_remarks();
  Finding illegal_among(const Asked& asked, const NamedGame& refused, const std::string& move,
                        const Refusal& refusal) const;

  Examination& examination_;
  std::unique_ptr<Talk> talk_;
  std::list<NamedGame> games_;
  int begun_ = 0;
  std::size_t remarks_;  // How many remarks were there before.
};

}  // namespace toptile::conformance
