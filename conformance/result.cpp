#include <fmt/format.h>

#include "conformance/moments.h"
#include "conformance/talk.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

constexpr std::string_view kResultAdvice =
    "Write nothing in reply to refused and result; the next game may follow.";

// Sends the line and looks for any reply to it before the next `readyok`.
Finding find_reply(Examination& examination, Talk& talk, const uwi::RefereeMessage& line) {
  const std::size_t before = examination.overheard.size();
  const std::string word = uwi::format(line).substr(0, uwi::format(line).find(' '));
  talk.say(line);
  if (const Done ready = talk.get_ready(); !ready) {
    return ready.error().verdict != Verdict::fail
               ? ready.error()
               : fail(fmt::format("after {}: {}", word, ready.error().seen), std::string(kResultAdvice));
  }
  for (std::size_t i = before; i < examination.overheard.size(); ++i) {
    const std::string text = examination.overheard[i].text;
    if (text.starts_with("\"readyok\"")) continue;
    examination.overheard.resize(before);
    return fail(fmt::format("{} was answered: {}", word, text), std::string(kResultAdvice));
  }
  return pass("");
}

}  // namespace

Finding test_result(Examination& examination) {
  const Table& table = examination.tables.brief();
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  uwi::Go go;
  go.move_time = milliseconds(100);
  const auto play = [&](std::uint64_t seed) -> Done {
    const Game game = moments_of_seat(table, Seat{0}, seed, 2).at(1);
    TOPTILE_TRY_TO(talk->begin_game(table, game));
    TOPTILE_TRY_TO(talk->ask_for_move(game, go));
    return done();
  };
  TOPTILE_TRY_TO(play(7));
  const std::vector<int> scores(static_cast<std::size_t>(table.players()), 12);
  const std::vector<int> ranks(static_cast<std::size_t>(table.players()), 1);
  const uwi::RefereeMessage lines[] = {uwi::Refused{"lexicon", "XQJ is not in the lexicon"},
                                       uwi::GameResult{scores, ranks, "stuck"}};
  for (const uwi::RefereeMessage& line : lines) {
    Finding finding = find_reply(examination, *talk, line);
    if (finding.verdict != Verdict::pass) return finding;
  }
  TOPTILE_TRY_TO(play(8));
  return pass("no reply, and the next game was played");
}

}  // namespace toptile::conformance
