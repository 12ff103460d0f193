// Flags that replace the clock of a configuration.
#include "cli/flags/clock_flags.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(clock_flags)

namespace {

using namespace std::chrono_literals;
using Kind = TimeControl::Kind;

TimeControl applied(const ClockFlags& flags, TimeControl control = {}) {
  Patience patience;
  const auto done = apply(flags, control, patience);
  BOOST_REQUIRE_MESSAGE(done, (done ? "" : done.error().message));
  return control;
}

std::string fault_of(const std::string& overtime) {
  ClockFlags flags;
  flags.overtime = overtime;
  TimeControl control;
  Patience patience;
  const auto done = apply(flags, control, patience);
  return done ? "none" : done.error().message;
}

TimeControl with_bank() {
  return {.kind = Kind::move_time, .time = 500ms, .bank = 9s, .measure = TimeControl::Measure::processor};
}

TimeControl with_overtime() {
  TimeControl control{.kind = Kind::game_clock, .time = 5s, .increment = 20ms};
  control.overtime = TimeControl::PaidOvertime{};
  return control;
}

BOOST_AUTO_TEST_CASE(without_flags_the_clock_is_that_of_the_file) {
  for (const TimeControl& control : {with_bank(), with_overtime()}) {
    const TimeControl same = applied({}, control);
    BOOST_TEST((same.kind == control.kind && same.time == control.time && same.bank == control.bank));
    BOOST_TEST((same.overtime.has_value() == control.overtime.has_value()));
    BOOST_TEST((same.measure == control.measure));
  }
}

BOOST_AUTO_TEST_CASE(a_clock_of_another_kind_has_no_bank_and_no_overtime_of_the_file) {
  ClockFlags clock, move, none;
  clock.clock_ms = 7000;
  move.move_ms = 300;
  none.has_no_clock = true;
  const TimeControl to_clock = applied(clock, with_bank());
  BOOST_TEST((to_clock.kind == Kind::game_clock));
  BOOST_TEST((to_clock.time == 7s));
  BOOST_TEST((to_clock.bank == 0ms));
  BOOST_TEST((to_clock.measure == TimeControl::Measure::processor));
  const TimeControl to_none = applied(none, with_bank());
  BOOST_TEST((to_none.kind == Kind::none));
  BOOST_TEST((to_none.bank == 0ms));
  BOOST_TEST((to_none.measure == TimeControl::Measure::wall));
  const TimeControl to_move = applied(move, with_overtime());
  BOOST_TEST((to_move.kind == Kind::move_time));
  BOOST_TEST((to_move.time == 300ms));
  BOOST_TEST(!to_move.overtime);
  // A clock of the same kind keeps the settings that the flags do not name.
  BOOST_TEST((applied(move, with_bank()).bank == 9s));
  BOOST_TEST(applied(clock, with_overtime()).overtime.has_value());
}

BOOST_AUTO_TEST_CASE(every_flag_is_the_time_that_it_says) {
  ClockFlags flags;
  flags.move_ms = 1;
  flags.increment_ms = 2;
  flags.bank_ms = 3;
  flags.margin_ms = 4;
  flags.hang_ms = 5;
  flags.start_ms = 6;
  flags.ready_ms = 7;
  flags.quit_ms = 8;
  flags.is_processor_time = true;
  TimeControl control;
  Patience patience;
  BOOST_REQUIRE(apply(flags, control, patience));
  BOOST_TEST((control.time == 1ms && control.increment == 2ms && control.bank == 3ms));
  BOOST_TEST((control.margin == 4ms && control.hang == 5ms));
  BOOST_TEST((patience.start == 6ms && patience.ready == 7ms && patience.quit == 8ms));
  BOOST_TEST((control.measure == TimeControl::Measure::processor));
}

BOOST_AUTO_TEST_CASE(overtime_is_points_a_period_and_perhaps_the_most_of_them) {
  ClockFlags flags;
  flags.overtime = "10/60000";
  const auto usual = applied(flags).overtime.value();
  BOOST_TEST(usual.points == 10);
  BOOST_TEST((usual.period == 60s));
  BOOST_TEST(usual.most_periods == 10);
  flags.overtime = "10000/604800000/10000";
  const auto most = applied(flags).overtime.value();
  BOOST_TEST(most.points == kMaxOvertimePoints);
  BOOST_TEST((most.period == 604'800'000ms));
  BOOST_TEST(most.most_periods == kMaxOvertimePeriods);
  flags.overtime = "forfeit";
  BOOST_TEST(!applied(flags, with_overtime()).overtime);
  for (const char* wrong : {"", "10", "10/", "/1", "0/1", "1/0", "1/1/0", "1/1/1/1", "-1/1", "1.5/1", "x/1",
                            "10001/1", "1/604800001", "1/1/10001"})
    BOOST_TEST(fault_of(wrong).starts_with("--overtime: \"" + std::string(wrong) +
                                           "\" should be forfeit, or like 10/60000"),
               fault_of(wrong));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
