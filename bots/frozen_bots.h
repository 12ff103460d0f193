// The frozen bots of a run. A run plays with copies of its bots, which are made when it begins, so that later
// edits of the original files do not matter. When a run is resumed, its bots are looked up again: each must
// still be found where it was, and be started as it was (tournaments/run/tournament.h). The games of each
// lane (Conduct::lanes) have their own copies, so that no process of a bot shares a file with the process
// that plays the other game of a pair.
//
// If the sandbox gives bots their own places, they cannot write into their copies. Then bots of a lane with
// the same files share one copy, and the copy of each is a link to it: LANE/NAME leads to LANE/=HASH. Without
// such a sandbox each bot has a copy of its own.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/bot_entry.h"
#include "bots/built_bots.h"
#include "protocol/tournament_numbers.h"
#include "referee/game/bot_session.h"

namespace toptile {

class FrozenBots {
 public:
  // Copies the bots into `folder`, which appears when it is complete. It is an error if a bot has changed
  // since it was looked up, or if its folder has something that cannot belong to a bot.
  static Result<FrozenBots> freeze(const std::vector<BotEntry>& bots, const BuiltBots& built, int lanes,
                                   const std::filesystem::path& folder, const Sandbox& sandbox);
  // Adds the copies of more bots to those of an earlier call, in which all the other bots are. What a killed
  // call left of them is replaced. `numbers` are those of the new ones among `bots`. The others stay as they
  // are, and can be opened at any moment. If `sandbox` is null, nothing is shared.
  static Result<void> add(const std::vector<BotEntry>& bots, const std::vector<std::size_t>& numbers,
                          const BuiltBots& built, int lanes, const std::filesystem::path& folder,
                          const Sandbox* sandbox);
  // Removes the copies of a bot, whose name may be that of no copy. In folders that are links it does
  // nothing.
  static void remove(const std::string& name, int lanes, const std::filesystem::path& folder);
  // Opens the copies of earlier calls, of which there may be more. It is an error if they have changed since.
  // A shared copy is copied for each of its bots if they would be able to write into it in this sandbox.
  static Result<FrozenBots> open(const std::vector<BotEntry>& bots, int lanes,
                                 const std::filesystem::path& folder, const Sandbox& sandbox);

  // The name of the first bot.
  const std::string& name() const { return bots_.front().name; }

  // The description by which the referee starts a bot. `list` is the word list for its games, as
  // save_for_bots wrote it. No file for stderr is named yet.
  BotSpec spec_of(Entrant entrant, int lane, const std::shared_ptr<const Sandbox>& sandbox,
                  const SandboxLimits& limits, const std::filesystem::path& list) const;

 private:
  FrozenBots(std::vector<BotEntry> bots, std::filesystem::path folder)
      : bots_(std::move(bots)), folder_(std::move(folder)) {}

  std::vector<BotEntry> bots_;
  std::filesystem::path folder_;
};

// Checks that the frozen bots are what they should be. A run may come from a stranger, with the stranger's
// programs under the names of these bots, and with hashes that match. So the copies in `folder` are compared
// with the bots' own files as they are now, and with `built` for a bot that has a build. It is an error if
// the copies are not what the bots were when the run began, as far as this can be known. If it cannot be
// known, it is an error too, unless the sandbox gives bots their own places and so keeps them from the user's
// files. The `sha256` of these bots are those of the run.
Result<void> check_origin(const std::vector<BotEntry>& bots, const BuiltBots& built,
                          const std::filesystem::path& folder, const Sandbox& sandbox);

// Bots that root starts run as other users. Without namespaces they find their files at the real paths. This
// lets them pass through `folder`, where the bots were frozen, and read `words`.
Result<void> let_users_through(const Sandbox& sandbox, const std::filesystem::path& folder,
                               const std::vector<std::filesystem::path>& words);

// The path at which a bot finds the words of its games. The referee tells it to the bot.
std::string place_of_words(const Sandbox& sandbox, const std::filesystem::path& list);

// The differences between a bot's files and its frozen copy, a few words for each file. Empty if there are
// none.
Result<std::vector<std::string>> differences_to_frozen(const BotEntry& bot,
                                                       const std::filesystem::path& folder);

}  // namespace toptile
