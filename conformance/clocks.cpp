#include <fmt/format.h>

#include <algorithm>

#include "conformance/moments.h"
#include "conformance/talk.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

using std::chrono::duration_cast;

struct Limit {
  std::string what;
  Seat seat;
  std::vector<milliseconds> clock;  // The clocks of all seats. Empty: `time` is per move.
  milliseconds time;                // The time that the seat has.
};

std::vector<Limit> limits_for(int players) {
  const auto clock = [&](Seat seat, milliseconds own) {
    constexpr milliseconds kOthers{60'000};
    std::vector<milliseconds> all(static_cast<std::size_t>(players), kOthers);
    all[seat] = own;
    return all;
  };
  const Seat first{0}, last{players - 1};
  return {{"with 5000 ms on its clock", first, clock(first, milliseconds(5000)), milliseconds(5000)},
          {"with 60 ms on its clock", first, clock(first, milliseconds(60)), milliseconds(60)},
          {fmt::format("with 60 ms on its clock, in seat {}", last), last, clock(last, milliseconds(60)),
           milliseconds(60)},
          {"with movetime 20", first, {}, milliseconds(20)},
          {"with movetime 200", first, {}, milliseconds(200)}};
}

uwi::Go go_of(const Limit& limit) {
  uwi::Go go;
  go.clock = limit.clock;
  go.increment.assign(limit.clock.size(), milliseconds(0));
  if (limit.clock.empty()) go.move_time = limit.time;
  return go;
}

// The best of several tries counts, as noise of the machine only makes an answer later.
Tried<milliseconds> best_time(Examination& examination, Talk& talk, const Limit& limit) {
  const int kTries = limit.time > milliseconds(1'000) ? 2 : 5;
  const Table& table = examination.tables.brief();
  std::optional<milliseconds> best;
  for (const Game& game : moments_of_seat(table, limit.seat, 4, static_cast<std::size_t>(kTries))) {
    TOPTILE_TRY_TO(talk.begin_game(table, game));
    TOPTILE_TRY(const auto answer, talk.ask_for_move(game, go_of(limit), limit.time + kAnswerPatience));
    Game judged = game;
    TOPTILE_TRY_TO(play_answer(judged, answer.move));
    best = std::min(best.value_or(milliseconds::max()), duration_cast<milliseconds>(answer.taken));
    if (*best <= limit.time + kMargin) break;
  }
  return best.value_or(milliseconds(0));
}

}  // namespace

Finding test_clocks(Examination& examination) {
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  Finding finding = pass("");
  std::string times;
  for (const Limit& limit : limits_for(examination.tables.brief().players())) {
    TOPTILE_TRY(const auto best, best_time(examination, *talk, limit));
    times += fmt::format("{}{} of {}", times.empty() ? "" : ", ", best.count(), limit.time.count());
    if (best > limit.time + kMargin) {
      worsen(finding, fail(fmt::format("it took {} ms {}, at best", best.count(), limit.what),
                           "Answer within the limit that go gives; your clock is that of your seat."));
    }
  }
  return finding.verdict == Verdict::pass ? pass(times + " ms used") : finding;
}

}  // namespace toptile::conformance
