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

// The folders with what was built, one for each bot of a list. A bot without a build has none.
using BuiltBots = std::vector<std::optional<BuiltBot>>;

// The choice for a bot whose sources are not built yet.
enum class Unbuilt { built, left_out };

// How the builds of bots from strangers differ from those of one's own.
struct BuildTerms {
  BuildLimits limits = {};
  std::function<void(const std::string& log)> on_failure = {};  // As in BuildRequest.
};

// Builds the bots that have a build. `search` says with which package, and whom to tell. An error names the
// bot.
Result<BuiltBots> build_bots(const std::vector<BotEntry>& bots, const BotSearch& search,
                             const std::shared_ptr<const Sandbox>& sandbox, Unbuilt unbuilt = Unbuilt::built,
                             const BuildTerms& terms = {});

// The folder with what was built for that bot; empty if nothing was.
std::filesystem::path folder_built(const BuiltBots& built, std::size_t bot);

}  // namespace toptile
