#include "cli/tournament/check_findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_columns.h"
#include "base/words.h"
#include "bots/settings_json.h"
#include "cli/terminal/terminal.h"
#include "cli/tournament/tournament_check.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

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

std::string text_of_run(const ResumedRun& run, const RunPaths& paths) {
  std::string text =
      fmt::format("run {}, {} played so far\n", paths.folder.string(), counted(run.played, "game"));
  for (const std::string& change : words_of(run.growth, paths)) text += wrapped(change, kColumns) + "\n";
  return text;
}

// A line for each bot, in the order of the plan.
std::string text_of_bots(const TournamentFindings& findings, BotsAre bots_are) {
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

}  // namespace

std::string findings_text(const TournamentFindings& findings, const TournamentFlags& flags,
                          const TournamentRequest& request, BotsAre bots_are) {
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

Json findings_to_json(const TournamentFindings& findings, const TournamentRequest& request) {
  Json json = {
      {"is_good", findings.faults.empty()}, {"faults", findings.faults}, {"warnings", findings.warnings}};
  Json trials = Json::array();
  for (std::size_t i = 0; i < findings.trials.size(); ++i)
    trials.push_back(trial_to_json(findings.resolved->plan.bots[i], findings.trials[i]));
  json["trials"] = trials;
  json["name"] = request.name;
  json["concurrency"] = request.concurrency;
  json["batch"] = request.batch;
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

}  // namespace toptile
