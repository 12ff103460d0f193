// The bots of a run, frozen: the run plays with copies that are made when it begins, however the files that
// they were copied from are edited. Where it goes on the bots are looked up again: each is still to be found
// where it was, and is started as it was (tournaments/run/tournament.h). Games of one lane (Conduct::lanes)
// have copies of their own, so that no process of a bot shares a file of its own with one that plays the
// other game of a pair.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/result.h"
#include "referee/bot_session.h"
#include "tournaments/bots/bot_entry.h"
#include "tournaments/bots/built_bots.h"

namespace toptile {

class FrozenBots {
 public:
  // Copies them into `folder`, which appears when it is complete. An error where a bot is not what it was
  // when it was looked up, or holds what no bot is made of.
  static Result<FrozenBots> freeze(const std::vector<BotEntry>& bots, const BuiltBots& built, int lanes,
                                   const std::filesystem::path& folder);
  // Those of an earlier call. An error where they are not as they were written.
  static Result<FrozenBots> open(const std::vector<BotEntry>& bots, int lanes,
                                 const std::filesystem::path& folder);

  // The name of the first one.
  const std::string& name() const { return bots_.front().name; }

  // What the referee starts. `list` are the words of its games, as save_for_bots wrote them. Stderr goes
  // nowhere yet.
  BotSpec spec_of(int entrant, int lane, const std::shared_ptr<const Sandbox>& sandbox,
                  const SandboxLimits& limits, const std::filesystem::path& list) const;

 private:
  FrozenBots(std::vector<BotEntry> bots, std::filesystem::path folder)
      : bots_(std::move(bots)), folder_(std::move(folder)) {}

  std::vector<BotEntry> bots_;
  std::filesystem::path folder_;
};

// A run may be a stranger's, with programs of theirs under the names of these bots, and with hashes that
// vouch for them. Compares what was frozen in `folder` with the bots' own files, as they are now, and with
// `built` where it has what those come to. An error where it is something else than what the bots were when
// the run began, as far as this can be known; and where it cannot, unless the sandbox keeps a program from
// all that is not its own. Their `sha256` are those of the run.
Result<void> check_origin(const std::vector<BotEntry>& bots, const BuiltBots& built,
                          const std::filesystem::path& folder, const Sandbox& sandbox);

// Root's bots are other users. Without namespaces they find their files where those are: lets them get
// through the folder, in which bots were frozen, to what is open in it, and read `words`.
Result<void> let_users_through(const Sandbox& sandbox, const std::filesystem::path& folder,
                               const std::vector<std::filesystem::path>& words);

// The path of the words of its games as a bot finds them: the referee tells it.
std::string place_of_words(const Sandbox& sandbox, const std::filesystem::path& list);

// The differences of a bot's folder from what was frozen of it, a few words for each file; nothing where it
// does not.
Result<std::vector<std::string>> differences_to_frozen(const BotEntry& bot,
                                                       const std::filesystem::path& folder);

}  // namespace toptile
