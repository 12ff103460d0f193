#include "cli/verbs/tournament_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/descriptor.h"
#include "base/temporary_folder.h"
#include "base/text_columns.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/bot_trial.h"
#include "bots/settings_json.h"
#include "cli/flags/bot_argument.h"
#include "cli/flags/sandbox_flag.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "protocol/lexicon_file.h"
#include "tournaments/run/kept_games.h"
#include "tournaments/run/launchpad.h"
#include "tournaments/run/run_folder.h"
#include "tournaments/run/run_growth.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

// A run to resume.
struct RunOnWay {
  Plan plan;  // With all bots.
  RunGrowth growth;
  std::size_t played = 0;  // Games, including those of bots that leave.
};

// The findings of a check, as complete as possible.
struct Findings {
  std::optional<ResolvedPlan> resolved;  // The plan with the bots that were found.
  std::vector<std::size_t> requested;    // Their numbers among the requested bots.
  std::vector<BotTrial> trials;          // The trials of these bots.
  std::vector<std::string> sights;       // What these bots may see (words_of_sight).
  std::vector<std::string> faults;       // All errors.
  std::vector<std::string> warnings;     // Not errors, but likely problems.
  std::optional<RunOnWay> run;           // The run to resume.

  // The whole plan; requires `resolved`. The bots that a run already has are not tried again.
  const Plan& plan() const { return run ? run->plan : resolved->plan; }
};

// Builds the bots, and removes those that cannot be built from the findings' plan.
BuiltBots build_those_that_can_be(Findings& findings, const InterruptWatch& interrupts) {
  std::vector<BotEntry> bots = std::exchange(findings.resolved->plan.bots, {});
  const std::vector<std::size_t> numbers = std::exchange(findings.requested, {});
  BuiltBots all;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    BotEntry& bot = bots[i];
    const std::vector<BotEntry>& kept = findings.resolved->plan.bots;
    // A duplicate name is an error of its own.
    if (std::ranges::find(kept, bot.name, &BotEntry::name) != kept.end()) continue;
    auto built = build_bots({bot}, bot_search(interrupts.token()), findings.resolved->sandbox);
    if (!built) {
      findings.faults.push_back(built.error().message);
      continue;
    }
    all.push_back(std::move(built).value().front());
    findings.resolved->plan.bots.push_back(std::move(bot));
    findings.requested.push_back(numbers[i]);
  }
  return all;
}

// The last line that the bot wrote on standard error; may be empty.
std::string last_words_of(const Evidence& evidence) {
  const std::string line = last_line_of(evidence.stderr_tail, 200);
  return line.empty() ? line : "; its last line on stderr: " + line;
}

void try_bots(Findings& findings, const InterruptWatch& interrupts, const std::filesystem::path& folder) {
  const BuiltBots built = build_those_that_can_be(findings, interrupts);
  const auto& [plan, lexicon, sandbox] = *findings.resolved;
  for (std::size_t bot = 0; bot < plan.bots.size(); ++bot)
    findings.sights.push_back(words_of_sight(plan.bots[bot], folder_built(built, bot)));
  const RunPaths paths{folder};
  const auto frozen = FrozenBots::freeze(plan.bots, built, lanes_of(plan), paths.frozen(), *sandbox);
  if (!frozen) {
    findings.faults.push_back(frozen.error().message);
    return;
  }
  if (auto saved = save_for_bots(lexicon, paths.lexicon_list()); !saved) {
    findings.faults.push_back(saved.error().message);
    return;
  }
  if (auto let = let_users_through(*sandbox, folder, {}); !let) {
    findings.faults.push_back(let.error().message);
    return;
  }
  const GameTable table = table_of(plan, lexicon, place_of_words(*sandbox, paths.lexicon_list()));
  const Launchpad launchpad(plan, paths, frozen.value(), sandbox);
  for (const Entrant bot : each<Entrant>(plan.bots.size())) {
    const BotSpec& spec = launchpad.spec_of(bot);
    const GameTable own = table_for(table, plan.bots[bot]);
    BotTrial trial = try_bot_in_a_game(spec, own, plan.format.players, plan.patience, interrupts.token());
    if (const auto slow = slowness_of(trial, own, plan.format.players))
      findings.warnings.push_back(fmt::format("bot {}: {}", spec.name, *slow));
    if (trial.fault) {
      findings.faults.push_back(fmt::format("bot {}: {}: {}{}", spec.name, name_of(trial.fault->kind),
                                            trial.fault->text, last_words_of(trial.fault->evidence)));
    }
    if (trial.error) findings.faults.push_back(fmt::format("bot {}: {}", spec.name, trial.error->message));
    findings.trials.push_back(std::move(trial));
  }
}

enum class BotsAre { tried, left_alone };

Result<TemporaryFolder> folder_for_trials() {
  TOPTILE_TRY(auto folder, TemporaryFolder::make());
  std::filesystem::create_directory(folder.path() / "bots");  // Their stderr goes there.
  return folder;
}

Result<Findings> find_out(const TournamentRequest& request, BotsAre bots_are, Field field,
                          const InterruptWatch& interrupts) {
  TOPTILE_TRY(const auto folder, folder_for_trials());
  Findings findings;
  std::vector<BotEntry> bots;
  const ShippedFiles shipped = shipped_files();
  auto found = find_bots(request, bot_search(interrupts.token()));
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i]) {
      findings.faults.push_back(found[i].error().message);
      continue;
    }
    bots.push_back(std::move(found[i]).value());
    findings.requested.push_back(i);
  }
  const bool are_all_found = findings.faults.empty();
  auto resolved = resolve_around(request, std::move(bots), shipped);
  if (!resolved) {
    findings.faults.push_back(resolved.error().message);
    return findings;
  }
  findings.resolved.emplace(std::move(resolved).value());
  if (field == Field::whole) {
    if (auto complete = complete_plan(request, findings.resolved->plan); !complete && are_all_found)
      findings.faults.push_back(complete.error().message);
  }
  warn_of_sandbox(*findings.resolved->sandbox);
  if (bots_are == BotsAre::tried) try_bots(findings, interrupts, folder.path());
  return findings;
}

// Checks whether a run could be made in this folder, without changing it.
Result<void> look_at_folder(const RunPaths& paths, Plan plan, bool is_seed_given) {
  keep_seed_of(paths, plan, is_seed_given);
  TOPTILE_TRY_TO(check_folder(paths, FolderOf::run));
  return check_run_plan(paths, plan);
}

// Checks whether the run could be resumed with this plan, without changing it.
Result<RunOnWay> look_at_run(const RunPaths& paths, ResolvedPlan& resolved, bool is_seed_given,
                             std::vector<std::string>& warnings) {
  keep_seed_of(paths, resolved.plan, is_seed_given);
  for (std::string& edit : keep_frozen_bots(paths, resolved.plan)) warnings.push_back(std::move(edit));
  TOPTILE_TRY(auto growth, check_growth(paths, resolved));
  TOPTILE_TRY(const auto run, read_run(paths));
  TOPTILE_TRY(const auto waiting, count_waiting(paths, run.plan));
  return RunOnWay{resolved.plan, std::move(growth), run.results.size() + waiting};
}

// Checks whether the tournament's folder could be where the flags say.
void look_at_place(const TournamentFlags& flags, const TournamentRequest& request, Findings& findings) {
  ResolvedPlan& resolved = *findings.resolved;
  if (!flags.resume.empty()) {
    auto run = look_at_run({flags.resume}, resolved, request.seed.has_value(), findings.warnings);
    if (!run) {
      findings.faults.push_back(run.error().message);
    } else {
      findings.run = std::move(run).value();
    }
    return;
  }
  const RunPaths paths{flags.out.empty() ? "runs" : flags.out};
  if (auto seen = run_folder_fault(resolved.plan, *resolved.sandbox, paths))
    return findings.faults.push_back(seen->message);
  if (!flags.out.empty()) {
    if (auto fits = look_at_folder({flags.out}, resolved.plan, request.seed.has_value()); !fits)
      findings.faults.push_back(fits.error().message);
  }
}

// What would be played of an existing run: more of it, or a set again. Bots that join are tried.
Result<Findings> find_out_of_run(const TournamentFlags& flags,
                                 const std::function<Result<ResolvedPlan>()>& resolve, BotsAre bots_are,
                                 const InterruptWatch& interrupts) {
  Findings findings;
  TOPTILE_TRY(auto resolved, resolve());
  warn_of_sandbox(*resolved.sandbox);
  if (flags.is_resumed_alone()) {
    auto run = look_at_run({flags.resume}, resolved, true, findings.warnings);
    if (!run) return run.error();
    std::erase_if(resolved.plan.bots, [&](const BotEntry& bot) {
      return std::ranges::find(run.value().growth.added, bot.name) == run.value().growth.added.end();
    });
    findings.run = std::move(run).value();
  }
  for (std::size_t i = 0; i < resolved.plan.bots.size(); ++i) findings.requested.push_back(i);
  findings.resolved = std::move(resolved);
  if (bots_are == BotsAre::left_alone || findings.requested.empty()) return findings;
  TOPTILE_TRY(const auto folder, folder_for_trials());
  try_bots(findings, interrupts, folder.path());
  return findings;
}

std::string time_text(std::chrono::milliseconds time) {
  return time.count() % 1000 == 0 ? fmt::format("{} s", time.count() / 1000)
                                  : fmt::format("{} ms", time.count());
}

std::string clock_words(const TimeControl& control) {
  std::string text;
  switch (control.kind) {
    case TimeControl::Kind::game_clock:
      text = time_text(control.time) + " a game";
      if (control.increment.count() > 0) text += fmt::format(" and {} a move", time_text(control.increment));
      break;
    case TimeControl::Kind::move_time:
      text = time_text(control.time) + " a move";
      if (control.bank.count() > 0) text += fmt::format(" and {} a game", time_text(control.bank));
      break;
    case TimeControl::Kind::none:
      text = fmt::format("none, but {} a move at most", time_text(control.hang));
      break;
  }
  if (control.measure == TimeControl::Measure::processor) text += ", of processor time";
  if (control.overtime) {
    text += fmt::format(", then {} points for every {}", control.overtime->points,
                        time_text(control.overtime->period));
  }
  if (control.nodes > 0) text += fmt::format(", {} nodes a move", control.nodes);
  return text;
}

std::string games_words(const Plan& plan) {
  const std::uint64_t games = schedule_of(plan).expected();
  if (plan.test)
    return fmt::format("a match of {} games at most, with a test of {}", plan.games, words_of(*plan.test));
  if (plan.shard) {
    return fmt::format("{} bots, {}, shard {} of {} with {} games", plan.bots.size(), words_of(plan.format),
                       plan.shard->index, plan.shard->of, games);
  }
  return fmt::format("{} bots, {}, {} games a {}, {}{} in all", plan.bots.size(), words_of(plan.format),
                     plan.games, unit_of_games(plan.format), depends_on_results(plan.format) ? "about " : "",
                     games);
}

std::string trial_words(const BotEntry& bot, const BotTrial& trial) {
  if (!trial.is_good())
    return trial.is_stopped ? "not tried" : trial.turns ? "does not play" : "does not get ready";
  std::string text = trial.id_name.empty() ? "a bot without a name" : trial.id_name;
  if (!trial.id_author.empty()) text += " by " + trial.id_author;
  text += fmt::format(", ready in {} ms, {} turns played", (trial.started + trial.ready).count(),
                      trial.turns.value_or(0));
  const bool is_off = bot.sandbox.enforced.empty();
  return text + (is_off                        ? ", no sandbox"
                 : bot.sandbox.why_not.empty() ? ", in a sandbox"
                                               : ", partly in a sandbox");
}

std::string bot_lines(const BotEntry& bot, const BotTrial& trial, const std::string& sight,
                      std::size_t width) {
  const std::string name = fmt::format("  {:<{}}  ", bot.name, width);
  const std::string text = name + wrapped(trial_words(bot, trial), kColumns, name.size());
  return sight.empty() ? text + "\n" : text + "\n    " + wrapped(sight, kColumns, 4) + "\n";
}

std::string words_of_repeated(const TournamentFlags& flags, const Plan& plan) {
  const std::string set = flags.repeated_set ? fmt::format("pair {}", *flags.repeated_set)
                                             : fmt::format("the pair of game {}", *flags.repeated_game);
  return fmt::format("{} of {} again, {}", set, flags.repeat, counted(schedule_of(plan).expected(), "game"));
}

std::string text_of_run(const RunOnWay& run, const RunPaths& paths) {
  std::string text =
      fmt::format("run {}, {} played so far\n", paths.folder.string(), counted(run.played, "game"));
  for (const std::string& change : words_of(run.growth, paths)) text += wrapped(change, kColumns) + "\n";
  return text;
}

// A line for each bot, in the order of the plan.
std::string text_of_bots(const Findings& findings, BotsAre bots_are) {
  const std::vector<BotEntry>& bots = findings.plan().bots;
  std::size_t width = 0;
  for (const BotEntry& bot : bots) width = std::max(width, bot.name.size());
  std::string text;
  std::size_t trial = 0;
  for (const BotEntry& bot : bots) {
    const bool is_tried =
        trial < findings.trials.size() && findings.resolved->plan.bots[trial].name == bot.name;
    if (is_tried) {
      text += bot_lines(bot, findings.trials[trial], findings.sights[trial], width);
      ++trial;
    } else if (findings.run && !std::ranges::count(findings.run->growth.added, bot.name)) {
      text += fmt::format("  {:<{}}  plays for the run already\n", bot.name, width);
    } else if (bots_are == BotsAre::left_alone) {
      text += fmt::format("  {:<{}}  not started\n", bot.name, width);
    }
  }
  return text;
}

std::string text_of(const Findings& findings, const TournamentFlags& flags, const TournamentRequest& request,
                    BotsAre bots_are) {
  if (!findings.resolved) return "";
  const Plan& plan = findings.plan();
  std::string text;
  if (findings.faults.empty())
    text += (flags.is_repeated() ? words_of_repeated(flags, plan) : games_words(plan)) + "\n";
  text += fmt::format(
      "rules {}, {} words of {}, seed {}\nclock {}\n", plan.rules.name, plan.lexicon_words, plan.lexicon_name,
      request.seed ? std::to_string(*request.seed) : "drawn from the system", clock_words(plan.time_control));
  if (plan.adjudicate) text += fmt::format("adjudicated {}\n", words_of(*plan.adjudicate));
  if (!plan.openings.list.empty()) text += words_of(plan.openings) + "\n";
  if (findings.run) text += text_of_run(*findings.run, {flags.resume});
  return text + "\n" + text_of_bots(findings, bots_are);
}

Json trial_to_json(const BotEntry& bot, const BotTrial& trial) {
  Json json = {{"name", bot.name}, {"is_good", trial.is_good()}};
  json["id"] = trial.id_name;
  json["id_author"] = trial.id_author;
  json["start_ms"] = trial.started.count();
  json["ready_ms"] = trial.ready.count();
  json["move_ms"] =
      trial.move_time && !trial.move_time->is_cut_off ? Json(trial.move_time->time.count()) : Json();
  json["turns"] = trial.turns ? Json(*trial.turns) : Json();
  json["sandbox"] = enforcement_to_json(bot.sandbox);
  return json;
}

Json to_json(const Findings& findings, const TournamentRequest& request) {
  Json json = {
      {"is_good", findings.faults.empty()}, {"faults", findings.faults}, {"warnings", findings.warnings}};
  Json trials = Json::array();
  for (std::size_t i = 0; i < findings.trials.size(); ++i)
    trials.push_back(trial_to_json(findings.resolved->plan.bots[i], findings.trials[i]));
  json["trials"] = trials;
  json["name"] = request.name;
  json["concurrency"] = request.concurrency;
  json["try_bots"] = request.try_bots;
  json["transcripts"] = request.transcripts;
  json["sandbox"] = kSandboxModes[static_cast<std::size_t>(request.sandbox)];
  if (findings.resolved && findings.faults.empty()) {
    json["games"] = schedule_of(findings.plan()).expected();
    json["plan"] = plan_to_json(findings.plan());
    if (!request.seed && !findings.run) json["plan"]["seed"] = nullptr;
  }
  if (findings.run) {
    json["played"] = findings.run->played;
    json["added"] = findings.run->growth.added;
    json["left_out"] = findings.run->growth.left_out;
  }
  return json;
}

// The numbers of the requested bots that cannot be found, built or started. Prints what is wrong with them.
// It is an error if something else is wrong.
Result<std::vector<std::size_t>> find_broken_bots(const TournamentRequest& request, Field field,
                                                  const InterruptWatch& interrupts) {
  TOPTILE_TRY(const auto found, find_out(request, BotsAre::tried, field, interrupts));
  // Without a trial, nothing is known about the bots.
  if (!found.resolved) return Error{found.faults.back()};
  std::vector<bool> is_good(request.bots.size());
  for (std::size_t i = 0; i < found.trials.size(); ++i)
    is_good[found.requested[i]] = found.trials[i].is_good();
  std::vector<std::size_t> broken;
  for (std::size_t i = 0; i < is_good.size(); ++i)
    if (!is_good[i]) broken.push_back(i);
  if (!broken.empty())
    for (const std::string& fault : found.faults) complain({fault});
  return broken;
}

// Removes the bots that the flags name.
Result<void> leave_out(const std::vector<std::string>& names, const BotSearch& search,
                       TournamentRequest& request) {
  if (names.empty() || request.bots.empty()) return success();
  const auto found = find_bots(request, search);
  std::vector<std::string> known;
  std::vector<BotRequest> others;
  for (std::size_t i = 0; i < found.size(); ++i) {
    known.push_back(found[i] ? found[i].value().name : expected_name(request.bots[i].source));
    if (std::ranges::find(names, known.back()) == names.end()) others.push_back(request.bots[i]);
  }
  for (const std::string& name : names) {
    if (std::ranges::find(known, name) == known.end())
      return Error{"--without: " + no_such_word(printable(name), name, known)};
  }
  request.bots = std::move(others);
  if (request.bots.size() < 2)
    return Error{fmt::format("--without: a tournament needs two bots or more, and {} left",
                             request.bots.empty() ? "none is" : "one is")};
  return success();
}

}  // namespace

Result<void> leave_out_broken(const InterruptWatch& interrupts, Field field, TournamentRequest& request) {
  TOPTILE_TRY(const auto broken, find_broken_bots(request, field, interrupts));
  for (auto bot = broken.rbegin(); bot != broken.rend(); ++bot)
    request.bots.erase(request.bots.begin() + static_cast<std::ptrdiff_t>(*bot));
  if (!broken.empty())
    fmt::print(stderr, "toptile: the tournament is played without {}\n",
               broken.size() == 1 ? "this bot" : fmt::format("these {} bots", broken.size()));
  return success();
}

Result<void> leave_out(const TournamentFlags& flags, const InterruptWatch& interrupts,
                       TournamentRequest& request) {
  if (flags.is_resumed_alone() || flags.is_repeated()) return success();
  TOPTILE_TRY_TO(leave_out(flags.without, bot_search(interrupts.token()), request));
  return flags.leaves_out_broken ? leave_out_broken(interrupts, Field::whole, request) : success();
}

std::vector<std::string> words_of(const RunGrowth& growth, const RunPaths& paths) {
  std::vector<std::string> words;
  const auto verb = [](const std::vector<std::string>& names) {
    return names.size() == 1 ? "joins" : "join";
  };
  if (!growth.added.empty())
    words.push_back(fmt::format("{} {} the run", fmt::join(growth.added, ", "), verb(growth.added)));
  if (!growth.left_out.empty()) {
    words.push_back(
        fmt::format("the run goes on without {}; {} games stay in {}", fmt::join(growth.left_out, ", "),
                    growth.left_out.size() == 1 ? "its" : "their", shown_path(paths.kept().string())));
  }
  return words;
}

Result<int> check_tournament(const TournamentFlags& flags, const TournamentRequest& request,
                             const std::function<Result<ResolvedPlan>()>& resolve,
                             const InterruptWatch& interrupts) {
  const BotsAre bots_are = flags.try_bots.value_or(true) ? BotsAre::tried : BotsAre::left_alone;
  const bool is_new = !flags.is_resumed_alone() && !flags.is_repeated();
  auto found = is_new ? find_out(request, bots_are, Field::whole, interrupts)
                      : find_out_of_run(flags, resolve, bots_are, interrupts);
  if (interrupts.token().stop_requested()) return kInterrupted;
  if (!found) return found.error();
  Findings& findings = found.value();
  if (findings.resolved && !findings.run) look_at_place(flags, request, findings);
  if (flags.json) {
    print(json_line(to_json(findings, request)));
  } else if (!flags.quiet) {
    print(text_of(findings, flags, request, bots_are));
  }
  for (const std::string& warning : findings.warnings) complain({warning});
  for (const std::string& fault : findings.faults) complain({fault});
  return findings.faults.empty() ? kDone : kWrongUse;
}

}  // namespace toptile
