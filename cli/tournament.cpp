// toptile tournament: play or resume a tournament, from a configuration file or from flags.
#include "tournaments/tournament.h"

#include <fmt/format.h>
#include <malloc.h>

#include "cli/interrupt.h"
#include "cli/sandbox.h"
#include "cli/terminal.h"
#include "cli/verb.h"
#include "cli/words_and_rules.h"
#include "engine/utf8.h"
#include "protocol/files.h"
#include "protocol/words.h"
#include "referee/file_limit.h"
#include "tournaments/report.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::int64_t kMostTime = 604'800'000;  // A week, in milliseconds.

struct Arguments {
  std::string config;
  std::vector<std::string> bots;
  std::optional<std::string> format;
  std::optional<int> rounds, leaders;
  std::optional<int> games;
  std::optional<std::uint64_t> seed;
  std::optional<std::string> rules, lexicon;
  std::optional<std::int64_t> clock_ms, increment_ms, move_ms, bank_ms, margin_ms;
  std::optional<std::string> overtime;
  bool has_no_clock = false;
  bool is_processor_time = false;
  bool may_ponder = false;
  bool is_unpinned = false;
  std::optional<std::string> sandbox;
  std::optional<std::string> restart, illegal;
  std::optional<int> withdraw_after;
  bool has_no_lanes = false;
  bool is_untried = false;
  bool has_transcripts = false;
  std::optional<int> concurrency;
  std::string out;
  bool json = false;
  bool quiet = false;
};

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

Result<void> set_clock(const Arguments& arguments, TimeControl& control) {
  if (arguments.clock_ms) {
    choose_clock(control, TimeControl::Kind::game_clock);
    control.time = milliseconds(*arguments.clock_ms);
  }
  if (arguments.increment_ms) control.increment = milliseconds(*arguments.increment_ms);
  if (arguments.move_ms) {
    choose_clock(control, TimeControl::Kind::move_time);
    control.time = milliseconds(*arguments.move_ms);
  }
  if (arguments.bank_ms) control.bank = milliseconds(*arguments.bank_ms);
  if (arguments.has_no_clock) choose_clock(control, TimeControl::Kind::none);
  if (arguments.margin_ms) control.margin = milliseconds(*arguments.margin_ms);
  if (arguments.is_processor_time) control.measure = TimeControl::Measure::processor;
  if (!arguments.overtime) return success();
  const auto overtime = overtime_of(*arguments.overtime);
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

// A file's request, or an empty one, with whatever the flags say in place of it.
Result<TournamentRequest> request_of(const Arguments& arguments) {
  TournamentRequest request;
  if (!arguments.config.empty()) {
    auto text = read_file(arguments.config);
    if (!text) return text.error();
    auto parsed = parse_request(text.value(), arguments.config);
    if (!parsed) return parsed.error();
    request = std::move(parsed).value();
  } else {
    request.directory = fs::current_path();
  }
  if (!arguments.bots.empty()) request.bots.clear();
  for (const std::string& flag : arguments.bots) {
    auto bot = parse_bot_flag(flag);
    if (!bot) return in_context("--bot", bot.error());
    // What a flag names counts from here, not from the configuration's folder.
    bot.value()["directory"] = fs::current_path().string();
    request.bots.push_back(bot.value());
  }
  // Another format than the file's has no use for what the file says of its own.
  if (arguments.format) request.format = {format_kind(*arguments.format)};
  if (arguments.rounds) request.format.rounds = *arguments.rounds;
  if (arguments.leaders) request.format.leaders = *arguments.leaders;
  if (arguments.games) request.games = *arguments.games;
  if (arguments.seed) request.seed = arguments.seed;
  if (arguments.rules) request.rules = *arguments.rules;
  if (arguments.lexicon) request.lexicon = *arguments.lexicon;
  if (arguments.concurrency) request.concurrency = *arguments.concurrency;
  if (arguments.is_unpinned) request.pin = false;
  if (arguments.may_ponder) request.ponder = true;
  if (auto set = set_clock(arguments, request.time_control); !set) return set.error();
  if (arguments.sandbox) request.sandbox = sandbox_mode(*arguments.sandbox);
  if (arguments.is_untried) request.try_bots = false;
  if (arguments.has_transcripts) request.transcripts = true;
  Conduct& conduct = request.conduct;
  if (arguments.restart) conduct.restart = kRestarts.at(*arguments.restart);
  if (arguments.withdraw_after) conduct.withdraw_after = *arguments.withdraw_after;
  if (arguments.has_no_lanes) conduct.lanes = false;
  if (arguments.illegal) {
    const auto policy = illegal_policy_of(*arguments.illegal);
    if (!policy) return policy.error();
    conduct.illegal = policy.value();
  }
  return request;
}

std::string default_name(const TournamentRequest& request, const Plan& plan) {
  if (!request.name.empty()) return request.name;
  std::string name;
  for (const BotEntry& bot : plan.bots) name += (name.empty() ? "" : "-") + bot.name;
  return name.size() <= 60 ? name : fmt::format("{}-bots", plan.bots.size());
}

std::string progress_text(const TournamentProgress& progress) {
  const double share = 100.0 * static_cast<double>(progress.played) /
                       static_cast<double>(std::max<std::uint64_t>(progress.games, 1));
  std::string text = fmt::format("{} of {} games, {:.0f} %", progress.played, progress.games, share);
  const double seconds = std::chrono::duration<double>(progress.elapsed).count();
  if (const auto left = progress.time_left()) {
    text +=
        fmt::format(", {} to go, {:.1f} games/s", clock_text(left->count()),
                    static_cast<double>(progress.played - progress.played_before) / std::max(seconds, 0.001));
  }
  if (progress.forfeits > 0) text += fmt::format(", {} forfeited", progress.forfeits);
  return text;
}

std::string places_text(const std::vector<Place>& places) {
  if (places.empty()) return "";
  std::size_t width = 0;
  for (const Place& place : places) width = std::max(width, place.name.size());
  std::string text;
  int number = 0;
  for (const Place& place : places)
    text += fmt::format("{:>3}  {:<{}}  {}\n", ++number, place.name, width, place.words);
  return text + '\n';
}

Json places_to_json(const std::vector<Place>& places) {
  Json list = Json::array();
  for (const Place& place : places) list.push_back({{"name", place.name}, {"words", place.words}});
  return list;
}

std::string faults_text(const ForfeitedGames& forfeited, const Plan& plan) {
  constexpr int kMostShown = 3;
  std::string text;
  int shown = 0;
  for (const auto& [id, game] : forfeited) {
    if (++shown > kMostShown) return text + "  … more in games.jsonl\n";
    text += fmt::format("  game {}: {}: {}\n", id, plan.bots[static_cast<std::size_t>(game.entrant)].name,
                        game.fault);
  }
  return text;
}

std::string introduction(const Plan& plan, const RunPaths& paths) {
  std::string bots;
  for (const BotEntry& bot : plan.bots) bots += (bots.empty() ? "" : ", ") + bot.name;
  const std::string format =
      plan.format.kind == TournamentFormat::Kind::round_robin ? "" : words_of(plan.format) + ", ";
  return fmt::format("{} bots, {}{} games a {}: {}\nrules {}, {} words of {}, seed {}\nrun {}\n\n",
                     plan.bots.size(), format, plan.games, unit_of_games(plan.format), bots, plan.rules.name,
                     plan.lexicon_words, plan.lexicon_name, plan.seed, paths.folder.string());
}

// What was late was not charged; but where the referee waits for a processor, so may the bots.
std::string late_text(const TournamentProgress& progress) {
  if (progress.late == 0) return "";
  const std::string told = fmt::format(
      "In {} of {} games the referee itself was late by 10 ms or more: this machine had too much to do. "
      "Play fewer games at once (--concurrency), or charge what bots compute (--cpu-clock).",
      progress.late, progress.played);
  return fmt::format("\n{}\n", wrapped(told, kColumns));
}

std::string summary(const TournamentEnd& end, const Plan& plan, const RunPaths& paths) {
  std::string text = places_text(end.places) + format_standings(end.standings) +
                     faults_text(end.forfeited, plan) + late_text(end.progress);
  const double seconds = std::chrono::duration<double>(end.progress.elapsed).count();
  text += fmt::format("\n{} of {} games", end.progress.played, end.progress.games);
  if (end.progress.played_before > 0)
    text += fmt::format(", {} of them played before", end.progress.played_before);
  if (end.progress.turns > 0) {
    text += fmt::format("; {} turns in {:.1f} s, {:.0f} a second", end.progress.turns, seconds,
                        static_cast<double>(end.progress.turns) / seconds);
  }
  return text + fmt::format("\nrun     {}\nreport  {}\n", paths.folder.string(), paths.report().string());
}

Json summary_to_json(const TournamentEnd& end, const RunPaths& paths) {
  Json json = standings_to_json(end.standings);
  json["run"] = paths.folder.string();
  json["report"] = paths.report().string();
  if (!end.places.empty()) json["places"] = places_to_json(end.places);
  json["games_planned"] = end.progress.games;
  json["turns"] = end.progress.turns;
  json["late_games"] = end.progress.late;
  json["seconds"] = std::chrono::duration<double>(end.progress.elapsed).count();
  return json;
}

// Left to itself, malloc keeps the buffers of bots that ended between what stays, and grows for hours.
void give_large_buffers_back() {
  constexpr int kLarge = 64 << 10;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
}

Result<int> play(const Arguments& arguments) {
  give_large_buffers_back();
  allow_all_files();
  const InterruptWatch interrupts;
  auto request = request_of(arguments);
  if (!request) return request.error();
  auto resolved = resolve(
      request.value(),
      {.directory = {}, .shipped = shipped_files(), .on_build = tell_of_build, .stop = interrupts.token()});
  if (!resolved) return interrupts.stopped_or(resolved.error());
  Plan& plan = resolved.value().plan;
  warn_of_sandbox(*resolved.value().sandbox);
  const RunPaths paths = arguments.out.empty()
                             ? choose_run_folder("runs", default_name(request.value(), plan), plan,
                                                 request.value().seed.has_value())
                             : RunPaths{arguments.out};
  if (!arguments.out.empty()) keep_seed_of(paths, plan, request.value().seed.has_value());
  if (!arguments.json && !arguments.quiet) print(introduction(plan, paths));

  TournamentWatch watch;
  watch.stop = interrupts.token();
  std::optional<StatusLine> status;
  if (!arguments.quiet) status.emplace();
  watch.progress = [&](const TournamentProgress& progress) {
    if (status) status->show(progress_text(progress));
  };
  const Execution execution{request.value().concurrency, request.value().try_bots,
                            request.value().transcripts};
  auto end = run_tournament(resolved.value(), paths, execution, watch);
  status.reset();
  if (!end) return end.error();
  const auto written = replace_file(
      paths.report(), report_html(plan, end.value().places, end.value().standings, end.value().forfeited));
  if (arguments.json) {
    print(json_line(summary_to_json(end.value(), paths)));
  } else {
    print(summary(end.value(), plan, paths));
  }
  if (!written) return written.error();
  if (end.value().is_finished()) return kDone;
  fmt::print(stderr, "toptile: stopped; the same command goes on with the remaining {} games\n",
             end.value().progress.games - end.value().progress.played);
  return kInterrupted;
}

}  // namespace

std::function<int()> declare_tournament(CLI::App& command) {
  auto arguments = std::make_shared<Arguments>();
  command
      .add_option("config", arguments->config, "A configuration file (docs/tournaments.md); flags count more")
      ->type_name("CONFIG.json");
  command
      .add_option("--bot", arguments->bots,
                  "A shipped bot, a bot's folder, a program, or \"name=program arguments\"; two or more")
      ->type_name("BOT")
      ->expected(1)
      ->take_all();
  command
      .add_option("--format", arguments->format,
                  "round_robin (default), gauntlet, swiss, knock_out or king: who meets whom")
      ->check(CLI::IsMember(kFormatWords))
      ->type_name("FORMAT");
  command.add_option("--rounds", arguments->rounds, "Rounds of a swiss tournament or of king")
      ->check(in_range(1, kMostRounds))
      ->type_name("N");
  command
      .add_option("--leaders", arguments->leaders,
                  "Of a gauntlet: so many of the first bots meet the others (default 1)")
      ->check(in_range(1, 100'000))
      ->type_name("N");
  command.add_option("--games", arguments->games, "Games per pairing, an even number (default 20)")
      ->type_name("N");
  command.add_option("--seed", arguments->seed, "The tournament's seed (default: drawn from the system)")
      ->type_name("N");
  command.add_option("--rules", arguments->rules, "A shipped ruleset or a JSON file (default hasbro)")
      ->type_name("NAME|FILE");
  command
      .add_option("--lexicon", arguments->lexicon,
                  "A shipped word list, a text list or a built lexicon (default english)")
      ->type_name("NAME|FILE");
  const CLI::Validator any_time = in_range(1, kMostTime);
  const CLI::Validator any_time_or_none = in_range(0, kMostTime);
  auto* clock =
      command.add_option("--clock", arguments->clock_ms, "Milliseconds a bot has for a game (default 30000)")
          ->check(any_time)
          ->type_name("MS");
  auto* increment = command
                        .add_option("--increment", arguments->increment_ms,
                                    "Milliseconds added to the clock after each move")
                        ->check(any_time_or_none)
                        ->type_name("MS");
  auto* movetime =
      command.add_option("--movetime", arguments->move_ms, "Milliseconds for each move, in place of a clock")
          ->check(any_time)
          ->type_name("MS");
  auto* bank =
      command.add_option("--bank", arguments->bank_ms, "Milliseconds a game beyond the limits of its moves")
          ->check(any_time_or_none)
          ->type_name("MS");
  auto* overtime = command
                       .add_option("--overtime", arguments->overtime,
                                   "Points lost for each period over the clock, as in 10/60000")
                       ->type_name("POINTS/MS");
  auto* none = command.add_flag("--no-clock", arguments->has_no_clock,
                                "No clock but the limit against hanging (a minute a move)");
  command
      .add_option("--margin", arguments->margin_ms,
                  "Milliseconds over the limit that are tolerated (default 50)")
      ->check(any_time_or_none)
      ->type_name("MS");
  increment->excludes(movetime)->excludes(none);
  clock->excludes(movetime)->excludes(none);
  movetime->excludes(none);
  bank->excludes(clock)->excludes(none);
  overtime->excludes(movetime)->excludes(none);
  command
      .add_flag("--cpu-clock", arguments->is_processor_time,
                "Charge what the bot uses of processors, not the time that passes")
      ->excludes(none);
  command.add_flag("--ponder", arguments->may_ponder,
                   "Let a bot compute while another one thinks; else it is stopped");
  command.add_flag("--no-pin", arguments->is_unpinned,
                   "Let the system choose processors, for bots with threads of their own");
  declare_sandbox(command, arguments->sandbox);
  command
      .add_option("--restart", arguments->restart,
                  "When a bot's process is replaced: on_fault (default), each_game, never")
      ->check(CLI::IsMember(kRestarts, CLI::ignore_case))
      ->type_name("WHEN");
  command
      .add_option("--illegal", arguments->illegal,
                  "What becomes of an illegal move: forfeit (default), retry:N, pass")
      ->type_name("WHAT");
  command
      .add_option("--withdraw-after", arguments->withdraw_after,
                  "Give up a bot that fails to start so many times in a row (default 3; 0: never)")
      ->check(in_range(0, 100'000'000))
      ->type_name("N");
  command.add_flag("--no-lanes", arguments->has_no_lanes,
                   "One process a bot for both games of a pair: it can know the other's tiles");
  command.add_flag("--no-try", arguments->is_untried, "Do not start every bot once before the first game");
  command.add_flag("--transcript", arguments->has_transcripts,
                   "Write what is said to and by the bots, a file a game, to transcripts/ of the run");
  command
      .add_option("--concurrency", arguments->concurrency, "Games at once (default: as many as processors)")
      ->check(in_range(1, 1024))
      ->type_name("N");
  command
      .add_option("--out", arguments->out,
                  "The run's folder (default: a new one below runs/, or the unfinished one of the same plan)")
      ->type_name("DIR");
  command.add_flag("--json", arguments->json, "Print the standings as JSON");
  command.add_flag("--quiet", arguments->quiet, "No progress line and no introduction");
  return [arguments] {
    const auto code = play(*arguments);
    return code ? code.value() : complain(code.error());
  };
}

}  // namespace toptile
