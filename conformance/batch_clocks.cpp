#include <fmt/format.h>

#include <algorithm>

#include "conformance/crowd.h"
#include "conformance/moments.h"
#include "conformance/tests.h"
#include "referee/game/shared_clock.h"

namespace toptile::conformance {

namespace {

using std::chrono::duration_cast;
using BatchTime = SharedClock::Duration;

struct BatchLimit {
  bool is_clock;  // Whether each game has this time on its clock; if not, the batch has it.
  milliseconds time;
};

uwi::Go go_with(const BatchLimit& limit, int players, Seat seat) {
  constexpr milliseconds kOthers{60'000};
  uwi::Go go;
  if (limit.is_clock) {
    go.clock.assign(static_cast<std::size_t>(players), kOthers);
    go.clock[seat] = limit.time;
    go.increment.assign(go.clock.size(), milliseconds(0));
  } else {
    go.move_time = limit.time;
  }
  return go;
}

// The most that a referee would charge one of the games.
milliseconds most_charged(const BatchLimit& limit, const std::vector<Answer>& answers) {
  std::vector<BatchTime> taken;
  for (const Answer& answer : answers) taken.push_back(answer.taken);
  std::ranges::sort(taken);
  SharedClock clock(limit.is_clock, static_cast<int>(taken.size()), BatchTime::zero());
  for (const BatchTime time : taken) {
    clock.advance(time);
    clock.close_one();
  }
  return duration_cast<milliseconds>(clock.charge());
}

// The best of several tries counts, as noise of the machine only makes an answer later.
Tried<milliseconds> best_charge(Crowd& crowd, const Table& table, const BatchLimit& limit) {
  constexpr int kAtOnce = 4, kTries = 3;
  const int count = crowd.room_for(kAtOnce);
  std::optional<milliseconds> best;
  for (int i = 0; i < kTries; ++i) {
    const auto seed = static_cast<std::uint64_t>(80 + 10 * i);
    TOPTILE_TRY(const auto games, crowd.begin(table, moments_of_games(table, count, seed), {}));
    for (NamedGame* named : games) named->go = go_with(limit, named->game.players(), named->seat);
    TOPTILE_TRY(const auto answers, crowd.ask_and_play(games, count * limit.time + kAnswerPatience));
    crowd.end_all();
    const milliseconds most = most_charged(limit, answers);
    best = std::min(best.value_or(most), most);
    if (*best <= limit.time + kMargin) break;
  }
  return *best;
}

Finding overrun(const BatchLimit& limit, milliseconds best) {
  if (limit.is_clock) {
    return fail(fmt::format("a game with {} ms on its clock was charged {} ms, at best", limit.time.count(),
                            best.count()),
                "While k questions of a batch are open, each clock runs at 1/k of the usual speed, so the "
                "game that is answered last pays most.");
  }
  return fail(fmt::format("a batch with movetime {} took {} ms, at best", limit.time.count(), best.count()),
              "Answer all questions of a batch within its movetime: it is not for each of them.");
}

}  // namespace

Finding test_batch_clocks(Examination& examination) {
  constexpr BatchLimit kLimits[] = {{true, milliseconds(200)}, {false, milliseconds(500)}};
  TOPTILE_TRY(const auto crowd, Crowd::open(examination));
  Finding finding = pass("");
  std::string times;
  for (const BatchLimit& limit : kLimits) {
    TOPTILE_TRY(const auto best, best_charge(*crowd, examination.tables.brief(), limit));
    times += fmt::format("{}{} of {}", times.empty() ? "" : ", ", best.count(), limit.time.count());
    if (best > limit.time + kMargin) worsen(finding, overrun(limit, best));
  }
  return finding.verdict == Verdict::pass ? pass(times + " ms used") : finding;
}

}  // namespace toptile::conformance
