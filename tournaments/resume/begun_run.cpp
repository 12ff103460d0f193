#include "tournaments/resume/begun_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "bots/copies/frozen_bots.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/run_folder.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace fs = std::filesystem;

std::vector<std::string> keep_frozen_bots(const RunPaths& paths, Plan& plan) {
  std::vector<std::string> changes;
  if (!has_frozen_bots(paths)) return changes;
  auto begun = read_run_plan(paths);
  if (!begun) return changes;
  for (BotEntry& bot : plan.bots) {
    const auto frozen = std::ranges::find(begun.value().bots, bot.name, &BotEntry::name);
    if (frozen == begun.value().bots.end()) continue;
    if (const auto change = keep_frozen_bot(*frozen, paths, bot)) {
      changes.push_back(fmt::format(
          "bot {}: its files were changed after this run began{}; the run continues with the old ones",
          bot.name, *change));
    }
  }
  return changes;
}

std::optional<std::string> keep_frozen_bot(const BotEntry& frozen, const RunPaths& paths, BotEntry& bot) {
  if (bot.command != frozen.command || bot.homes != frozen.homes || bot.sha256 == frozen.sha256)
    return std::nullopt;
  const auto differences = differences_to_frozen(bot, paths.frozen());
  // How the bot is started and confined is still the organizer's choice.
  bot.sha256 = frozen.sha256;
  bot.author = frozen.author;
  bot.version = frozen.version;
  bot.language = frozen.language;
  if (!differences || differences.value().empty()) return "";
  return fmt::format(": {}", fmt::join(differences.value(), ", "));
}

void keep_seed_of(const RunPaths& paths, Plan& plan, bool is_seed_given) {
  const auto begun = read_run_plan(paths);
  if (!begun) return;
  if (!is_seed_given) plan.seed = begun.value().seed;
  if (!plan.first_plan) plan.first_plan = begun.value().first_plan;
}

void keep_first_plan_of(const RunPaths& paths, Plan& plan) {
  if (const auto begun = read_run_plan(paths)) keep_first_plan(begun.value(), plan);
}

RunPaths choose_run_folder(const fs::path& runs, const std::string& name, Plan& plan, bool is_seed_given) {
  for (int number = 1;; ++number) {
    const RunPaths paths{runs / (number == 1 ? name : fmt::format("{}-{}", name, number))};
    std::error_code closed;
    if (!fs::exists(paths.folder, closed)) return paths;
    const auto begun = read_run_plan(paths);
    if (!begun) continue;
    Plan same = plan;
    if (!is_seed_given) same.seed = begun.value().seed;
    same.first_plan = begun.value().first_plan;
    if (compare_plans(plan_to_json(begun.value()), plan_to_json(same))) continue;
    const auto run = read_run(paths);
    if (!run || run.value().is_finished) continue;
    plan = same;
    return paths;
  }
}

}  // namespace toptile
