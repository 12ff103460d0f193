// The frozen bots of a run. A run plays with copies of its bots, which are made when it begins, so that later
// edits of the original files do not matter. When a run is resumed, its bots are looked up again: each must
// still be where it was, and have the same command and options (tournaments/run/tournament.h). The games of
// each lane (Conduct::lanes) have their own copies, so that no process of a bot shares a file with the
// process that plays the other game of a pair.
//
// If the sandbox has places of its own for bots' files, bots cannot write into their copies. Then bots of a
// lane with the same files share one copy, and the copy of each is a link to it: LANE/NAME leads to
// LANE/=HASH. Without such a sandbox each bot has a copy of its own.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/bot_entry.h"
#include "bots/copies/built_bots.h"
#include "protocol/tournament_numbers.h"
#include "referee/game/bot_session.h"

namespace toptile {

class FrozenBots {
 public:
  // Copies the bots into `folder`, which appears only when it is complete. Fails if a bot has changed since
  // it was looked up, or if its folder has something that cannot belong to a bot.
  static Result<FrozenBots> freeze(const std::vector<BotEntry>& bots, const BuiltBots& built, int lanes,
                                   const std::filesystem::path& folder, const Sandbox& sandbox);
  // Adds copies of more bots to those of earlier calls, which have all the other bots. What a killed call
  // left of the new copies is replaced. `numbers` are the indices of the new bots in `bots`. The other copies
  // stay as they are, and can be opened at any time. If `sandbox` is null, nothing is shared.
  static Result<void> add(const std::vector<BotEntry>& bots, const std::vector<std::size_t>& numbers,
                          const BuiltBots& built, int lanes, const std::filesystem::path& folder,
                          const Sandbox* sandbox);
  // Removes the copies of a bot, if there are any. In folders that are links it does nothing.
  static void remove(const std::string& name, int lanes, const std::filesystem::path& folder);
  // Opens the copies of earlier calls, which may also have other bots. Fails if the copies have changed
  // since. A shared copy is duplicated for each of its bots if they could write into it in this sandbox.
  static Result<FrozenBots> open(const std::vector<BotEntry>& bots, int lanes,
                                 const std::filesystem::path& folder, const Sandbox& sandbox);

  // The name of the first bot.
  const std::string& name() const { return bots_.front().name; }

  // The specification by which the referee starts a bot. `list` is the word list for its games, as
  // save_for_bots wrote it. No stderr file is named yet.
  BotSpec spec_of(Entrant entrant, int lane, const std::shared_ptr<const Sandbox>& sandbox,
                  const SandboxLimits& limits, const std::filesystem::path& list) const;

 private:
  FrozenBots(std::vector<BotEntry> bots, std::filesystem::path folder)
      : bots_(std::move(bots)), folder_(std::move(folder)) {}

  std::vector<BotEntry> bots_;
  std::filesystem::path folder_;
};

// Checks that the frozen bots are what they claim to be. A run may be someone else's, with other programs
// under the names of these bots, and with hashes that match. So the copies in `folder` are compared with the
// bots' own files as they are now, and with `built` for a bot that has a build. Fails if the copies are not
// what the bots were when the run began, as far as this can be known. If it cannot be known, this fails, too,
// unless the sandbox gives bots their own places and so keeps them from the user's files. The `sha256` of
// `bots` are those of the run.
Result<void> check_origin(const std::vector<BotEntry>& bots, const BuiltBots& built,
                          const std::filesystem::path& folder, const Sandbox& sandbox);

// If Toptile runs as root, bots run as other users, and without namespaces they see their files at the real
// paths. This lets them pass through `folder`, where the bots were frozen, and read the word lists `words`.
Result<void> let_users_through(const Sandbox& sandbox, const std::filesystem::path& folder,
                               const std::vector<std::filesystem::path>& words);

// The path at which a bot finds the word list of its games. The referee sends it to the bot.
std::string place_of_words(const Sandbox& sandbox, const std::filesystem::path& list);

// The differences between a bot's files and its frozen copy, a short text for each file. Empty if there are
// none.
Result<std::vector<std::string>> differences_to_frozen(const BotEntry& bot,
                                                       const std::filesystem::path& folder);

}  // namespace toptile
