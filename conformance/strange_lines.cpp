#include <fmt/format.h>

#include <array>

#include "conformance/moments.h"
#include "conformance/talk.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

constexpr milliseconds kReadyAgain{5'000};

struct StrangeLine {
  std::string what;
  std::string text;
};

std::vector<StrangeLine> strange_lines() {
  constexpr std::size_t kLongLine = 60'000;
  return {{"an unknown line", "colour red green"},
          {"an unknown line without words", "???"},
          {"an empty line", ""},
          {"a line of blanks", "   \t "},
          {"a line of upper case", "ISREADY"},
          {"a line of 60 KB", "long " + std::string(kLongLine, 'x')},
          {"a line that is not ASCII", "straße 字 ☺"},
          {"an unknown option", "setoption name no-such-option value 1"}};
}

// The remark after the first `before` ones, except readyok: a bot that says readyok twice does so after every
// isready.
std::optional<std::string> take_reply(Examination& examination, std::size_t before) {
  std::optional<std::string> reply;
  for (std::size_t i = before; i < examination.overheard.size(); ++i) {
    const std::string& text = examination.overheard[i].text;
    if (!reply && !text.starts_with("\"readyok\"")) reply = text;
  }
  if (reply) examination.overheard.resize(before);
  return reply;
}

Finding find_reply_or_death(Examination& examination, Talk& talk, const StrangeLine& line) {
  const std::size_t before = examination.overheard.size();
  talk.say_strange(line.text);
  const Done ready = talk.get_ready(kReadyAgain);
  if (!ready && ready.error().verdict != Verdict::fail) return ready.error();
  constexpr std::string_view kAdvice =
      "Ignore lines and keys that you do not know; later versions have more.";
  if (!ready) return fail(fmt::format("after {}: {}", line.what, ready.error().seen), std::string(kAdvice));
  if (const auto reply = take_reply(examination, before))
    return fail(fmt::format("{} was answered: {}", line.what, *reply), std::string(kAdvice));
  talk.forget_last_words();
  return pass("");
}

// Tries known lines with an additional key, and the line end of other systems.
Finding unknown_key_fault(Examination& examination, Talk& talk) {
  const Table& table = examination.tables.brief();
  const Game game = moments_of_seat(table, Seat{0}, 2, 3).at(1);
  std::string setup = table.setup;
  for (const std::string_view key : {" path ", " tiles "}) setup.insert(setup.find(key), " colour red");
  setup.pop_back();
  const StrangeLine lines[] = {
      {"a ruleset and a lexicon with an unknown key", setup},
      {"newgame with an unknown key",
       fmt::format("newgame id check colour red players {} seat 0 seed 1", game.players())},
      {"refused with an unknown reason", "refused colour the move is not red"}};
  for (const StrangeLine& line : lines) {
    Finding finding = find_reply_or_death(examination, talk, line);
    if (finding.verdict != Verdict::pass) return finding;
  }
  talk.say("isready\r");
  if (const Done ready = talk.await_ready(kReadyAgain); !ready) {
    return ready.error().verdict != Verdict::fail ? ready.error()
                                                  : fail("after isready with \\r\\n: " + ready.error().seen,
                                                         "Ignore a \\r at the end of a line.");
  }
  talk.ask(game, "go movetime 100 colour red", " colour red");
  TOPTILE_TRY(const auto answer, talk.await_move());
  Game judged = game;
  const Done legal = play_answer(judged, answer.move);
  return legal ? pass("all ignored") : legal.error();
}

}  // namespace

Finding test_strange_lines(Examination& examination) {
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  for (const StrangeLine& line : strange_lines()) {
    Finding finding = find_reply_or_death(examination, *talk, line);
    if (finding.verdict != Verdict::pass) return finding;
  }
  return unknown_key_fault(examination, *talk);
}

}  // namespace toptile::conformance
