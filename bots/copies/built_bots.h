// Builds the bots of a tournament that have a build (bot_build.h).
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "bots/bot_build.h"
#include "bots/bot_entry.h"

namespace toptile {

// The built folders, one for each bot of a list. A bot without a build has nullopt.
using BuiltBots = std::vector<std::optional<BuiltBot>>;

// What to do with a bot whose sources are not built yet.
enum class Unbuilt { built, left_out };

// Settings in which builds of untrusted bots differ from builds of one's own.
struct BuildTerms {
  BuildLimits limits = {};
  std::function<void(const std::string& log)> on_failure = {};  // As in BuildRequest.
};

// Builds the bots that have a build. `search` has the package to build with and the function to call before a
// build. An error names the bot.
Result<BuiltBots> build_bots(const std::vector<BotEntry>& bots, const BotSearch& search,
                             const std::shared_ptr<const Sandbox>& sandbox, Unbuilt unbuilt = Unbuilt::built,
                             const BuildTerms& terms = {});

// The folder that was built for that bot; empty if there is none.
std::filesystem::path folder_built(const BuiltBots& built, std::size_t bot);

}  // namespace toptile
