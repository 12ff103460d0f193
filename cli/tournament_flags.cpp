#include "cli/tournament_flags.h"

#include <fmt/format.h>

#include "cli/sandbox.h"
#include "cli/verb.h"
#include "engine/utf8.h"
#include "protocol/files.h"
#include "protocol/words.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

const std::vector<std::string> kViews = {"live", "lines", "games"};
constexpr std::int64_t kMostTime = 604'800'000;  // A week, in milliseconds.

// "POINTS/MS" or "POINTS/MS/MOST".
Result<TimeControl::PaidOvertime> overtime_of(const std::string& flag) {
  TimeControl::PaidOvertime overtime;
  std::vector<std::string> parts = CLI::detail::split(flag, '/');
  if (parts.size() == 2) parts.push_back(std::to_string(overtime.most_periods));
  const auto number = [&](std::size_t part, std::int64_t most) {
    const auto parsed = parse_number<std::int64_t>(parts[part]);
    return parsed && *parsed >= 1 && *parsed <= most ? *parsed : 0;
  };
  if (parts.size() == 3) {
    overtime.points = static_cast<int>(number(0, kMostOvertimePoints));
    overtime.period = milliseconds(number(1, kMostTime));
    overtime.most_periods = static_cast<int>(number(2, kMostOvertimePeriods));
    if (overtime.points > 0 && overtime.period.count() > 0 && overtime.most_periods > 0) return overtime;
  }
  return Error{
      fmt::format("--overtime: \"{}\" is not like 10/60000, points for every started period of so many "
                  "milliseconds, or 10/60000/5, for 5 periods at most",
                  printable(flag))};
}

// A clock of another kind than the file's has no use for what the file says of its own.
void choose_clock(TimeControl& control, TimeControl::Kind kind) {
  if (kind != TimeControl::Kind::game_clock) control.overtime.reset();
  if (kind != TimeControl::Kind::move_time) control.bank = milliseconds(0);
  if (kind == TimeControl::Kind::none) control.measure = TimeControl::Measure::wall;
  control.kind = kind;
}

Result<void> set_clock(const TournamentFlags& flags, TimeControl& control) {
  if (flags.clock_ms) {
    choose_clock(control, TimeControl::Kind::game_clock);
    control.time = milliseconds(*flags.clock_ms);
  }
  if (flags.increment_ms) control.increment = milliseconds(*flags.increment_ms);
  if (flags.move_ms) {
    choose_clock(control, TimeControl::Kind::move_time);
    control.time = milliseconds(*flags.move_ms);
  }
  if (flags.bank_ms) control.bank = milliseconds(*flags.bank_ms);
  if (flags.has_no_clock) choose_clock(control, TimeControl::Kind::none);
  if (flags.margin_ms) control.margin = milliseconds(*flags.margin_ms);
  if (flags.is_processor_time) control.measure = TimeControl::Measure::processor;
  if (!flags.overtime) return success();
  const auto overtime = overtime_of(*flags.overtime);
  if (!overtime) return overtime.error();
  control.overtime = overtime.value();
  return success();
}

const std::map<std::string, Restart> kRestarts = {
    {"on_fault", Restart::on_fault}, {"each_game", Restart::each_game}, {"never", Restart::never}};

// "forfeit", "pass", "retry" or "retry:N".
Result<IllegalPolicy> illegal_policy_of(std::string_view text) {
  if (text == "forfeit") return IllegalPolicy{IllegalPolicy::Kind::forfeit};
  if (text == "pass") return IllegalPolicy{IllegalPolicy::Kind::pass};
  if (text == "retry") return IllegalPolicy{IllegalPolicy::Kind::retry};
  constexpr std::string_view kRetry = "retry:";
  if (text.starts_with(kRetry)) {
    const auto times = parse_number<int>(text.substr(kRetry.size()));
    if (times && *times >= 1 && *times <= 100) return IllegalPolicy{IllegalPolicy::Kind::retry, *times};
  }
  return Error{fmt::format("--illegal: it is forfeit, pass, retry or retry:N with N from 1 to 100, not {}",
                           printable(text))};
}

// "I/N"
Result<Shard> shard_of(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const auto index = parse_number<int>(text.substr(0, slash));
    const auto of = parse_number<int>(text.substr(slash + 1));
    if (index && of && *index >= 1 && *index <= *of && *of <= kMostShards) return Shard{*index, *of};
  }
  return Error{
      fmt::format("--shard: \"{}\" is not like 2/8, the second of eight shards; there are {} at most",
                  printable(text), kMostShards)};
}

}  // namespace

Result<TournamentRequest> request_of(const TournamentFlags& flags) {
  TournamentRequest request;
  if (!flags.config.empty()) {
    auto text = read_file(flags.config);
    if (!text) return text.error();
    auto parsed = parse_request(text.value(), flags.config);
    if (!parsed) return parsed.error();
    request = std::move(parsed).value();
  } else {
    request.directory = fs::current_path();
  }
  if (!flags.bots.empty()) request.bots.clear();
  for (const std::string& flag : flags.bots) {
    auto bot = parse_bot_flag(flag);
    if (!bot) return in_context("--bot", bot.error());
    // What a flag names counts from here, not from the configuration's folder.
    bot.value()["directory"] = fs::current_path().string();
    request.bots.push_back(bot.value());
  }
  // Another format than the file's has no use for what the file says of its own.
  if (flags.format) request.format = {format_kind(*flags.format)};
  if (flags.players) request.format.players = *flags.players;
  if (flags.rounds) request.format.rounds = *flags.rounds;
  if (flags.leaders) request.format.leaders = *flags.leaders;
  if (flags.games) request.games = *flags.games;
  if (flags.seed) request.seed = flags.seed;
  if (flags.rules) request.rules = *flags.rules;
  if (flags.lexicon) request.lexicon = *flags.lexicon;
  if (flags.concurrency) request.concurrency = *flags.concurrency;
  if (flags.is_unpinned) request.pin = false;
  if (flags.may_ponder) request.ponder = true;
  if (auto set = set_clock(flags, request.time_control); !set) return set.error();
  if (flags.sandbox) request.sandbox = sandbox_mode(*flags.sandbox);
  if (flags.is_untried) request.try_bots = false;
  if (flags.has_transcripts) request.transcripts = true;
  if (flags.sprt || flags.spread_test) {
    auto test = flags.sprt ? test_from_text("results", *flags.sprt, "--sprt")
                           : test_from_text("spread", *flags.spread_test, "--spread-test");
    if (!test) return test.error();
    request.test = test.value();
  }
  if (flags.shard) {
    const auto shard = shard_of(*flags.shard);
    if (!shard) return shard.error();
    request.shard = shard.value();
  }
  Conduct& conduct = request.conduct;
  if (flags.restart) conduct.restart = kRestarts.at(*flags.restart);
  if (flags.withdraw_after) conduct.withdraw_after = *flags.withdraw_after;
  if (flags.has_no_lanes) conduct.lanes = false;
  if (flags.illegal) {
    const auto policy = illegal_policy_of(*flags.illegal);
    if (!policy) return policy.error();
    conduct.illegal = policy.value();
  }
  return request;
}
void declare_plan_flags(CLI::App& command, TournamentFlags& flags) {
  command.add_option("--games", flags.games, "Games a pairing, match or group: whole sets (default 20)")
      ->type_name("N");
  auto* sprt = command
                   .add_option("--sprt", flags.sprt,
                               "Between two bots: play until a test of results ends, as in elo0=0,elo1=10")
                   ->type_name("KEY=VALUE,...");
  command
      .add_option("--spread-test", flags.spread_test,
                  "Likewise, until a test of the mean spread ends, as in spread0=0,spread1=5")
      ->type_name("KEY=VALUE,...")
      ->excludes(sprt);
  command.add_option("--seed", flags.seed, "The tournament's seed (default: drawn from the system)")
      ->type_name("N");
  command.add_option("--rules", flags.rules, "A shipped ruleset or a JSON file (default hasbro)")
      ->type_name("NAME|FILE");
  command
      .add_option("--lexicon", flags.lexicon,
                  "A shipped word list, a text list or a built lexicon (default english)")
      ->type_name("NAME|FILE");
  const CLI::Validator any_time = in_range(1, kMostTime);
  const CLI::Validator any_time_or_none = in_range(0, kMostTime);
  auto* clock =
      command.add_option("--clock", flags.clock_ms, "Milliseconds a bot has for a game (default 30000)")
          ->check(any_time)
          ->type_name("MS");
  auto* increment =
      command
          .add_option("--increment", flags.increment_ms, "Milliseconds added to the clock after each move")
          ->check(any_time_or_none)
          ->type_name("MS");
  auto* movetime =
      command.add_option("--movetime", flags.move_ms, "Milliseconds for each move, in place of a clock")
          ->check(any_time)
          ->type_name("MS");
  auto* bank =
      command.add_option("--bank", flags.bank_ms, "Milliseconds a game beyond the limits of its moves")
          ->check(any_time_or_none)
          ->type_name("MS");
  auto* overtime = command
                       .add_option("--overtime", flags.overtime,
                                   "Points lost for each period over the clock, as in 10/60000")
                       ->type_name("POINTS/MS");
  auto* none = command.add_flag("--no-clock", flags.has_no_clock,
                                "No clock but the limit against hanging (a minute a move)");
  command
      .add_option("--margin", flags.margin_ms, "Milliseconds over the limit that are tolerated (default 50)")
      ->check(any_time_or_none)
      ->type_name("MS");
  increment->excludes(movetime)->excludes(none);
  clock->excludes(movetime)->excludes(none);
  movetime->excludes(none);
  bank->excludes(clock)->excludes(none);
  overtime->excludes(movetime)->excludes(none);
  command
      .add_flag("--cpu-clock", flags.is_processor_time,
                "Charge what the bot uses of processors, not the time that passes")
      ->excludes(none);
  command.add_flag("--ponder", flags.may_ponder,
                   "Let a bot compute while another one thinks; else it is stopped");
  command.add_flag("--no-pin", flags.is_unpinned,
                   "Let the system choose processors, for bots with threads of their own");
  declare_sandbox(command, flags.sandbox);
  command
      .add_option("--restart", flags.restart,
                  "When a bot's process is replaced: on_fault (default), each_game, never")
      ->check(CLI::IsMember(kRestarts, CLI::ignore_case))
      ->type_name("WHEN");
  command
      .add_option("--illegal", flags.illegal,
                  "What becomes of an illegal move: forfeit (default), retry:N, pass")
      ->type_name("WHAT");
  command
      .add_option("--withdraw-after", flags.withdraw_after,
                  "Give up a bot that fails to start so many times in a row (default 3; 0: never)")
      ->check(in_range(0, 100'000'000))
      ->type_name("N");
  command.add_flag("--no-lanes", flags.has_no_lanes,
                   "One process a bot for both games of a pair: it can know the other's tiles");
}

void declare_execution_flags(CLI::App& command, TournamentFlags& flags) {
  command.add_flag("--no-try", flags.is_untried, "Do not start every bot once before the first game");
  command.add_flag("--transcript", flags.has_transcripts,
                   "Write what is said to and by the bots, a file a game, to transcripts/ of the run");
  command.add_option("--concurrency", flags.concurrency, "Games at once (default: as many as processors)")
      ->check(in_range(1, 1024))
      ->type_name("N");
  command
      .add_option("--out", flags.out,
                  "The run's folder (default: a new one below runs/, or the unfinished one of the same plan)")
      ->type_name("DIR");
  command.add_flag("--json", flags.json,
                   "Print events as they come, a line of JSON each; the result is last");
  auto* quiet = command.add_flag("--quiet", flags.quiet, "Print the result and nothing before");
  command
      .add_option("--view", flags.view,
                  "On standard error: live (default in a terminal), lines (default elsewhere), or games, a "
                  "line for each")
      ->check(CLI::IsMember(kViews))
      ->excludes(quiet)
      ->type_name("HOW");
}

}  // namespace toptile
