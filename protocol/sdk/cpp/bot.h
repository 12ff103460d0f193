// The C++ kit: everything between a bot's one function and the referee. A complete bot:
//
//   #include <toptile/sdk/bot.h>
//
//   using namespace toptile;
//
//   Move choose(Thinking& thinking) {
//     const Position& position = thinking.position();
//     ScoredPlay best;
//     const bool can_play = thinking.generator().find_best(position.board, position.rack, best);
//     return can_play ? Move(best.placement) : Move(Pass{});
//   }
//
//   int main() {
//     return run_bot({.name = "Mine", .author = "Me"}, choose);
//   }
//
// A bot is one process with one thread. While it thinks, `should_stop` reads what the referee sends. A bot
// that answers at once never needs it.
//
// A bot for which many questions cost little more than one gets them together, from several games that the
// referee plays at once (docs/protocol.md, "Several games at once"): BotDescription::choose_many.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/endgame_position.h"
#include "engine/lexicon.h"
#include "engine/movegen.h"
#include "engine/position.h"
#include "engine/random.h"
#include "engine/ruleset.h"
#include "protocol/uwi.h"

namespace toptile {

namespace sdk {
class Session;
struct PlayedGame;
}  // namespace sdk

// One question of the referee: which move to play, or whether to challenge the last play.
class Thinking {
 public:
  Thinking(sdk::Session& session, sdk::PlayedGame& game) : session_(&session), game_(&game) {}

  // The game that the question is about: its id, the players, this bot's seat, and the seed. Games that are
  // played at once have different ids.
  const uwi::NewGame& game() const;
  const Position& position() const;
  const Ruleset& rules() const;
  const Lexicon& lexicon() const;
  // The generator is kept from move to move, so that it need not read the whole board again.
  MoveGenerator& generator();
  // Seeded again for every game with the referee's seed, so that the same seed gives the same moves.
  Random& random();
  int seat() const;
  int players() const;
  // Whether the rules allow an exchange now. The rack and the bag must have tiles, no play of this turn may
  // have been challenged away, and a free exchange must be left if the ruleset counts them.
  bool may_exchange() const;
  // How many plays of this turn were challenged away. After each, the referee asks for a move again.
  int challenged_away() const;
  // The time left for this move and, with a game clock, for all later ones; nullopt if no clock runs.
  // Questions of several games share the time: a function for one question has its part of it, and
  // choose_many has the time until this game's clock ends, which runs at 1/k of the usual speed for k
  // questions.
  std::optional<std::chrono::milliseconds> time_left() const;
  // The time left beyond the limits for single moves, for the rest of the game; 0 without a time bank.
  // should_stop() does not use it: a bot that wants to draw on it checks time_left().
  std::chrono::milliseconds bank() const;
  // The time that each seat had left for the whole game when the referee asked for the move, in seat order;
  // below 0 in overtime. Empty without a game clock: time_left() is then for this move alone, or there is no
  // limit.
  const std::vector<std::chrono::milliseconds>& clocks() const;
  // The time that the referee adds to this bot's clock for the answer; 0 without a game clock.
  std::chrono::milliseconds increment() const;
  // The time left in each seat's time bank when the referee asked for the move, in seat order; empty without
  // time banks.
  const std::vector<std::chrono::milliseconds>& banks() const;
  // The number k of games that share the time, as each of their clocks runs at 1/k of the usual speed. 1 for
  // a game that is played alone, in a function for one question, which has its part of the time, and if the
  // limit is for the move, which is then for all questions together.
  int shared() const;
  // The number of nodes to search for this move, as the bot counts them in its info lines; nullopt if
  // unlimited.
  std::optional<std::int64_t> nodes() const;
  // Whether the referee has asked for the move at once, or the time is nearly over. Also answers the referee,
  // and is cheap enough to be called every few thousand nodes.
  bool should_stop();
  // Sends an info line, such as "depth 3 nodes 1200 score 14 pv 5d.MOOD".
  void tell(const std::string& info);
  // The value of a declared option, as set by the referee or by default; empty if the option was not
  // declared.
  std::string option(const std::string& name) const;

 private:
  sdk::Session* session_;
  sdk::PlayedGame* game_;
};

// Chooses a move for each question, in their order; an illegal one loses its game. They are questions of
// several games, or the only one of a game that is played alone. Games that are over are left out.
using ChooseMany = std::function<std::vector<Move>(std::span<Thinking> questions)>;

struct BotDescription {
  std::string name;
  std::string author;
  // A value that does not fit its declaration is ignored, with a note on standard error.
  std::vector<uwi::OptionLine> options = {};
  // Called with the name of a button each time the referee presses it.
  std::function<void(const std::string& button)> pressed = {};
  // How many games at once the bot offers to play; 0: 64 with choose_many, otherwise 1.
  int games = 0;
  // Called in place of ChooseMove, with the questions of all games that wait for a move.
  ChooseMany choose_many = {};
  // Called when a game begins. The previous game may have been broken off, or go on beside it if the bot
  // offers several games at once.
  std::function<void()> new_game = {};
  // Called when a game has ended.
  std::function<void(const uwi::GameResult&)> game_over = {};
  // Called after new_game and game_over, with the game that begins or has ended, as in Thinking::game(). A
  // bot that remembers something of each game keeps it by the game's id, and forgets it when the game ends.
  // Only a game that is played alone may be broken off by the next one, without an end.
  std::function<void(const uwi::NewGame& game)> game_started = {};
  std::function<void(const uwi::NewGame& game, const uwi::GameResult&)> game_ended = {};
};

// Chooses the move to play. An illegal move loses the game.
using ChooseMove = std::function<Move(Thinking&)>;
// Whether to challenge the last play. The default does so exactly if one of its words is not in the lexicon.
using ChooseChallenge = std::function<bool(Thinking&)>;

// Does work in advance, off the clock, each time the ruleset or the lexicon of the coming games changes. Both
// stay at the same address until the next call.
using Prepare = std::function<void(const Ruleset&, const Lexicon&)>;

// Speaks UWI on standard input and output until `quit` or the end of input. Returns the program's exit code.
// `choose` may be empty if the bot has choose_many; without both, the exit code is 1. If `choose` is called
// for several questions, all are answered together after the last of them.
int run_bot(const BotDescription& bot, const ChooseMove& choose, const ChooseChallenge& challenge = {},
            const Prepare& prepare = {});

// The position for the endgame solver (engine/endgame.h), with this bot to move. Returns nullopt if the bag
// has tiles, if the game does not have two players, or if the referee did not send bag, unseen, scores and
// moves.
std::optional<EndgamePosition> endgame_of(const Thinking& thinking);

// Whether the last of the position's moves formed a word outside the lexicon; false if the position has no
// moves.
bool has_unknown_word(const Position& position, const Ruleset& rules, const Lexicon& lexicon);

}  // namespace toptile
