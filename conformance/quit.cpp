#include <fmt/format.h>
#include <signal.h>

#include "conformance/moments.h"
#include "conformance/talk.h"
#include "conformance/tests.h"
#include "referee/processes/process_tree.h"

namespace toptile::conformance {

namespace {

constexpr milliseconds kGrace{500};  // As in tournaments.
constexpr int kTries = 3;            // The best try counts.

enum class Doing { nothing, thinking };

struct Way {
  Farewell farewell;
  Doing doing;
  std::string_view what;
};

constexpr Way kWays[] = {{Farewell::quit, Doing::nothing, "at quit"},
                         {Farewell::quit, Doing::thinking, "at quit while it thinks"},
                         {Farewell::end_of_input, Doing::nothing, "at the end of input"},
                         {Farewell::end_of_input, Doing::thinking, "at the end of input while it thinks"}};

Tried<std::unique_ptr<Talk>> open_for(Examination& examination, Doing doing) {
  auto talk = Talk::open(examination);
  if (!talk) return talk.error();
  const Table& table = examination.tables.brief();
  const Game game = moments_of_seat(table, Seat{0}, 12, 3).at(1);
  TOPTILE_TRY_TO(talk.value()->begin_game(table, game));
  if (doing == Doing::thinking) {
    constexpr milliseconds kThinking{30};
    talk.value()->ask(game, uwi::Go{});
    TOPTILE_TRY_TO(talk.value()->listen(kThinking));
  }
  return talk;
}

Finding leave(Examination& examination, const Way& way, milliseconds& longest) {
  Finding finding = pass("");
  for (int i = 0; i < kTries; ++i) {
    TOPTILE_TRY(const auto talk, open_for(examination, way.doing));
    const Leaving leaving = talk->leave(way.farewell, kGrace);
    if (examination.is_over()) return out_of_time();
    if (!leaving.exit) {
      finding = fail(fmt::format("{}, it still ran after {} ms", way.what, kGrace.count()),
                     "End the process at quit and when standard input ends, also in the middle of a search.");
      continue;
    }
    longest = std::max(longest, leaving.taken);
    if (leaving.exit->is_success()) return pass("");
    return warn(fmt::format("{}, it ended with {}", way.what, leaving.exit->words()),
                "Leave with exit code 0: any other code looks like a crash.");
  }
  return finding;
}

// The number of the sandbox's own processes, which end with the bot.
std::size_t own_processes(const Confinement& confinement) {
  constexpr std::size_t kWrappers = 2;
  return !confinement.is_off() && confinement.sandbox->host().namespaces ? kWrappers : 0;
}

// The maximum number of processes that the bot has at once, before it is asked for a move and while it
// thinks.
Tried<std::size_t> most_processes(Examination& examination, Talk& talk, const Game& game) {
  constexpr milliseconds kMoveTime{200}, kGlance{5};
  const std::size_t own = own_processes(examination.examinee.confinement);
  std::size_t most = 0;
  const auto look = [&] {
    const std::size_t members = descendants_of(talk.root()).size();
    most = std::max(most, members - std::min(members, own));
  };
  look();
  talk.ask(game, uwi::Go{.move_time = kMoveTime});
  const Deadline end = std::chrono::steady_clock::now() + kAnswerPatience;
  while (talk.is_thinking() && std::chrono::steady_clock::now() < end && !examination.is_over()) {
    look();
    TOPTILE_TRY_TO(talk.listen(kGlance));
  }
  look();
  return most;
}

}  // namespace

Finding test_quit(Examination& examination) {
  Finding finding = pass("");
  milliseconds longest{0};
  for (const Way& way : kWays) {
    Finding left = leave(examination, way, longest);
    if (left.verdict == Verdict::skip) return left;
    worsen(finding, std::move(left));
  }
  return finding.verdict == Verdict::pass ? pass(fmt::format("gone within {} ms", longest.count())) : finding;
}

Finding test_children(Examination& examination) {
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  const Table& table = examination.tables.brief();
  const Game game = moments_of_seat(table, Seat{0}, 12, 3).at(1);
  TOPTILE_TRY_TO(talk->begin_game(table, game));
  const std::size_t own = own_processes(examination.examinee.confinement);
  TOPTILE_TRY(const std::size_t at_work, most_processes(examination, *talk, game));
  const Leaving leaving = talk->leave(Farewell::quit, kGrace);
  if (!leaving.exit) return skip("it did not end at quit");
  if (own == 0 && leaving.exit->left_behind > 0) {
    return fail(fmt::format("{} of its processes still ran after it had left", leaving.exit->left_behind),
                "Before the bot leaves, end every process that it started, and wait for it.");
  }
  const std::string_view why = own > 0 ? ", and in the sandbox none can outlive it" : "";
  return pass(at_work > 1 ? fmt::format("{} processes, all gone{}", at_work, why)
                          : fmt::format("one process, also while it thinks{}", why));
}

}  // namespace toptile::conformance
