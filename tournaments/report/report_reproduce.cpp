#include "tournaments/report/report_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"
#include "protocol/ruleset_json.h"

namespace toptile {

namespace {

bool is_shipped_ruleset(const Ruleset& rules) {
  for (const ShippedRuleset& shipped : shipped_rulesets()) {
    if (shipped.name != rules.name) continue;
    const auto json = parse_json(shipped.json, rules.name);
    const auto same = json ? ruleset_from_json(json.value(), rules.name) : json.error();
    return same && ruleset_to_json(same.value()) == ruleset_to_json(rules);
  }
  return false;
}

Json bot_configuration(const BotEntry& bot) {
  Json object = {{"name", bot.name}, {"command", bot.command}, {"directory", bot.directory.string()}};
  if (!bot.options.empty()) object["options"] = bot.options;
  return object;
}

std::string words_in(const ReportRun& run) {
  const bool is_shipped = run.plan.lexicon_name == "english" || run.plan.lexicon_name == "common";
  return is_shipped ? run.plan.lexicon_name : run.name + "/lexicon.txt";
}

// The plan as a configuration. Bots, the lexicon and shipped rules have the form in which a user writes them;
// the other keys are those of the plan.
Json configuration_of(const ReportRun& run) {
  const Plan& plan = run.plan;
  Json object = plan_to_json(plan);
  object.erase("run");
  object.erase("shard");
  object.erase("first_plan");
  object["bots"] = Json::array();
  for (const BotEntry& bot : plan.bots) object["bots"].push_back(bot_configuration(bot));
  object["lexicon"] = words_in(run);
  if (is_shipped_ruleset(plan.rules)) object["rules"] = plan.rules.name;
  return object;
}

// Whether this is a game of toptile play: a player without a program is a person.
bool has_people(const Plan& plan) {
  return std::ranges::any_of(plan.bots, [](const BotEntry& bot) { return bot.command.empty(); });
}

// Whether the plan differs from the defaults only in settings that short_command can express.
bool is_plain(const Plan& plan) {
  Plan usual = plan;
  static_cast<TournamentTerms&>(usual) = {};
  usual.openings = {};
  for (BotEntry& bot : usual.bots) bot.options.clear();
  usual.format.players = plan.format.players;
  return plan_to_json(usual) == plan_to_json(plan) && is_shipped_ruleset(plan.rules);
}

std::string bot_word(const BotEntry& bot) {
  const std::filesystem::path program = bot.command.front();
  const bool is_shipped =
      bot.command.size() == 1 && program.filename() == bot.name && program.parent_path().filename() == "bots";
  if (is_shipped) return shell_word(bot.name);
  std::string words;
  for (const std::string& word : bot.command) words += (words.empty() ? "" : " ") + shell_word(word);
  return shell_word(bot.name + "=" + words);
}

std::string short_command(const ReportRun& run) {
  const Plan& plan = run.plan;
  std::string command = "toptile tournament";
  for (const BotEntry& bot : plan.bots) command += " --bot " + bot_word(bot);
  if (plan.format.players > 2) command += fmt::format(" --players {}", plan.format.players);
  command += fmt::format(" --games {} --seed {}", plan.games, plan.seed);
  if (plan.rules.name != "hasbro") command += " --rules " + plan.rules.name;
  if (plan.lexicon_name != "english") command += " --lexicon " + shell_word(words_in(run));
  return command;
}

}  // namespace

Json reproduction_of(const ReportRun& run) {
  const Plan& plan = run.plan;
  Json commands = Json::array();
  Json notes = Json::array();
  if (has_people(plan)) {
    notes.push_back("People played; what they did is only in the records.");
  } else if (is_plain(plan)) {
    commands.push_back(short_command(run));
  } else {
    commands.push_back("toptile tournament configuration.json");
    notes.push_back("configuration.json is the configuration below.");
  }
  commands.push_back("toptile verify " + shell_word(run.name));
  notes.push_back(
      fmt::format("The words are {}, {} of them, sha256 {}; the run's folder has them as lexicon.txt.",
                  plan.lexicon_name, plan.lexicon_words, plan.lexicon_sha256));
  notes.push_back(
      "The same seed gives the same games, except for times, if the bots are the same builds and do not "
      "depend on time; their sha256 identifies the programs.");
  if (plan.shard) {
    notes.push_back(fmt::format("This is shard {} of {}; --shard {}/{} plays it alone.", plan.shard->index,
                                plan.shard->of, plan.shard->index, plan.shard->of));
  }
  return {{"commands", commands}, {"configuration", configuration_of(run)}, {"notes", notes}};
}

}  // namespace toptile
