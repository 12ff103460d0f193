// What a plan takes over from the run that it resumes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// A resumed run continues with the bots that it froze, even if their files have changed since. The plan then
// gets the hashes of the frozen bots. The result has a sentence for each bot whose files have changed, which
// says how they differ. A bot's command, its options and the path of its folder must be unchanged; otherwise
// the plan is a different one.
std::vector<std::string> keep_frozen_bots(const RunPaths& paths, Plan& plan);
// The same for one bot, which was `frozen` when the run began. nullopt if its files have not changed, or if
// it is another bot. Otherwise the text says how they differ, such as ": bot.py has changed", or is empty if
// this is not known.
std::optional<std::string> keep_frozen_bot(const BotEntry& frozen, const RunPaths& paths, BotEntry& bot);

// A resumed run continues with its own seed, unless the request gave one, and with what it planned first.
void keep_seed_of(const RunPaths& paths, Plan& plan, bool is_seed_given);

// For a run that is to grow: keep_first_plan with the plan of the folder, if it has one.
void keep_first_plan_of(const RunPaths& paths, Plan& plan);

// A folder below `runs` for this plan: one that holds an unfinished run of exactly this plan, or else a new
// one called NAME, NAME-2, NAME-3, …. If a run is found, the plan gets its seed, unless the request gave one.
RunPaths choose_run_folder(const std::filesystem::path& runs, const std::string& name, Plan& plan,
                           bool is_seed_given);

}  // namespace toptile
