// Writes, reads and compares plans in run.json.
#include <fmt/format.h>

#include "base/utf8.h"
#include "bots/bot_entry_json.h"
#include "bots/bot_fault.h"
#include "bots/bot_list.h"
#include "bots/settings_json.h"
#include "bots/shown_name.h"
#include "protocol/ruleset_json.h"
#include "tournaments/plan/plan.h"
#include "tournaments/plan/plan_limits.h"
#include "tournaments/plan/terms_json.h"

namespace toptile {

namespace {

constexpr int kOldestRunVersion = 9, kRunVersion = 11;

// The lowest version that has all keys of the plan, which is the one to write.
int run_version_of(const TournamentTerms& terms) {
  if (terms.first_plan) return 11;
  return terms.adjudicate && terms.adjudicate->need_scores() ? 10 : 9;
}

// The wording of the reasons why a machine's sandbox lacks something may change.
Json without_reasons(Json plan) {
  if (!plan.is_object() || !plan.contains("bots") || !plan["bots"].is_array()) return plan;
  for (Json& bot : plan["bots"]) {
    if (bot.is_object() && bot.contains("sandbox") && bot["sandbox"].is_object())
      bot["sandbox"].erase("why_not");
  }
  return plan;
}

// The name is used in records, titles and commands.
std::optional<Error> lexicon_fault(const Plan& plan, const std::string& where) {
  if (name_fault(plan.lexicon_name))
    return Error{
        fmt::format("{}: name: \"{}\" is not a name of a word list", where, printable(plan.lexicon_name))};
  if (is_sha256(plan.lexicon_sha256)) return std::nullopt;
  return Error{fmt::format("{}: sha256: \"{}\" is not an SHA-256 in 64 hexadecimal digits", where,
                           printable(plan.lexicon_sha256))};
}

Result<FirstPlan> first_plan_from_json(const Json& object, const JsonPlace& where) {
  FirstPlan first;
  FieldReader reader(object, where);
  reader.require("games").read("games", first.games, 1, kMaxGames);
  reader.require("rounds").read("rounds", first.rounds, 0, kMaxRounds);
  reader.require("bots").read("bots", first.bots, 1, static_cast<int>(kMaxBots));
  TOPTILE_TRY_TO(reader.finish());
  return first;
}

}  // namespace

FirstPlan growing_part(const Plan& plan) {
  return {plan.games, plan.format.rounds, static_cast<int>(plan.bots.size())};
}

void keep_first_plan(const Plan& begun, Plan& plan) {
  plan.first_plan = begun.first_plan;
  if (plan.every_look && !plan.first_plan && growing_part(plan) != growing_part(begun))
    plan.first_plan = growing_part(begun);
}

Json plan_to_json(const Plan& plan) {
  Json bots = Json::array();
  for (const BotEntry& bot : plan.bots) bots.push_back(bot_to_json(bot));
  Json object = {{"run", run_version_of(plan)},
                 {"seed", std::to_string(plan.seed)},
                 {"format", format_to_json(plan.format)},
                 {"games", plan.games},
                 {"bots", bots}};
  add_terms(object, plan);
  object["lexicon"] = {
      {"name", plan.lexicon_name}, {"words", plan.lexicon_words}, {"sha256", plan.lexicon_sha256}};
  object["rules"] = ruleset_to_json(plan.rules);
  if (!plan.openings.list.empty())
    object["openings"] = openings_to_json(plan.openings, plan.rules.alphabet());
  if (plan.test) object["test"] = test_to_json(*plan.test);
  if (plan.first_plan) {
    object["first_plan"] = {{"games", plan.first_plan->games},
                            {"rounds", plan.first_plan->rounds},
                            {"bots", plan.first_plan->bots}};
  }
  if (plan.shard) object["shard"] = {{"index", plan.shard->index}, {"of", plan.shard->of}};
  return object;
}

Result<Plan> plan_from_json(const Json& object, const std::string& where) {
  FieldReader reader(object, where);
  TournamentTerms terms;
  int version = 0, games = 0;
  std::uint64_t seed = 0;
  reader.require("run").read("run", version, kOldestRunVersion, kRunVersion);
  reader.require("seed").read("seed", seed).require("games").read("games", games, 1, kMaxGames);
  reader.require("format");
  read_part(reader, "format", terms.format, format_from_json);
  read_part(reader, "shard", terms.shard, shard_from_json);
  read_part(reader, "first_plan", terms.first_plan, first_plan_from_json);
  read_terms(reader, terms);
  const Json* bots = reader.require("bots").read_any("bots");
  const Json* lexicon = reader.require("lexicon").read_any("lexicon");
  const Json* rules_object = reader.require("rules").read_any("rules");
  const Json* openings = reader.read_any("openings");
  TOPTILE_TRY_TO(reader.finish());
  if (version != run_version_of(terms))
    return Error{fmt::format("{}: run: a run with such terms has version {}, not {}", where,
                             run_version_of(terms), version)};

  TOPTILE_TRY(auto rules, ruleset_from_json(*rules_object, where + ": rules"));
  Plan plan(std::move(rules));
  static_cast<TournamentTerms&>(plan) = std::move(terms);
  plan.games = games;
  plan.seed = seed;
  if (openings != nullptr) {
    TOPTILE_TRY(plan.openings, openings_from_json(*openings, plan.rules, where + ": openings"));
  }
  FieldReader lexicon_reader(*lexicon, where + ": lexicon");
  lexicon_reader.require("name")
      .read("name", plan.lexicon_name)
      .require("sha256")
      .read("sha256", plan.lexicon_sha256);
  lexicon_reader.require("words").read("words", plan.lexicon_words, 1, INT32_MAX);
  TOPTILE_TRY_TO(lexicon_reader.finish());
  if (auto fault = lexicon_fault(plan, where + ": lexicon")) return *std::move(fault);
  if (!bots->is_array()) return Error{where + ": bots: expected a list"};
  if (bots->size() > kMaxBots)
    return Error{
        fmt::format("{}: bots: there are {} bots, but at most {} can play", where, bots->size(), kMaxBots)};
  for (const Json& bot_object : *bots) {
    TOPTILE_TRY(auto bot, bot_from_json(bot_object, fmt::format("{}: bot {}", where, plan.bots.size() + 1)));
    plan.bots.push_back(std::move(bot));
  }
  if (auto same = same_name_fault(plan.bots, where)) return *std::move(same);
  const auto complete = complete_format(plan.format, static_cast<int>(plan.bots.size()));
  if (!complete) return in_context(where, complete.error());
  plan.format = complete.value();
  if (auto untestable = test_fault(plan.test, plan.format, plan.bots.size()))
    return in_context(where + ": test", *untestable);
  if (const auto fault = adjudication_fault(plan.adjudicate, plan.format, plan.test))
    return in_context(fmt::format("{}: adjudicate: {}", where, fault->key), fault->error);
  if (plan.test && plan.shard)
    return Error{where + ": shard: a match that ends by a test cannot be played in shards"};
  if (auto whole = games_of(games, plan.format.players, plan.test.has_value()); !whole)
    return in_context(where + ": games", whole.error());
  if (plan.shard) plan.shard->games_a_set = plan.format.players;
  if (plan.shard && depends_on_results(plan.format))
    return Error{where + ": shard: a tournament of this format cannot be played in shards"};
  if (auto too_many = games_fault(plan.format, plan.bots.size(), games))
    return in_context(where + ": games", *too_many);
  return plan;
}

std::optional<PlanDifference> compare_plans(const Json& first, const Json& second) {
  const Json one = without_reasons(first), other = without_reasons(second);
  const auto differences = Json::diff(one, other);
  if (differences.empty()) return std::nullopt;
  // The version follows from the other keys, which say more.
  const bool is_about_version = differences[0].at("path") == "/run" && differences.size() > 1;
  std::string path = differences[is_about_version ? 1 : 0].at("path").get<std::string>();
  // An item that only the second list has is past the end of the first, and then both lists are shown.
  if (path.ends_with("/-")) path.resize(path.size() - 2);
  const auto shown = [&](const Json& plan) {
    const Json::json_pointer pointer(path);
    return plan.contains(pointer) ? printable(json_text(plan.at(pointer)), 200) : std::string("nothing");
  };
  std::string field = path.empty() ? "the plan" : path.substr(1);
  std::ranges::replace(field, '/', '.');
  return PlanDifference{printable(field), shown(one), shown(other)};
}

std::optional<std::string> find_plan_difference(const Json& frozen, const Json& wanted) {
  const auto difference = compare_plans(frozen, wanted);
  if (!difference) return std::nullopt;
  return fmt::format("{}: the run has {}, but now {} is asked for", difference->field, difference->in_first,
                     difference->in_second);
}

}  // namespace toptile
