#include "tournaments/run/tournament.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/files.h"
#include "base/parallel.h"
#include "base/utf8.h"
#include "base/words.h"
#include "referee/sandbox/needed_files.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/run/bot_player.h"
#include "tournaments/run/kept_games.h"
#include "tournaments/run/launchpad.h"
#include "tournaments/run/run_control.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/run_sessions.h"
#include "tournaments/run/runner.h"
#include "tournaments/run/tournament_reporter.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kTick{100};
// The maximum of a score in a record, so that sums over all games fit into their types.
constexpr int kMaxRecorded = 100'000'000;
constexpr std::uint64_t kMaxReservedGames = 1'000'000;
constexpr std::chrono::seconds kSyncEvery{1};  // A power failure may cost this much of a run.

// How the record's opening differs from the run's, or nullopt. If the record was read without its turns, only
// their number is compared.
std::optional<std::string> other_opening(const Plan& plan, const ScheduledGame& scheduled,
                                         const GameRecord& record) {
  const Opening& opening = opening_of_meeting(plan.openings, plan.seed, record.players, scheduled.meeting);
  const std::vector<Move> turns = turns_of_opening(plan.rules, plan.format.players, opening);
  if (static_cast<std::size_t>(record.opening) != turns.size())
    return fmt::format("opening: the record says {} turns, the run's openings have {} in this game",
                       record.opening, turns.size());
  for (std::size_t turn = 0; turn < std::min(turns.size(), record.turns.size()); ++turn) {
    const std::string move = format_move(turns[turn], plan.rules.alphabet());
    if (record.turns[turn].move != move)
      return fmt::format("turn {}: the record says {}, the run's opening {}", turn + 1,
                         printable(record.turns[turn].move), move);
  }
  return std::nullopt;
}

// Why a record is not a game of the schedule, or nullopt.
std::optional<std::string> schedule_fault(const Plan& plan, const Schedule& schedule,
                                          const GameRecord& record) {
  if (record.id < 1 || record.id > schedule.known())
    return fmt::format("id: the run has no game {}", record.id);
  if (!schedule.has(record.id)) return fmt::format("id: game {} belongs to another shard", record.id);
  const ScheduledGame scheduled = schedule.game(record.id);
  if (record.set != scheduled.set)
    return fmt::format("pair: the record says {}, the schedule says {}", record.set, scheduled.set);
  for (const Seat seat : each<Seat>(scheduled.entrants.size())) {
    const std::string& name = plan.bots[scheduled.entrants[seat]].name;
    if (record.players.size() != scheduled.entrants.size() || record.players[seat] != name)
      return fmt::format("players: the schedule has {} on seat {} of game {}", name, seat, record.id);
  }
  if (record.seed != scheduled.seed)
    return fmt::format("seed: the record says {}, the run's seed gives {}", record.seed, scheduled.seed);
  if (auto other = other_opening(plan, scheduled, record)) return other;
  return record_terms_fault(plan, record);
}

std::uint64_t games_at_once(const Execution& execution, const TournamentProgress& progress) {
  const std::size_t processors = usable_processors().size();
  return std::min<std::uint64_t>(
      progress.games - progress.played,
      execution.concurrency > 0 ? static_cast<std::uint64_t>(execution.concurrency) : processors);
}

Result<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) fs::permissions(folder, fs::perms::owner_all, error);
  if (error)
    return Error{fmt::format("{}: this folder cannot be made: {}", folder.string(), error.message())};
  return success();
}

Result<BuiltBots> find_builds(const Plan& plan, const Execution& execution, Unbuilt unbuilt) {
  return execution.build ? execution.build(unbuilt) : BuiltBots(plan.bots.size());
}

Result<FrozenBots> open_frozen(const ResolvedPlan& resolved, const RunPaths& paths, const BuiltBots& built) {
  const Plan& plan = resolved.plan;
  auto bots = FrozenBots::open(plan.bots, lanes_of(plan), paths.frozen(), *resolved.sandbox);
  if (!bots) return bots;
  TOPTILE_TRY_TO(check_origin(plan.bots, built, paths.frozen(), *resolved.sandbox));
  return bots;
}

Result<FrozenBots> freeze_or_open(const ResolvedPlan& resolved, const RunPaths& paths, bool is_frozen,
                                  const BuiltBots& built) {
  const Plan& plan = resolved.plan;
  auto bots = is_frozen
                  ? open_frozen(resolved, paths, built)
                  : FrozenBots::freeze(plan.bots, built, lanes_of(plan), paths.frozen(), *resolved.sandbox);
  if (!bots) return bots;
  TOPTILE_TRY_TO(let_users_through(*resolved.sandbox, paths.folder, {paths.lexicon_list(), paths.lexicon()}));
  return bots;
}

Result<void> prepare_bots(const Launchpad& launchpad, const GameTable& table, const Plan& plan,
                          const RunPaths& paths, const Execution& execution, const std::stop_token& stop) {
  if (execution.try_bots) {
    TOPTILE_TRY_TO(try_every_bot(launchpad, table, plan, execution.warn, stop));
  }
  return execution.transcripts ? make_folder(paths.transcript_of(GameNumber{1}).parent_path()) : success();
}

// Reads the written plan as it is read later. Otherwise a whole run could be played that cannot be opened.
Result<void> check_written_plan(const RunPaths& paths, const Plan& plan) {
  const auto read = read_run_plan(paths);
  if (!read) return read.error();
  const auto difference = compare_plans(plan_to_json(plan), plan_to_json(read.value()));
  if (!difference) return success();
  return Error{fmt::format("{}: {}: what was written as {} is read as {}", paths.plan().string(),
                           difference->field, difference->in_first, difference->in_second)};
}

// Drops the results of games after `last`, with which a test ended the match.
void cut_short(GameResults& results, GameNumber last, TournamentProgress& progress) {
  results.cut_after(last);
  progress.played = progress.forfeits = progress.late = 0;
  count_games(results.games, progress);
}

// Processes the news of a started runner until it ends or is stopped.
Result<void> follow(Runner& runner, RunControl& control, RunStore& store, const KeptGames& kept,
                    const TournamentWatch& watch, Instant begin, TournamentReporter& reporter,
                    TournamentProgress& progress, GameResults& results) {
  auto last_sync = begin;
  const std::uint64_t before = progress.played_before, waiting = progress.waiting;
  std::uint64_t turns = 0;
  bool goes_on = true;
  while (goes_on) {
    if (const auto changed = control.follow(runner, watch.finish.stop_requested())) reporter.remark(*changed);
    const bool is_stopped = watch.stop.stop_requested() || control.stops();
    goes_on = !is_stopped && runner.wait(steady_clock::now() + kTick) && !watch.stop.stop_requested();
    if (!goes_on) runner.stop();
    const RunnerNews news = runner.take_news();
    results.append(news.finished);
    count_games(news.finished.games, progress);
    turns += news.finished.turns;
    progress.turns = turns - std::min(turns, kept.turns_found());
    progress.played_before = std::min(progress.played, before + kept.games_found());
    progress.waiting = waiting - std::min(waiting, kept.games_found());
    if (news.known_games < progress.known) cut_short(results, news.known_games, progress);
    progress.games = news.expected_games;
    progress.known = news.known_games;
    progress.elapsed = steady_clock::now() - begin;
    reporter.tell(news.events, news.test, progress);
    if (goes_on && steady_clock::now() - last_sync > kSyncEvery) {
      TOPTILE_TRY_TO(store.sync());
      last_sync = steady_clock::now();
    }
  }
  TOPTILE_TRY_TO(store.settle());
  return runner.outcome();
}

std::vector<std::string> names_only_in(const std::vector<BotEntry>& bots,
                                       const std::vector<BotEntry>& others) {
  std::vector<std::string> names;
  for (const BotEntry& bot : bots)
    if (std::ranges::find(others, bot.name, &BotEntry::name) == others.end()) names.push_back(bot.name);
  return names;
}

// How the bots' names differ from those that the run began with, and how the run gets the new ones; or
// nullopt.
std::optional<std::string> other_bots(const RunPaths& paths, const std::vector<BotEntry>& begun,
                                      const std::vector<BotEntry>& bots) {
  const auto missing = names_only_in(begun, bots), more = names_only_in(bots, begun);
  if (missing.empty() && more.empty()) {
    if (bot_names(begun) == bot_names(bots)) return std::nullopt;
    return fmt::format("the order of its bots is {}", fmt::join(bot_names(begun), ", "));
  }
  std::vector<std::string> told;
  std::string command = "toptile tournament --resume " + shell_word(paths.folder.string());
  for (const std::string& name : missing) command += " --without " + name;
  for (const BotEntry& bot : bots) {
    if (std::ranges::find(more, bot.name) == more.end()) continue;
    command += " --bot " + shell_word(named_again(bot, bot.name));
  }
  const auto list = [&](const std::vector<std::string>& names, const char* what) {
    if (!names.empty())
      told.push_back(fmt::format("{} {} {}", fmt::join(names, ", "), names.size() == 1 ? "is" : "are", what));
  };
  list(missing, "missing");
  list(more, "new");
  return fmt::format("{}; its bots change with: {}", fmt::join(told, ", and "), command);
}

}  // namespace

void count_games(const std::vector<GameResult>& games, TournamentProgress& progress) {
  progress.played += games.size();
  progress.forfeits += std::ranges::count_if(games, &GameResult::is_forfeited);
  progress.late += std::ranges::count_if(games, &GameResult::is_late);
}

bool is_match(const Plan& plan) {
  return plan.bots.size() == 2 && plan.format.players == 2 && !depends_on_results(plan.format);
}

Schedule schedule_of(const Plan& plan) {
  return {plan.format, bot_names(plan.bots),
          plan.games,  plan.rules,
          plan.seed,   plan.shard.value_or(Shard{1, 1, plan.format.players}),
          plan.test};
}

std::optional<std::string> record_terms_fault(const Plan& plan, const GameRecord& record) {
  for (const int rank : record.ranks) {
    if (rank < 1 || rank > plan.format.players)
      return fmt::format("ranks: {} is not a rank in a game of {}", rank, plan.format.players);
  }
  for (const int score : record.scores) {
    if (std::abs(score) > kMaxRecorded)
      return fmt::format("scores: {} are more points than a game has", score);
  }
  const std::optional<Overtime> of_plan = plan.time_control.overtime;
  const bool is_other = record.overtime ? record.overtime->terms != of_plan : of_plan.has_value();
  if (is_other) return "overtime: the record has other terms than the run's clock";
  if (record.adjudicate != plan.adjudicate) return "adjudicate: the record has other terms than the run";
  return std::nullopt;
}

Result<GameResult> place_record(const Plan& plan, Schedule& schedule, const GameRecord& record) {
  if (auto misplaced = schedule_fault(plan, schedule, record)) return Error{*std::move(misplaced)};
  const GameResult result = result_of(record, schedule.game(record.id).entrants);
  schedule.tell(result);
  return result;
}

std::optional<Error> run_folder_fault(const Plan& plan, const Sandbox& sandbox, const RunPaths& paths) {
  if (std::ranges::all_of(plan.bots, is_person)) return std::nullopt;
  std::error_code ignored;
  const fs::path run = fs::weakly_canonical(fs::absolute(paths.folder), ignored);
  if (sandbox.has_own_places() && is_in_system(run)) {
    return Error{
        fmt::format("{}: every bot sees the system's folders, and this run would be in one of them; choose "
                    "another folder, such as /var/tmp/{}",
                    run.string(), run.filename().string())};
  }
  for (const BotEntry& bot : plan.bots) {
    for (const fs::path& path : bot.readable) {
      if (!is_within(path, run)) continue;
      return Error{fmt::format(
          "bot {}: {}: this is in the run's folder, which no bot may read; choose another folder, "
          "or remove it from the bot's readable",
          bot.name, path.string())};
    }
  }
  return std::nullopt;
}

Result<TournamentEnd> run_tournament(const ResolvedPlan& resolved, const RunPaths& paths,
                                     const Execution& execution, const TournamentWatch& watch) {
  const Plan& plan = resolved.plan;
  if (auto seen = run_folder_fault(plan, *resolved.sandbox, paths)) return *std::move(seen);
  if (auto unplayable = batch_fault(plan, execution.batch)) return *std::move(unplayable);
  const bool is_frozen = has_frozen_bots(paths);
  TOPTILE_TRY(const auto built, find_builds(plan, execution, is_frozen ? Unbuilt::left_out : Unbuilt::built));
  Schedule schedule = schedule_of(plan);
  TournamentEnd end;
  GameResults results;
  // A vector that grows would leave its old memory behind as holes. Memory that is not used costs nothing.
  results.games.reserve(std::min<std::uint64_t>(schedule.expected(), kMaxReservedGames));
  Withdrawals withdrawals(plan.referee, plan.bots.size());

  auto store = RunStore::open(
      paths, plan_to_json(plan), schedule.shard(), resolved.lexicon,
      [&](const GameRecord& record) -> Result<void> {
        if (schedule.test() && record.id > schedule.known()) return success();
        TOPTILE_TRY(const auto result, place_record(plan, schedule, record));
        results.add(record, result);
        if (record.id <= schedule.known()) withdrawals.note(schedule.game(record.id), record);
        return success();
      },
      [&] { return schedule.known(); });
  if (!store) return store.error();
  forget_wishes(paths);
  if (const auto written = check_written_plan(paths, plan); !written) {
    std::error_code ignored;
    if (results.games.empty()) fs::remove(paths.plan(), ignored);
    return in_context("this run could not be read again, so no game is played", written.error());
  }
  results.cut_after(schedule.known());
  count_games(results.games, end.progress);
  end.progress.games = schedule.expected();
  end.progress.known = schedule.known();
  end.progress.played_before = end.progress.played;

  if (!end.is_finished()) {
    const GameTable table =
        table_of(plan, resolved.lexicon, place_of_words(*resolved.sandbox, paths.lexicon_list()));
    std::optional<Launchpad> launchpad;
    GamePlayers players = execution.players;
    if (!players) {
      TOPTILE_TRY(const auto bots, freeze_or_open(resolved, paths, is_frozen, built));
      launchpad.emplace(plan, paths, bots, resolved.sandbox);
      TOPTILE_TRY_TO(prepare_bots(*launchpad, table, plan, paths, execution, watch.stop));
      players = bot_players(plan, table, paths, *launchpad,
                            {.transcripts = execution.transcripts ? Transcripts::written : Transcripts::none,
                             .tables = watch.tables,
                             .batch = execution.batch});
    }
    TOPTILE_TRY(const auto kept, KeptGames::open(paths));
    if (!depends_on_results(plan.format) && !kept->is_empty()) {
      end.progress.waiting =
          kept->count_waiting(plan, schedule, [&](GameNumber id) { return store.value().has(id); });
    }
    Runner runner(plan, table, schedule, store.value(), std::move(withdrawals),
                  with_kept_games(std::move(players), plan, *kept));
    TournamentReporter reporter(watch, plan, results);
    if (reporter.has_listeners()) runner.keep_events();
    const int concurrency = static_cast<int>(games_at_once(execution, end.progress));
    TOPTILE_TRY(auto sessions, read_sessions(paths));
    sessions.push_back(new_session(execution.name, concurrency, execution.batch));
    TOPTILE_TRY_TO(write_sessions(paths, sessions));
    const ProcessorMeter meter;
    const Instant begin = steady_clock::now();
    RunControl control(paths, concurrency);
    reporter.start({plan, concurrency, begin, end.progress, &results, sessions});
    runner.start(concurrency);
    const auto followed =
        follow(runner, control, store.value(), *kept, watch, begin, reporter, end.progress, results);
    end_session(sessions.back(), end.progress.played - end.progress.played_before);
    const auto written = write_sessions(paths, sessions);
    TOPTILE_TRY_TO(followed);
    TOPTILE_TRY_TO(written);
    end.processors = meter.read(runner.uses(), static_cast<int>(usable_processors().size()));
  }
  if (end.is_finished()) {
    TOPTILE_TRY_TO(drop_played(paths));
  }
  end.places = schedule.places();
  end.test = schedule.test();
  if (is_match(plan)) end.match = tally_of(results.games, 0);
  end.forfeited = std::move(results.forfeited);
  end.results = std::move(results.games);
  end.standings = standings_of_run(plan, end.results);
  return end;
}

Standings standings_of_run(const Plan& plan, std::vector<GameResult> results) {
  return standings_of(bot_names(plan.bots), std::move(results), {}, looks_of(plan));
}

std::optional<LooksPlan> looks_of(const Plan& plan) {
  if (!plan.every_look) return std::nullopt;
  if (!plan.first_plan) return LooksPlan{schedule_of(plan).expected()};
  if (growing_part(plan).bots != plan.first_plan->bots) return LooksPlan{.has_other_bots = true};
  Plan first = plan;
  first.games = plan.first_plan->games;
  first.format.rounds = plan.first_plan->rounds;
  return LooksPlan{schedule_of(first).expected()};
}

Result<void> RunReading::tell(const GameRecord& record) {
  if (auto wrong = id_fault(record, due_)) return *std::move(wrong);
  due_ = schedule_.shard().first_after(due_);
  TOPTILE_TRY(const auto result, place_record(plan_, schedule_, record));
  results_.add(record, result);
  return success();
}

Result<Plan> read_run_plan(const RunPaths& paths) {
  TOPTILE_TRY(const auto found, files_of(paths).look_for(paths.plan().filename()));
  if (!found) {
    const std::filesystem::path& folder = paths.folder;
    if (folder.empty()) return Error{"\"\": this is not a run: name the folder of one, such as runs/cup"};
    std::error_code ignored;
    const char* const why = !std::filesystem::exists(folder, ignored)         ? "there is no such folder"
                            : !std::filesystem::is_directory(folder, ignored) ? "it is not a folder"
                                                                              : "it has no run.json";
    return Error{fmt::format("{}: this is not a run: {}", folder.string(), why)};
  }
  TOPTILE_TRY(auto object, read_plan_json(paths));
  return plan_from_json(object, paths.plan().string());
}

Result<ReadRun> read_run(const RunPaths& paths) {
  TOPTILE_TRY(auto plan, read_run_plan(paths));
  ReadRun run{std::move(plan), {}, {}};
  RunReading reading(run.plan);
  TOPTILE_TRY_TO(for_each_record_without_turns(
      paths.games(), [&](std::uint64_t, GameRecord&& record) { return reading.tell(record); }));
  run.is_finished = reading.is_finished();
  GameResults results = reading.take();
  run.results = std::move(results.games);
  run.forfeited = std::move(results.forfeited);
  return run;
}

Result<void> check_run_plan(const RunPaths& paths, const Plan& plan) {
  if (!files_of(paths).has(paths.plan().filename()) || !has_games(paths)) return success();
  TOPTILE_TRY(const auto begun, read_run_plan(paths));
  if (const auto other = other_bots(paths, begun.bots, plan.bots)) return other_plan_fault(paths, *other);
  if (const auto difference = find_plan_difference(plan_to_json(begun), plan_to_json(plan)))
    return other_plan_fault(paths, *difference);
  return success();
}

}  // namespace toptile
