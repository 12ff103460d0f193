#include <fmt/format.h>

#include <algorithm>

#include "conformance/moments.h"
#include "conformance/talk.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

constexpr milliseconds kWhileThinking{1'000};

Finding in_case(std::string_view when, const Finding& finding) {
  Finding told = finding;
  if (told.verdict == Verdict::fail) told.seen = fmt::format("{}: {}", when, told.seen);
  return told;
}

Done idle_fault(Talk& talk) {
  talk.say("isready\nisready");
  for (int i = 0; i < 2; ++i) {
    if (const Done ready = talk.await_ready(kReadyPatience); !ready)
      return in_case("two isready in a row", ready.error());
  }
  return done();
}

}  // namespace

Finding test_start(Examination& examination) {
  constexpr milliseconds kSilence{100}, kSlow{5'000};
  const auto talk = Talk::start(examination);
  if (!talk) {
    examination.hopeless = talk.error().seen;
    return talk.error();
  }
  // Waits for lines that a bot sends before `uwi`. A bot that has not started by then sends them just after
  // `uwi`.
  if (const Done quiet = talk.value()->listen(kSilence); !quiet) {
    examination.hopeless = quiet.error().seen;
    return quiet.error();
  }
  TOPTILE_TRY(const auto introduced, talk.value()->shake_hands());
  const Introduction& introduction = introduced;
  const milliseconds taken = std::max(introduction.taken - kSilence, milliseconds(0));
  const std::string kit = introduction.kit.empty() ? "" : "; written with " + introduction.kit;
  Finding finding = pass(fmt::format("uwiok after {} ms{}", taken.count(), kit));
  if (!introduction.strange.empty()) {
    worsen(finding,
           warn(fmt::format("it said \"{}\" before uwiok", introduction.strange[0]),
                "Print nothing on standard output before uwi, and then only id, games, option and uwiok."));
  }
  if (introduction.name.empty())
    worsen(finding, warn("no id name",
                         "Say id name … before uwiok; it is shown here, and tells your versions apart."));
  if (introduction.author.empty()) worsen(finding, warn("no id author", "Say id author … before uwiok."));
  if (taken > kSlow) {
    worsen(finding, warn(fmt::format("uwiok only after {} ms", taken.count()),
                         "Say uwiok first, and do slow work at isready."));
  }
  return finding;
}

Finding test_ready(Examination& examination) {
  constexpr milliseconds kSettling{50};
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  TOPTILE_TRY_TO(idle_fault(*talk));
  const Table& table = examination.tables.brief();
  const Game game = moments_of_seat(table, Seat{0}, 1, 3).at(1);
  TOPTILE_TRY_TO(talk->begin_game(table, game));
  talk->ask(game, uwi::Go{});
  TOPTILE_TRY_TO(talk->listen(kSettling));
  const bool is_thinking = talk->is_thinking();
  if (const Done ready = talk->get_ready(kWhileThinking); !ready)
    return in_case("while it thinks", ready.error());
  return pass(is_thinking ? "also while it thinks" : "go infinite was answered at once");
}

}  // namespace toptile::conformance
