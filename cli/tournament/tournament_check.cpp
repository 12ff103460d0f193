#include "cli/tournament/tournament_check.h"

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
#include "cli/tournament/check_findings.h"
#include "protocol/lexicon_file.h"
#include "tournaments/resume/begun_run.h"
#include "tournaments/resume/run_growth.h"
#include "tournaments/run/bot_player.h"
#include "tournaments/run/kept_games.h"
#include "tournaments/run/launchpad.h"
#include "tournaments/run/run_folder.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

// Builds the bots, and removes those that cannot be built from the findings' plan.
BuiltBots build_those_that_can_be(TournamentFindings& findings, const InterruptWatch& interrupts) {
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

void try_bots(TournamentFindings& findings, const InterruptWatch& interrupts,
              const std::filesystem::path& folder) {
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

Result<TemporaryFolder> folder_for_trials() {
  TOPTILE_TRY(auto folder, TemporaryFolder::make());
  std::filesystem::create_directory(folder.path() / "bots");  // Their stderr goes there.
  return folder;
}

Result<TournamentFindings> find_out(const TournamentRequest& request, BotsAre bots_are, Field field,
                                    const InterruptWatch& interrupts) {
  TOPTILE_TRY(const auto folder, folder_for_trials());
  TournamentFindings findings;
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
Result<ResumedRun> look_at_run(const RunPaths& paths, ResolvedPlan& resolved, bool is_seed_given,
                               std::vector<std::string>& warnings) {
  keep_seed_of(paths, resolved.plan, is_seed_given);
  keep_first_plan_of(paths, resolved.plan);
  for (std::string& edit : keep_frozen_bots(paths, resolved.plan)) warnings.push_back(std::move(edit));
  TOPTILE_TRY(auto growth, check_growth(paths, resolved));
  TOPTILE_TRY(const auto run, read_run(paths));
  TOPTILE_TRY(const auto waiting, count_waiting(paths, run.plan));
  return ResumedRun{resolved.plan, std::move(growth), run.results.size() + waiting};
}

// Checks whether the tournament's folder could be where the flags say.
void look_at_place(const TournamentFlags& flags, const TournamentRequest& request,
                   TournamentFindings& findings) {
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
Result<TournamentFindings> find_out_of_run(const TournamentFlags& flags,
                                           const std::function<Result<ResolvedPlan>()>& resolve,
                                           BotsAre bots_are, const InterruptWatch& interrupts) {
  TournamentFindings findings;
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
  TournamentFindings& findings = found.value();
  if (findings.resolved && !findings.run) look_at_place(flags, request, findings);
  if (findings.resolved) {
    if (const auto unplayable = batch_fault(findings.plan(), request.batch))
      findings.faults.push_back(unplayable->message);
  }
  if (flags.json) {
    print(json_line(findings_to_json(findings, request)));
  } else if (!flags.quiet) {
    print(findings_text(findings, flags, request, bots_are));
  }
  for (const std::string& warning : findings.warnings) complain({warning});
  for (const std::string& fault : findings.faults) complain({fault});
  return findings.faults.empty() ? kDone : kWrongUse;
}

}  // namespace toptile
