#include "cli/flags/clock_flags.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "base/words.h"
#include "bots/settings_json.h"
#include "cli/flags/command.h"

namespace toptile {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kMaxTime = 604'800'000;  // A week, in milliseconds.

// The flag is "forfeit", "POINTS/MS" or "POINTS/MS/MOST".
Result<std::optional<TimeControl::PaidOvertime>> overtime_of(const std::string& flag) {
  if (flag == "forfeit") return std::optional<TimeControl::PaidOvertime>();
  TimeControl::PaidOvertime overtime;
  std::vector<std::string> parts = split(flag, '/');
  if (parts.size() == 2) parts.push_back(std::to_string(overtime.most_periods));
  const auto number = [&](std::size_t part, std::int64_t most) {
    const auto parsed = parse_number<std::int64_t>(parts[part]);
    return parsed && *parsed >= 1 && *parsed <= most ? *parsed : 0;
  };
  if (parts.size() == 3) {
    overtime.points = static_cast<int>(number(0, kMaxOvertimePoints));
    overtime.period = milliseconds(number(1, kMaxTime));
    overtime.most_periods = static_cast<int>(number(2, kMaxOvertimePeriods));
    if (overtime.points > 0 && overtime.period.count() > 0 && overtime.most_periods > 0)
      return std::optional(overtime);
  }
  return Error{
      fmt::format("--overtime: \"{}\" should be forfeit, or like 10/60000 (10 points for every started "
                  "period of 60000 milliseconds), or like 10/60000/5 (at most 5 periods)",
                  printable(flag))};
}

// Chooses the kind of clock, and drops the file's settings for other kinds.
void choose_clock(TimeControl& control, TimeControl::Kind kind) {
  if (kind != TimeControl::Kind::game_clock) {
    control.overtime.reset();
    control.increment = milliseconds(0);
  }
  if (kind != TimeControl::Kind::move_time) control.bank = milliseconds(0);
  if (kind == TimeControl::Kind::none) control.measure = TimeControl::Measure::wall;
  control.kind = kind;
}

void take(const std::optional<std::int64_t>& flag, milliseconds& time) {
  if (flag) time = milliseconds(*flag);
}

Option add_time(Command& command, const std::string& name, std::optional<std::int64_t>& flag,
                std::int64_t least, const std::string& text) {
  return command.add_option(name + " MS", flag, text).check(milliseconds_in_range(least, kMaxTime));
}

}  // namespace

void declare_clock_flags(Command& command, ClockFlags& flags) {
  const Section section(command, "Clock");
  const Option clock =
      add_time(command, "--clock", flags.clock_ms, 1, "Milliseconds a bot has for a game (default 30000)");
  const Option increment = add_time(command, "--increment", flags.increment_ms, 0,
                                    "Milliseconds added to the clock after each move");
  const Option movetime =
      add_time(command, "--movetime", flags.move_ms, 1, "Milliseconds for each move, instead of a clock");
  const Option bank = add_time(command, "--bank", flags.bank_ms, 0,
                               "Milliseconds that a bot may use in a game beyond the limits of its moves");
  const Option overtime =
      command.add_option("--overtime POINTS/MS", flags.overtime,
                         "Points lost for each period over the clock, as in 10/60000, or forfeit "
                         "(default)");
  const Option none =
      command.add_flag("--no-clock", flags.has_no_clock, "No clock, only the limit against hanging (--hang)");
  add_time(command, "--margin", flags.margin_ms, 0,
           "Milliseconds over the limit that are tolerated (default 50)");
  add_time(command, "--hang", flags.hang_ms, 1,
           "Milliseconds for a move if no clock limits the time that passes (default 60000)");
  command
      .add_switch("--cpu-clock,!--wall-clock", flags.is_processor_time,
                  "Charge the processor time that the bot uses, or the time that passes (default)")
      .excludes(none);
  command
      .add_option("--nodes N", flags.nodes,
                  "Nodes that a bot is told to look at for a move, as it counts them; 0: no limit (default)")
      .check(in_range(0, kMaxNodes));
  increment.excludes(movetime).excludes(none);
  clock.excludes(movetime).excludes(none);
  movetime.excludes(none);
  bank.excludes(clock).excludes(none);
  overtime.excludes(movetime).excludes(none);
  add_time(command, "--start-within", flags.start_ms, 1,
           "Milliseconds from the start of a bot to uwiok (default 30000)");
  add_time(command, "--ready-within", flags.ready_ms, 1,
           "Milliseconds for a bot to read the words and get ready (default 30000)");
  add_time(command, "--quit-within", flags.quit_ms, 0,
           "Milliseconds for a bot to end after quit (default 500)");
}

Result<void> apply(const ClockFlags& flags, TimeControl& control, Patience& patience) {
  if (flags.clock_ms) choose_clock(control, TimeControl::Kind::game_clock);
  if (flags.move_ms) choose_clock(control, TimeControl::Kind::move_time);
  if (flags.has_no_clock) choose_clock(control, TimeControl::Kind::none);
  take(flags.clock_ms, control.time);
  take(flags.move_ms, control.time);
  take(flags.increment_ms, control.increment);
  take(flags.bank_ms, control.bank);
  take(flags.margin_ms, control.margin);
  take(flags.hang_ms, control.hang);
  take(flags.start_ms, patience.start);
  take(flags.ready_ms, patience.ready);
  take(flags.quit_ms, patience.quit);
  if (flags.nodes) control.nodes = *flags.nodes;
  if (flags.is_processor_time)
    control.measure = *flags.is_processor_time ? TimeControl::Measure::processor : TimeControl::Measure::wall;
  if (control.bank.count() > 0 && flags.bank_ms && control.kind != TimeControl::Kind::move_time)
    return Error{"--bank: only a limit for each move has a bank; give it with --movetime"};
  if (!flags.overtime) return success();
  TOPTILE_TRY(const auto overtime, overtime_of(*flags.overtime));
  control.overtime = overtime;
  return success();
}

}  // namespace toptile
