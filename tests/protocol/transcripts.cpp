// Every transcript is read line by line: each line is written as the protocol writes it, and the conversation
// takes it as the transcript says: in turn, stale or out of turn.
#include "tests/protocol/transcript.h"

#include "protocol/conversation.h"
#include "protocol/uwi.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(transcripts)

namespace {

using Mark = TranscriptLine::Mark;
using Standing = Conversation::Standing;

struct Heard {
  Mark mark = Mark::none;
  std::string sentence;
};

Heard heard(const Conversation::Verdict& verdict) {
  if (verdict.standing == Standing::in_turn) return {};
  return {verdict.standing == Standing::stale ? Mark::stale : Mark::refused, std::string(verdict.sentence)};
}

Heard hear(Conversation& conversation, const TranscriptLine& line) {
  std::string_view text = line.text;
  const std::string_view game = uwi::take_game(text);
  const auto take = [&](const auto& message, auto said) {
    if (!message) return Heard{Mark::refused, message.error().message};
    std::string written;
    uwi::append_game(written, game);
    BOOST_TEST(written + uwi::format(message.value()) == line.text, line.place);
    return heard((conversation.*said)(message.value(), game));
  };
  return line.side == TranscriptLine::Side::referee
             ? take(uwi::parse_referee_line(text), &Conversation::referee_said)
             : take(uwi::parse_bot_line(text), &Conversation::bot_said);
}

std::string shown(Mark mark, const std::string& sentence) {
  return mark == Mark::none ? "in turn" : (mark == Mark::stale ? "stale: " : "refused: ") + sentence;
}

void play(const RecordedTalk& transcript) {
  Conversation conversation;
  for (const TranscriptLine& line : transcript.lines) {
    const auto [mark, sentence] = hear(conversation, line);
    BOOST_TEST(shown(mark, sentence) == shown(line.mark, line.sentence), line.place << ": " << line.text);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_transcript_is_heard_as_it_says) {
  const auto all = all_transcripts();
  BOOST_TEST(all.size() >= 10U);
  for (const RecordedTalk& transcript : all) {
    BOOST_TEST_CONTEXT(transcript.name) play(transcript);
  }
}

// A line that is out of turn changes nothing: a conversation without it goes on in the same way.
BOOST_AUTO_TEST_CASE(a_transcript_without_what_is_out_of_turn_is_heard_the_same) {
  for (RecordedTalk transcript : all_transcripts()) {
    const auto is_misfit = [](const std::string& sentence) {
      return sentence.find("challenge and accept are answers") == 0 ||
             sentence.find("go challenge is answered") == 0;
    };
    std::erase_if(transcript.lines, [&](const TranscriptLine& line) {
      return line.mark == Mark::refused && !is_misfit(line.sentence);
    });
    BOOST_TEST_CONTEXT(transcript.name) play(transcript);
  }
}

BOOST_AUTO_TEST_CASE(whole_games_are_in_turn_from_the_first_line_to_the_last) {
  int games = 0;
  for (const RecordedTalk& transcript : all_transcripts()) {
    if (transcript.name.find("game") == std::string::npos) continue;
    ++games;
    const bool has_mark =
        std::ranges::any_of(transcript.lines, [](const auto& line) { return line.mark != Mark::none; });
    BOOST_TEST(!has_mark, transcript.name);
    BOOST_TEST(transcript.lines.back().text == "quit", transcript.name);
  }
  BOOST_TEST(games == 5);
}

BOOST_AUTO_TEST_CASE(the_questions_tell_where_the_conversation_stands) {
  Conversation talk;
  const auto referee = [&](std::string_view line) {
    return talk.referee_said(uwi::parse_referee_line(line).value()).standing == Standing::in_turn;
  };
  const auto bot = [&](std::string_view line) {
    return talk.bot_said(uwi::parse_bot_line(line).value()).standing == Standing::in_turn;
  };
  BOOST_TEST(!talk.is_shaking_hands());
  BOOST_TEST(referee("uwi 1"));
  BOOST_TEST(talk.is_shaking_hands());
  BOOST_TEST(bot("uwiok"));
  BOOST_TEST(!talk.is_shaking_hands());
  const auto game = all_transcripts();
  const auto whole = std::ranges::find(game, "whole_game_greedy.txt", &RecordedTalk::name);
  BOOST_REQUIRE(whole != game.end());
  for (const TranscriptLine& line : whole->lines) {
    if (line.text.starts_with("ruleset") || line.text.starts_with("lexicon")) BOOST_TEST(referee(line.text));
  }
  BOOST_TEST(!talk.is_in_game());
  BOOST_TEST(referee("newgame id 1 players 2 seat 0 seed 1"));
  BOOST_TEST(talk.is_in_game());
  BOOST_TEST(!talk.is_getting_ready());
  BOOST_TEST(referee("isready"));
  BOOST_TEST(referee("isready"));
  BOOST_TEST(bot("readyok"));
  BOOST_TEST(talk.is_getting_ready());
  BOOST_TEST(bot("readyok"));
  BOOST_TEST(!talk.is_getting_ready());
  BOOST_TEST(referee("position board"));
  BOOST_TEST(!talk.is_thinking());
  BOOST_TEST(referee("go infinite"));
  BOOST_TEST(talk.is_thinking());
  BOOST_TEST(talk.may_bot_answer_move());
  BOOST_TEST(!talk.may_bot_answer_challenge());
  BOOST_TEST(!talk.was_stop_sent());
  BOOST_TEST(referee("stop"));
  BOOST_TEST(talk.was_stop_sent());
  BOOST_TEST(bot("bestmove pass"));
  BOOST_TEST(!talk.is_thinking());
  BOOST_TEST(!talk.was_stop_sent());
  BOOST_TEST(referee("position board"));
  BOOST_TEST(referee("go challenge movetime 5"));
  BOOST_TEST(!talk.may_bot_answer_move());
  BOOST_TEST(talk.may_bot_answer_challenge());
  BOOST_TEST(referee("result scores 1,2 ranks 2,1 reason forfeit"));
  BOOST_TEST(!talk.is_thinking());
  BOOST_TEST(!talk.is_in_game());
  BOOST_TEST(!talk.has_quit());
  BOOST_TEST(referee("quit"));
  BOOST_TEST(talk.has_quit());
}

BOOST_AUTO_TEST_CASE(the_questions_of_games_with_names_are_counted) {
  const auto all = all_transcripts();
  const auto many = std::ranges::find(all, "batches.txt", &RecordedTalk::name);
  BOOST_REQUIRE(many != all.end());
  Conversation talk;
  int most_games = 0, most_questions = 0;
  for (const TranscriptLine& line : many->lines) {
    hear(talk, line);
    most_games = std::max(most_games, talk.named_games());
    most_questions = std::max(most_questions, talk.open_questions());
    BOOST_TEST(!talk.is_thinking());
    if (line.mark == Mark::none && line.text.starts_with("game 17 go"))
      BOOST_TEST(talk.is_thinking_about("17"));
    if (line.text.starts_with("game 17 bestmove")) BOOST_TEST(!talk.is_thinking_about("17"));
    if (line.text == "batch 2") BOOST_TEST(talk.left_of_batch() == 2);
  }
  BOOST_TEST(talk.games_offered() == 64);
  BOOST_TEST(most_games == 3);
  BOOST_TEST(most_questions == 2);
  BOOST_TEST(talk.named_games() == 0);
  BOOST_TEST(talk.open_questions() == 0);
}

BOOST_AUTO_TEST_SUITE_END()
