#include "protocol/conversation.h"

#include <type_traits>

namespace toptile {

namespace {

using Standing = Conversation::Standing;
using Verdict = Conversation::Verdict;

constexpr Verdict kInTurn{};

constexpr std::string_view kNoGame = "this line is about no game, so it must not name one";
constexpr std::string_view kUnknownGame = "no game of this name is being played";

// True for messages whose lines are about a game.
template <class Message>
constexpr bool is_about_a_game =
    std::is_same_v<Message, uwi::NewGame> || std::is_same_v<Message, uwi::PositionLine> ||
    std::is_same_v<Message, uwi::Go> || std::is_same_v<Message, uwi::Stop> ||
    std::is_same_v<Message, uwi::Refused> || std::is_same_v<Message, uwi::GameResult> ||
    std::is_same_v<Message, uwi::Info> || std::is_same_v<Message, uwi::BestMove>;

constexpr Verdict stale(std::string_view why) {
  return {Standing::stale, why};
}

constexpr Verdict out_of_turn(std::string_view why) {
  return {Standing::out_of_turn, why};
}

}  // namespace

bool Conversation::is_thinking_about(std::string_view game) const {
  const auto found = named_.find(game);
  return found != named_.end() && found->second.is_thinking();
}

Verdict Conversation::referee_said(const uwi::RefereeMessage& message, std::string_view game) {
  if (stage_ == Stage::quit) return out_of_turn("nothing may follow quit");
  const bool is_hello = std::holds_alternative<uwi::Hello>(message);
  const bool is_quit = std::holds_alternative<uwi::Quit>(message);
  if (stage_ == Stage::before_uwi && !is_hello && !is_quit) return out_of_turn("uwi must come first");
  if (stage_ == Stage::shaking_hands && !is_quit)
    return out_of_turn("the bot has not said uwiok yet; only quit may come before it");
  return std::visit([&](const auto& known) { return hear_about(known, game); }, message);
}

Verdict Conversation::bot_said(const uwi::BotMessage& message, std::string_view game) {
  if (stage_ == Stage::quit) return stale("quit was sent; the referee no longer listens");
  const bool is_info = std::holds_alternative<uwi::Info>(message);
  if (stage_ == Stage::before_uwi && !is_info) return out_of_turn("the bot answered before uwi was sent");
  return std::visit([&](const auto& known) { return hear_about(known, game); }, message);
}

template <class Message>
Verdict Conversation::hear_about(const Message& message, std::string_view game) {
  if (game.empty()) return hear(message, plain_, game);
  if constexpr (!is_about_a_game<Message>) {
    return out_of_turn(kNoGame);
  } else if constexpr (std::is_same_v<Message, uwi::NewGame>) {
    return begin_named_game(game);
  } else {
    const auto found = named_.find(game);
    if (found != named_.end()) return hear(message, found->second, game);
    // A bot may say more about a game while the result is on the way.
    return std::is_same_v<Message, uwi::Info> ? stale(kUnknownGame) : out_of_turn(kUnknownGame);
  }
}

// --- The referee ---

Verdict Conversation::hear(const uwi::Hello&, Turns&, std::string_view) {
  if (stage_ != Stage::before_uwi) return out_of_turn("uwi came twice; it comes once, at the beginning");
  stage_ = Stage::shaking_hands;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::SetOption&, Turns&, std::string_view) {
  return is_any_game_on() ? out_of_turn("setoption came during a game; options are set before one") : kInTurn;
}

Verdict Conversation::hear(const uwi::IsReady&, Turns&, std::string_view) {
  ++ready_owed_;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::RulesetLine&, Turns&, std::string_view) {
  if (is_any_game_on()) return out_of_turn("ruleset came during a game; it must come before newgame");
  has_ruleset_ = true;
  has_lexicon_ = false;  // It was read under the old ruleset.
  return kInTurn;
}

Verdict Conversation::hear(const uwi::LexiconLine&, Turns&, std::string_view) {
  if (is_any_game_on()) return out_of_turn("lexicon came during a game; it must come before newgame");
  if (!has_ruleset_)
    return out_of_turn("lexicon came before ruleset; the ruleset's tiles say which words count");
  has_lexicon_ = true;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::NewGame&, Turns& turns, std::string_view name) {
  if (!has_ruleset_) return out_of_turn("newgame came before ruleset");
  if (!has_lexicon_)
    return out_of_turn("newgame came before lexicon; each ruleset line needs a lexicon line after it");
  if (name.empty() && named_games_ > 0)
    return out_of_turn("newgame came without a name while games with names are played");
  break_off_question(turns, name);
  turns.leave_game();
  turns.is_in_game = true;
  if (name.empty() && turns.stale_owed > 0) barrier_ = ready_owed_ + 1;
  return kInTurn;
}

Verdict Conversation::begin_named_game(std::string_view name) {
  if (plain_.is_in_game) return out_of_turn("newgame came with a name while a game without one is played");
  if (named_games_ >= offered_ || offered_ == 1)
    return out_of_turn("newgame came with a name, but the bot has not offered to play one more game at once");
  if (named_.contains(name))
    return out_of_turn("newgame came with a name that another game has, or that a late answer is for");
  Turns turns;
  const Verdict verdict = hear(uwi::NewGame{}, turns, name);
  if (verdict.standing != Standing::in_turn) return verdict;
  named_.emplace(name, turns);
  ++named_games_;
  return verdict;
}

Verdict Conversation::hear(const uwi::PositionLine&, Turns& turns, std::string_view) {
  if (!turns.is_in_game) return out_of_turn("position came before newgame");
  if (turns.is_thinking())
    return out_of_turn("position came while the bot is thinking; it belongs to the next go");
  turns.has_position = true;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::Go& go, Turns& turns, std::string_view name) {
  if (!turns.is_in_game) return out_of_turn("go came before newgame");
  if (!turns.has_position) return out_of_turn("go came before position");
  if (turns.is_thinking()) return out_of_turn("go came while the bot is thinking about the last go");
  if (name.empty() && turns.stale_owed > 0 && ready_owed_ < barrier_)
    return out_of_turn(
        "go came before isready, but an older go has no answer yet; send isready after newgame");
  if (!name.empty()) {
    if (left_of_batch_ == 0) return out_of_turn("go came for a game with a name, but no batch announced it");
    --left_of_batch_;
    ++open_questions_;
  }
  turns.question = go.is_question ? Question::challenge : Question::move;
  turns.is_stop_sent = false;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::Batch& batch, Turns&, std::string_view) {
  if (open_questions_ > 0 || left_of_batch_ > 0)
    return out_of_turn("batch came before all questions of the last one were asked and answered");
  if (batch.questions > named_games_)
    return out_of_turn("batch announces more questions than games are played");
  left_of_batch_ = batch.questions;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::Stop&, Turns& turns, std::string_view) {
  if (!turns.is_thinking()) {
    return turns.has_answered ? stale("stop came when the bestmove that it asks for was already sent")
                              : out_of_turn("stop came, but no go waits for an answer");
  }
  if (turns.is_stop_sent) return out_of_turn("stop came twice for one go");
  turns.is_stop_sent = true;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::Refused&, Turns& turns, std::string_view) {
  if (turns.is_thinking() || !turns.has_answered)
    return out_of_turn("refused came, but the bot has made no move");
  return kInTurn;
}

Verdict Conversation::hear(const uwi::GameResult&, Turns& turns, std::string_view name) {
  if (!turns.is_in_game) return out_of_turn("result came, but no game is being played");
  break_off_question(turns, name);
  turns.leave_game();
  if (name.empty()) return kInTurn;
  --named_games_;
  if (turns.stale_owed == 0) forget(name);
  return kInTurn;
}

Verdict Conversation::hear(const uwi::Quit&, Turns&, std::string_view) {
  stage_ = Stage::quit;
  plain_.question = Question::none;
  named_.clear();
  named_games_ = open_questions_ = left_of_batch_ = ready_owed_ = 0;
  return kInTurn;
}

void Conversation::break_off_question(Turns& turns, std::string_view name) {
  if (!turns.is_thinking()) return;
  turns.question = Question::none;
  turns.is_stop_sent = false;
  ++turns.stale_owed;
  if (name.empty()) {
    barrier_ = 0;
  } else {
    --open_questions_;
  }
}

void Conversation::forget(std::string_view name) {
  named_.erase(named_.find(name));
}

// --- The bot ---

Verdict Conversation::hear(const uwi::Id&, Turns&, std::string_view) {
  return is_shaking_hands() ? kInTurn : out_of_turn("id came after uwiok; it must come before uwiok");
}

Verdict Conversation::hear(const uwi::Games& games, Turns&, std::string_view) {
  if (!is_shaking_hands()) return out_of_turn("games came after uwiok; it must come before uwiok");
  offered_ = games.count;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::OptionLine&, Turns&, std::string_view) {
  return is_shaking_hands() ? kInTurn : out_of_turn("option came after uwiok; it must come before uwiok");
}

Verdict Conversation::hear(const uwi::UwiOk&, Turns&, std::string_view) {
  if (!is_shaking_hands()) return out_of_turn("uwiok came twice; it comes once, as the answer to uwi");
  stage_ = Stage::open;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::ReadyOk&, Turns&, std::string_view) {
  if (is_shaking_hands()) return out_of_turn("readyok came before uwiok");
  if (ready_owed_ == 0) return out_of_turn("readyok came, but no isready waits for an answer");
  --ready_owed_;
  if (barrier_ > 0 && --barrier_ == 0) plain_.stale_owed = 0;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::Info&, Turns&, std::string_view) {
  return kInTurn;
}

Verdict Conversation::hear(const uwi::BestMove& best, Turns& turns, std::string_view name) {
  if (is_shaking_hands()) return out_of_turn("bestmove came before uwiok");
  if (turns.stale_owed > 0) {
    --turns.stale_owed;
    if (!name.empty()) forget(name);
    return stale("this bestmove answers a go of an older game");
  }
  if (!turns.is_thinking()) {
    if (name.empty() && named_games_ > 0)
      return out_of_turn("bestmove came without the name of its game; begin it with the mark of the game");
    return out_of_turn(turns.has_answered ? "a second bestmove came; each go has one answer"
                                          : "bestmove came, but no go waits for an answer");
  }
  if (!name.empty()) --open_questions_;
  const Question asked = turns.question;
  turns.question = Question::none;
  turns.is_stop_sent = false;
  turns.has_answered = true;
  const bool answers_challenge = best.move == "challenge" || best.move == "accept";
  if (answers_challenge == (asked == Question::challenge)) return kInTurn;
  return {Standing::misfit, answers_challenge
                                ? "challenge and accept are answers to go challenge, but a move was asked for"
                                : "go challenge is answered by challenge or accept, not by a move"};
}

}  // namespace toptile
