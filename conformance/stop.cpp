#include <fmt/format.h>

#include <algorithm>

#include "conformance/moments.h"
#include "conformance/talk.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

using std::chrono::duration_cast;
using std::chrono::steady_clock;

constexpr milliseconds kPrompt{100};
constexpr milliseconds kGiveUp{3'000};

// How long the answer to `stop` took; nullopt if `go infinite` was answered before.
Tried<std::optional<milliseconds>> time_stop(Talk& talk, const Table& table, const Game& game) {
  constexpr milliseconds kThinking{100};
  TOPTILE_TRY_TO(talk.begin_game(table, game));
  talk.ask(game, uwi::Go{});
  TOPTILE_TRY_TO(talk.listen(kThinking));
  if (!talk.is_thinking()) return std::optional<milliseconds>();
  FairTime stopping(talk.root());
  talk.say(uwi::Stop{});
  TOPTILE_TRY(const auto answer, talk.await_move(kGiveUp));
  Game judged = game;
  TOPTILE_TRY_TO(play_answer(judged, answer.move));
  return std::optional(duration_cast<milliseconds>(stopping.until(answer.arrival)));
}

Finding stray_fault(Examination& examination, Talk& talk) {
  constexpr milliseconds kSettling{30};
  const std::size_t before = examination.overheard.size();
  talk.say(uwi::Stop{});
  if (const Done ready = talk.get_ready(); !ready) {
    return ready.error().verdict != Verdict::fail
               ? ready.error()
               : fail("after a stop without a search: " + ready.error().seen,
                      "Ignore a stop when no go is open.");
  }
  TOPTILE_TRY_TO(talk.listen(kSettling));
  const auto reply = std::find_if(
      examination.overheard.begin() + static_cast<std::ptrdiff_t>(before), examination.overheard.end(),
      [](const Remark& remark) { return remark.is_answer && remark.text.starts_with("\"bestmove"); });
  if (reply == examination.overheard.end()) return pass("");
  Finding finding =
      fail("a stop without a search was answered: " + reply->text, "Ignore a stop when no go is open.");
  examination.overheard.erase(reply);
  examination.answers_twice = false;  // The stray answer was the bot's fault.
  return finding;
}

}  // namespace

Finding test_stop(Examination& examination) {
  constexpr int kTries = 3;
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  if (Finding stray = stray_fault(examination, *talk); stray.verdict != Verdict::pass) return stray;
  const Table& table = examination.tables.brief();
  const auto games = moments_of_seat(table, Seat{0}, 3, kTries);
  std::optional<milliseconds> best;
  for (const Game& game : games) {
    TOPTILE_TRY(const auto taken, time_stop(*talk, table, game));
    if (taken) best = std::min(best.value_or(*taken), *taken);
  }
  if (Finding stray = stray_fault(examination, *talk); stray.verdict != Verdict::pass) return stray;
  if (!best) return pass("go infinite was answered at once");
  const std::string seen =
      fmt::format("bestmove {} ms after stop, the best of {} tries", best->count(), kTries);
  constexpr std::string_view kAdvice = "Look for stop every few milliseconds while you think.";
  if (*best > kPrompt + kMargin) return fail(seen, std::string(kAdvice));
  return *best > kPrompt ? warn(seen, std::string(kAdvice)) : pass(seen);
}

}  // namespace toptile::conformance
