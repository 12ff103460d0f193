#include "protocol/conversation.h"

namespace toptile {

namespace {

using Standing = Conversation::Standing;
using Verdict = Conversation::Verdict;

constexpr Verdict kInTurn{};

constexpr Verdict stale(std::string_view why) {
  return {Standing::stale, why};
}

constexpr Verdict out_of_turn(std::string_view why) {
  return {Standing::out_of_turn, why};
}

}  // namespace

Verdict Conversation::referee_said(const uwi::RefereeMessage& message) {
  if (stage_ == Stage::quit) return out_of_turn("nothing may follow quit");
  const bool is_hello = std::holds_alternative<uwi::Hello>(message);
  const bool is_quit = std::holds_alternative<uwi::Quit>(message);
  if (stage_ == Stage::before_uwi && !is_hello && !is_quit) return out_of_turn("uwi must come first");
  if (stage_ == Stage::shaking_hands && !is_quit)
    return out_of_turn("the bot has not said uwiok yet; only quit may come before it");
  return std::visit([this](const auto& known) { return hear(known); }, message);
}

Verdict Conversation::bot_said(const uwi::BotMessage& message) {
  if (stage_ == Stage::quit) return stale("quit was sent; nobody listens any more");
  const bool is_info = std::holds_alternative<uwi::Info>(message);
  if (stage_ == Stage::before_uwi && !is_info) return out_of_turn("the bot answered before uwi was sent");
  return std::visit([this](const auto& known) { return hear(known); }, message);
}

// --- The referee ---

Verdict Conversation::hear(const uwi::Hello&) {
  if (stage_ != Stage::before_uwi) return out_of_turn("uwi came twice; it comes once, at the beginning");
  stage_ = Stage::shaking_hands;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::SetOption&) {
  return is_in_game_ ? out_of_turn("setoption came during a game; options are set before one") : kInTurn;
}

Verdict Conversation::hear(const uwi::IsReady&) {
  ++ready_owed_;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::RulesetLine&) {
  if (is_in_game_) return out_of_turn("ruleset came during a game; it must come before newgame");
  has_ruleset_ = true;
  has_lexicon_ = false;  // It was read under the old ruleset.
  return kInTurn;
}

Verdict Conversation::hear(const uwi::LexiconLine&) {
  if (is_in_game_) return out_of_turn("lexicon came during a game; it must come before newgame");
  if (!has_ruleset_)
    return out_of_turn("lexicon came before ruleset; the ruleset's tiles say which words count");
  has_lexicon_ = true;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::NewGame&) {
  if (!has_ruleset_) return out_of_turn("newgame came before ruleset");
  if (!has_lexicon_)
    return out_of_turn("newgame came before lexicon; each ruleset line needs a lexicon line after it");
  break_off_question();
  is_in_game_ = true;
  has_position_ = false;
  has_answered_ = false;
  if (stale_owed_ > 0) barrier_ = ready_owed_ + 1;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::PositionLine&) {
  if (!is_in_game_) return out_of_turn("position came before newgame");
  if (is_thinking()) return out_of_turn("position came while the bot is thinking; it belongs to the next go");
  has_position_ = true;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::Go& go) {
  if (!is_in_game_) return out_of_turn("go came before newgame");
  if (!has_position_) return out_of_turn("go came before position");
  if (is_thinking()) return out_of_turn("go came while the bot is thinking about the last go");
  if (stale_owed_ > 0 && ready_owed_ < barrier_)
    return out_of_turn(
        "go came before isready, but an older go has no answer yet; send isready after newgame");
  question_ = go.is_question ? Question::challenge : Question::move;
  is_stop_sent_ = false;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::Stop&) {
  if (!is_thinking()) {
    return has_answered_ ? stale("stop came when the bestmove that it asks for was already sent")
                         : out_of_turn("stop came, but no go waits for an answer");
  }
  if (is_stop_sent_) return out_of_turn("stop came twice for one go");
  is_stop_sent_ = true;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::Refused&) {
  if (is_thinking() || !has_answered_) return out_of_turn("refused came, but the bot has made no move");
  return kInTurn;
}

Verdict Conversation::hear(const uwi::GameResult&) {
  if (!is_in_game_) return out_of_turn("result came, but no game is being played");
  break_off_question();
  is_in_game_ = false;
  has_position_ = false;
  has_answered_ = false;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::Quit&) {
  stage_ = Stage::quit;
  question_ = Question::none;
  ready_owed_ = 0;
  return kInTurn;
}

void Conversation::break_off_question() {
  if (!is_thinking()) return;
  question_ = Question::none;
  is_stop_sent_ = false;
  ++stale_owed_;
  barrier_ = 0;
}

// --- The bot ---

Verdict Conversation::hear(const uwi::Id&) {
  return is_shaking_hands() ? kInTurn : out_of_turn("id came after uwiok; it must come before uwiok");
}

Verdict Conversation::hear(const uwi::OptionLine&) {
  return is_shaking_hands() ? kInTurn : out_of_turn("option came after uwiok; it must come before uwiok");
}

Verdict Conversation::hear(const uwi::UwiOk&) {
  if (!is_shaking_hands()) return out_of_turn("uwiok came twice; it comes once, as the answer to uwi");
  stage_ = Stage::open;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::ReadyOk&) {
  if (is_shaking_hands()) return out_of_turn("readyok came before uwiok");
  if (ready_owed_ == 0) return out_of_turn("readyok came, but no isready waits for an answer");
  --ready_owed_;
  if (barrier_ > 0 && --barrier_ == 0) stale_owed_ = 0;
  return kInTurn;
}

Verdict Conversation::hear(const uwi::Info&) {
  return kInTurn;
}

Verdict Conversation::hear(const uwi::BestMove& best) {
  if (is_shaking_hands()) return out_of_turn("bestmove came before uwiok");
  if (stale_owed_ > 0) {
    --stale_owed_;
    return stale("this bestmove answers a go of an older game");
  }
  if (!is_thinking()) {
    return out_of_turn(has_answered_ ? "a second bestmove came; each go has one answer"
                                     : "bestmove came, but no go waits for an answer");
  }
  const Question asked = question_;
  question_ = Question::none;
  is_stop_sent_ = false;
  has_answered_ = true;
  const bool answers_challenge = best.move == "challenge" || best.move == "accept";
  if (answers_challenge == (asked == Question::challenge)) return kInTurn;
  return {Standing::misfit, answers_challenge
                                ? "challenge and accept are answers to go challenge, but a move was asked for"
                                : "go challenge is answered by challenge or accept, not by a move"};
}

}  // namespace toptile
