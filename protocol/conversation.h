// Keeps track of the messages between a referee and a bot, and so of which may come next (docs/protocol.md).
// It is one state machine for both sides; each side feeds it the lines in the order in which it writes and
// reads them. It does no I/O and keeps no text, and hearing a message allocates nothing.
//
//   before uwi --uwi--> shaking hands --uwiok--> idle --newgame--> in a game --result--> idle
//
// In a game a `go` opens a question and one `bestmove` closes it. `isready` may come at any time after
// `uwiok`, any number of times. `newgame` or `result` breaks off an open question. Its answer may still be on
// the way, and is stale until the `readyok` that answers the `isready` after `newgame`.
#pragma once

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

  Verdict referee_said(const uwi::RefereeMessage& message);
  Verdict bot_said(const uwi::BotMessage& message);

  bool is_shaking_hands() const { return stage_ == Stage::shaking_hands; }
  bool is_in_game() const { return is_in_game_; }
  // Whether a `go` or `go challenge` of this game is open.
  bool is_thinking() const { return question_ != Question::none; }
  bool may_bot_answer_move() const { return question_ == Question::move; }
  bool may_bot_answer_challenge() const { return question_ == Question::challenge; }
  bool was_stop_sent() const { return is_stop_sent_; }
  bool is_getting_ready() const { return ready_owed_ > 0; }
  bool has_quit() const { return stage_ == Stage::quit; }

 private:
  enum class Stage { before_uwi, shaking_hands, open, quit };
  enum class Question { none, move, challenge };

  Verdict hear(const uwi::Hello&);
  Verdict hear(const uwi::SetOption&);
  Verdict hear(const uwi::IsReady&);
  Verdict hear(const uwi::RulesetLine&);
  Verdict hear(const uwi::LexiconLine&);
  Verdict hear(const uwi::NewGame&);
  Verdict hear(const uwi::PositionLine&);
  Verdict hear(const uwi::Go& go);
  Verdict hear(const uwi::Stop&);
  Verdict hear(const uwi::Refused&);
  Verdict hear(const uwi::GameResult&);
  Verdict hear(const uwi::Quit&);

  Verdict hear(const uwi::Id&);
  Verdict hear(const uwi::OptionLine&);
  Verdict hear(const uwi::UwiOk&);
  Verdict hear(const uwi::ReadyOk&);
  Verdict hear(const uwi::Info&);
  Verdict hear(const uwi::BestMove& best);

  void break_off_question();

  Stage stage_ = Stage::before_uwi;
  bool has_ruleset_ = false;
  bool has_lexicon_ = false;
  bool is_in_game_ = false;
  bool has_position_ = false;  // Whether a position of this game was sent.
  bool has_answered_ = false;  // Whether a question of this game was answered.
  Question question_ = Question::none;
  bool is_stop_sent_ = false;  // Whether `stop` was sent for the open question.
  int ready_owed_ = 0;         // The number of `isready` without a `readyok`.
  int stale_owed_ = 0;         // The number of questions broken off whose answer may still come.
  int barrier_ = 0;            // The number of `readyok` until no stale answer can come; 0 before `newgame`.
};

}  // namespace toptile
