// Keeps track of the messages between a referee and a bot, and so of which may come next (docs/protocol.md).
// It is one state machine for both sides; each side feeds it the lines in the order in which it writes and
// reads them. It does no I/O and keeps no text, and hearing a message allocates nothing.
//
//   before uwi --uwi--> shaking hands --uwiok--> idle --newgame--> in a game --result--> idle
//
// In a game a `go` opens a question and one `bestmove` closes it. `isready` may come at any time after
// `uwiok`, any number of times. `newgame` or `result` breaks off an open question. Its answer may still be on
// the way, and is stale until the `readyok` that answers the `isready` after `newgame`.
//
// A bot that offered to play several games at once may also get games with names, whose lines carry the name
// as a mark (uwi::take_game). Each has its own turns. Their questions come in batches: `batch 2` announces
// two of them, and the next batch comes when all are answered or broken off.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "protocol/uwi.h"

namespace toptile {

class Conversation {
 public:
  enum class Standing {
    in_turn,
    stale,  // Ignore the message. Neither side is to blame: it crossed a message from the other side.
    // A challenge or an accept came where a move was asked for, or vice versa. It still counts as an answer,
    // so the question is closed.
    misfit,
    out_of_turn,  // Ignore the message; it changes nothing.
  };
  struct Verdict {
    Standing standing = Standing::in_turn;
    std::string_view sentence;  // The reason, for the author of the program at fault; empty if in turn.
  };

  // `game` is the mark of the line; empty: it has none.
  Verdict referee_said(const uwi::RefereeMessage& message, std::string_view game = {});
  Verdict bot_said(const uwi::BotMessage& message, std::string_view game = {});

  bool is_shaking_hands() const { return stage_ == Stage::shaking_hands; }
  bool is_getting_ready() const { return ready_owed_ > 0; }
  bool has_quit() const { return stage_ == Stage::quit; }

  // These are about the game without a name. Whether a `go` or `go challenge` of it is open:
  bool is_thinking() const { return plain_.is_thinking(); }
  bool is_in_game() const { return plain_.is_in_game; }
  bool may_bot_answer_move() const { return plain_.question == Question::move; }
  bool may_bot_answer_challenge() const { return plain_.question == Question::challenge; }
  bool was_stop_sent() const { return plain_.is_stop_sent; }

  // How many games at once the bot has offered to play.
  int games_offered() const { return offered_; }
  // The games with names that have begun and are not over, and their open questions.
  int named_games() const { return named_games_; }
  int open_questions() const { return open_questions_; }
  bool is_thinking_about(std::string_view game) const;
  // How many questions of the batch have not been asked yet.
  int left_of_batch() const { return left_of_batch_; }
  // Expects no more questions of the batch. A bot that answers what came of it can then take the next one.
  void cut_batch() { left_of_batch_ = 0; }

 private:
  enum class Stage { before_uwi, shaking_hands, open, quit };
  enum class Question { none, move, challenge };

  // The turns of one game.
  struct Turns {
    bool is_in_game = false;
    bool has_position = false;  // Whether a position of this game was sent.
    bool has_answered = false;  // Whether a question of this game was answered.
    Question question = Question::none;
    bool is_stop_sent = false;  // Whether `stop` was sent for the open question.
    int stale_owed = 0;         // The number of questions broken off whose answer may still come.

    bool is_thinking() const { return question != Question::none; }
    void leave_game() { is_in_game = has_position = has_answered = false; }
  };

  template <class Message>
  Verdict hear_about(const Message& message, std::string_view game);
  // `name` is the game's, and empty for the game without one. A message about no game ignores both.
  Verdict hear(const uwi::Hello&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::SetOption&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::IsReady&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::RulesetLine&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::LexiconLine&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::NewGame&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::PositionLine&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::Go& go, Turns& turns, std::string_view name);
  Verdict hear(const uwi::Batch& batch, Turns& turns, std::string_view name);
  Verdict hear(const uwi::Stop&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::Refused&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::GameResult&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::Quit&, Turns& turns, std::string_view name);

  Verdict hear(const uwi::Id&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::Games& games, Turns& turns, std::string_view name);
  Verdict hear(const uwi::OptionLine&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::UwiOk&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::ReadyOk&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::Info&, Turns& turns, std::string_view name);
  Verdict hear(const uwi::BestMove& best, Turns& turns, std::string_view name);

  bool is_any_game_on() const { return plain_.is_in_game || named_games_ > 0; }
  Verdict begin_named_game(std::string_view name);
  void break_off_question(Turns& turns, std::string_view name);
  void forget(std::string_view name);

  Stage stage_ = Stage::before_uwi;
  bool has_ruleset_ = false;
  bool has_lexicon_ = false;
  int offered_ = 1;
  Turns plain_;
  // The games with names that are on, and those that are over while a stale answer is on the way.
  std::map<std::string, Turns, std::less<>> named_;
  int named_games_ = 0;
  int open_questions_ = 0;
  int left_of_batch_ = 0;
  int ready_owed_ = 0;  // The number of `isready` without a `readyok`.
  int barrier_ = 0;     // The number of `readyok` until no stale answer can come; 0 before `newgame`.
};

}  // namespace toptile
