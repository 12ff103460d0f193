// Input: JSON, which is read as a tournament's configuration, as a run's frozen plan and as a bot's manifest.
// The same text is read as a flag that names a bot and as a bot's info line. A plan is the same after it was
// written and read.
#include "tournaments/plan/plan.h"
#include "bots/shown_name.h"

#include <cmath>
#include <set>

#include "bots/bot_manifest.h"
#include "tests/fuzz/rulesets.h"
#include "tests/fuzz/sentence.h"
#include "tournaments/analysis/analysis.h"
#include "tournaments/run/run_store.h"

using namespace toptile;

namespace {

Json some_plan() {
  const fuzz::Words& words = fuzz::all_words().front();
  Plan plan(words.rules);
  plan.games = 2;
  plan.seed = 5;
  plan.lexicon_sha256 = hexadecimal(words.lexicon.sha256());
  plan.lexicon_name = "few";
  plan.lexicon_words = words.lexicon.words();
  plan.openings.list.push_back({Pass{}, Move(Exchange{Face{1}})});
  for (const char* name : {"greedy", "random"})
    plan.bots.push_back({.name = name,
                         .author = "Ann",
                         .version = "1",
                         .language = "cpp",
                         .command = {std::string("/bots/") + name},
                         .directory = "/",
                         .options = {{"Depth", "3"}},
                         .homes = {{"/bots"}, {"/single/file", true}},
                         .readable = {"/data"},
                         .sha256 = std::string(64, '0'),
                         .sandbox = {{"limits", "namespaces"}, ""}});
  return plan_to_json(plan);
}

void check_flag(const std::string& text) {
  const auto bot = parse_bot_flag(text);
  if (!bot) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(bot.error().message));
    return;
  }
  TOPTILE_ASSERT(bot.value().is_object());
  if (text.starts_with('{')) return;
  TOPTILE_ASSERT(bot.value().at("command").is_array());
  TOPTILE_ASSERT(!bot.value().at("command").empty());
}

void check_request(std::string_view text) {
  const auto request = parse_request(text, "plan.json");
  if (!request) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(request.error().message));
    return;
  }
  TOPTILE_ASSERT(request.value().games.value_or(2) >= 2 && request.value().concurrency >= 0);
  TOPTILE_ASSERT(request.value().time_control.time.count() > 0 && request.value().patience.quit.count() >= 0);
}

void check_manifest(std::string_view text) {
  const auto manifest = parse_manifest(text, "bot.json");
  if (!manifest) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(manifest.error().message));
    return;
  }
  TOPTILE_ASSERT(is_bot_name(manifest.value().name) && !manifest.value().run.empty());
  for (const auto& command : manifest.value().build) TOPTILE_ASSERT(!command.empty());
}

// A bot may say any text; if a score is found in it, it is finite.
void check_score(std::string_view text) {
  const auto score = score_told({std::string(text)}, "pass");
  TOPTILE_ASSERT(!score || std::isfinite(*score));
}

void check_frozen(const Json& frozen) {
  static const Json wanted = some_plan();
  const auto difference = find_plan_difference(frozen, wanted);
  TOPTILE_ASSERT(difference.has_value() == (frozen != wanted));
  if (difference) TOPTILE_ASSERT(fuzz::is_one_sentence(*difference));
  const auto plan = plan_from_json(frozen, "run.json");
  if (!plan) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(plan.error().message));
    return;
  }
  for (const Json& bot : frozen.at("bots")) TOPTILE_ASSERT(bot.at("options").is_object());
  std::set<std::string> names;
  for (const BotEntry& bot : plan.value().bots) {
    TOPTILE_ASSERT(bot.command.empty() ? !name_fault(bot.name) : is_recorded_bot_name(bot.name));
    TOPTILE_ASSERT(names.insert(bot.name).second);
    if (!bot.command.empty())
      TOPTILE_ASSERT(RunPaths{"/run"}.stderr_of(bot.name).parent_path() == "/run/bots");
  }
  const Json written = plan_to_json(plan.value());
  const auto again = plan_from_json(written, "again");
  TOPTILE_ASSERT(again && plan_to_json(again.value()) == written);
  TOPTILE_ASSERT(!find_plan_difference(written, plan_to_json(again.value())));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = fuzz::text_of(bytes, size);
  check_flag(std::string(text));
  check_request(text);
  check_manifest(text);
  check_score(text);
  const auto json = parse_json(text, "run.json");
  if (!json) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(json.error().message));
    return 0;
  }
  check_frozen(json.value());
  return 0;
}
