// Input: a transcript, as in tests/data/transcripts: a line that begins with `>` is the referee's, any other
// is the bot's. The conversation keeps its promises, whatever is said in whatever order.
#include "protocol/conversation.h"

#include "tests/fuzz/target.h"

using namespace toptile;

namespace {

using Standing = Conversation::Standing;

// All that a conversation tells about itself.
struct Face {
  bool is_shaking_hands, is_in_game, is_thinking, may_answer_move, may_answer_challenge, was_stop_sent,
      is_getting_ready, has_quit;
  int games_offered, named_games, open_questions, left_of_batch;
  friend bool operator==(const Face&, const Face&) = default;
};

Face face_of(const Conversation& conversation) {
  return {conversation.is_shaking_hands(),
          conversation.is_in_game(),
          conversation.is_thinking(),
          conversation.may_bot_answer_move(),
          conversation.may_bot_answer_challenge(),
          conversation.was_stop_sent(),
          conversation.is_getting_ready(),
          conversation.has_quit(),
          conversation.games_offered(),
          conversation.named_games(),
          conversation.open_questions(),
          conversation.left_of_batch()};
}

void check_face(const Face& face) {
  TOPTILE_ASSERT(face.is_thinking == (face.may_answer_move || face.may_answer_challenge));
  TOPTILE_ASSERT(!(face.may_answer_move && face.may_answer_challenge));
  TOPTILE_ASSERT(!face.is_thinking || face.has_quit || face.is_in_game);
  TOPTILE_ASSERT(!face.was_stop_sent || face.has_quit || face.is_thinking);
  TOPTILE_ASSERT(face.open_questions >= 0 && face.left_of_batch >= 0);
  TOPTILE_ASSERT(face.open_questions <= face.named_games);
  TOPTILE_ASSERT(face.named_games <= (face.games_offered > 1 ? face.games_offered : 0));
  TOPTILE_ASSERT(!(face.is_in_game && face.named_games > 0));
  if (face.is_shaking_hands) TOPTILE_ASSERT(!face.is_in_game && !face.is_getting_ready && !face.has_quit);
  if (face.has_quit) TOPTILE_ASSERT(!face.is_thinking && !face.is_getting_ready);
}

void check_verdict(const Conversation::Verdict& verdict, const Face& before, const Face& after) {
  TOPTILE_ASSERT(verdict.sentence.empty() == (verdict.standing == Standing::in_turn));
  if (verdict.standing == Standing::out_of_turn || verdict.standing == Standing::stale)
    TOPTILE_ASSERT(before == after);
  TOPTILE_ASSERT(!before.has_quit || (after.has_quit && verdict.standing != Standing::in_turn));
}

void hear_referee(Conversation& conversation, const uwi::RefereeMessage& message, std::string_view game) {
  const Face before = face_of(conversation);
  const auto verdict = conversation.referee_said(message, game);
  const Face after = face_of(conversation);
  check_verdict(verdict, before, after);
  TOPTILE_ASSERT(verdict.standing != Standing::misfit);
  const bool is_go = std::holds_alternative<uwi::Go>(message);
  if (is_go && verdict.standing == Standing::in_turn && !game.empty()) {
    TOPTILE_ASSERT(after.open_questions == before.open_questions + 1);
    TOPTILE_ASSERT(after.left_of_batch == before.left_of_batch - 1);
    TOPTILE_ASSERT(conversation.is_thinking_about(game));
  }
  if (is_go && verdict.standing == Standing::in_turn && game.empty()) {
    TOPTILE_ASSERT(!before.is_thinking && !after.was_stop_sent);
    TOPTILE_ASSERT(after.may_answer_challenge == std::get<uwi::Go>(message).is_question);
  }
  if (!is_go || !game.empty()) TOPTILE_ASSERT(!after.is_thinking || before.is_thinking);
  if (!is_go) TOPTILE_ASSERT(after.open_questions <= before.open_questions);
}

// A bot can say nothing that begins a game, asks a question or ends the conversation. Its answer closes the
// question, unless it answers an older one.
void hear_bot(Conversation& conversation, const uwi::BotMessage& message, std::string_view game) {
  const bool was_asked = conversation.is_thinking_about(game);
  const Face before = face_of(conversation);
  const auto verdict = conversation.bot_said(message, game);
  const Face after = face_of(conversation);
  check_verdict(verdict, before, after);
  TOPTILE_ASSERT(before.is_in_game == after.is_in_game && before.has_quit == after.has_quit);
  TOPTILE_ASSERT(!after.is_thinking || before.is_thinking);
  TOPTILE_ASSERT(before.named_games == after.named_games && before.left_of_batch == after.left_of_batch);
  if (!game.empty()) {
    const bool is_over = was_asked && !conversation.is_thinking_about(game);
    TOPTILE_ASSERT(before.open_questions - after.open_questions == (is_over ? 1 : 0));
    TOPTILE_ASSERT(before.is_thinking == after.is_thinking);
    return;
  }
  if (!std::holds_alternative<uwi::BestMove>(message)) {
    TOPTILE_ASSERT(before.is_thinking == after.is_thinking && verdict.standing != Standing::misfit);
    return;
  }
  const bool is_answer = verdict.standing == Standing::in_turn || verdict.standing == Standing::misfit;
  TOPTILE_ASSERT(is_answer == (before.is_thinking && !after.is_thinking));
  if (before.is_thinking && !is_answer) TOPTILE_ASSERT(verdict.standing == Standing::stale);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text_of(bytes, size);
  Conversation conversation;
  while (!text.empty()) {
    std::string_view line = fuzz::take_line(text);
    const bool is_referee = line.starts_with('>');
    if (is_referee || line.starts_with('<')) line.remove_prefix(1);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::string_view game = uwi::take_game(line);
    if (is_referee) {
      if (const auto message = uwi::parse_referee_line(line))
        hear_referee(conversation, message.value(), game);
    } else {
      if (const auto message = uwi::parse_bot_line(line)) hear_bot(conversation, message.value(), game);
    }
    check_face(face_of(conversation));
  }
  return 0;
}
