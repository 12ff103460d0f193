// The bots of a tournament that have a build, built (bot_build).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "engine/result.h"
#include "tournaments/bots/bot_build.h"
#include "tournaments/bots/bot_entry.h"

namespace toptile {

// What bots are copied from: by their order, folders with what was built; none where there is nothing to
// build.
using BuiltBots = std::vector<std::optional<BuiltBot>>;

// What is to be done about a bot that nobody has built of these sources yet.
enum class Unbuilt { built, left_out };

// Builds those that have a build; `search` says how. An error names the bot.
Result<BuiltBots> build_bots(const std::vector<BotEntry>& bots, const BotSearch& search,
                             const std::shared_ptr<const Sandbox>& sandbox, Unbuilt unbuilt = Unbuilt::built);

// The folder with what was built of the bot of that number; empty where nothing was.
std::filesystem::path folder_built(const BuiltBots& built, std::size_t bot);

}  // namespace toptile
