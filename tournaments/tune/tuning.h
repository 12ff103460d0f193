// A tuning on disk: a bot plays itself with different options, batch after batch, and a folder keeps the
// results of the batches (docs/tuning.md). A tuning that was killed continues where it was, and ends with the
// same values.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"
#include "bots/bot_trial.h"
#include "bots/copies/built_bots.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/launchpad.h"
#include "tournaments/run/run_store.h"
#include "tournaments/tune/spsa.h"

namespace toptile {

// The result of a batch, from the side of plus.
struct TunedBatch {
  TwoSides sides = {};
  int wins = 0, ties = 0, losses = 0;
  int forfeits = 0;  // Of both sides; each is also a loss of the side that forfeited.

  double score() const { return wins - losses; }
};

// The bots of a tuning: the same bot twice, as NAME+ and NAME-.
std::vector<BotEntry> two_sides_of(const BotEntry& bot);

// Whether a tuning that has begun in this folder has a copy of its bot, with which it continues.
bool has_frozen_bot(const RunPaths& paths);

// A tuning continues with the copies of its bot. If the bot's files have changed since, the plan gets the bot
// as it was when the tuning began, and a sentence that says so is returned.
std::optional<std::string> keep_tuned_bot(const RunPaths& paths, Plan& plan);

class Tuning {
 public:
  // Creates or opens the folder, and takes its lock. The plan has the bots of two_sides_of. The bot is frozen
  // and started once; an error says why it cannot play.
  static Result<std::unique_ptr<Tuning>> open(ResolvedPlan resolved, const BuiltBots& built,
                                              const RunPaths& paths, const std::stop_token& stop);

  // The options that the bot declares.
  const std::vector<uwi::OptionLine>& declared() const { return declared_; }

  // Begins with these terms, or continues. Fails if the folder was begun with others, or if its contents are
  // not as they should be.
  Result<Spsa> begin(const SpsaTerms& terms);

  // Plays until the last pair or a stop, `concurrency` games at once (0: as many as there are processors).
  // The concurrency does not affect the results. `told` is called after each batch, when it is on the disk.
  Result<void> play(Spsa& spsa, int concurrency, const std::stop_token& stop,
                    const std::function<void(const TunedBatch&)>& told);

 private:
  Tuning(ResolvedPlan resolved, RunPaths paths) : resolved_(std::move(resolved)), paths_(std::move(paths)) {}

  // Fails if a tuning that has begun has another plan.
  Result<void> check_plan() const;
  Result<void> start(const BuiltBots& built, const std::stop_token& stop);
  // nullopt if it was stopped.
  Result<std::optional<TunedBatch>> play_batch(const Spsa& spsa, int concurrency,
                                               const std::stop_token& stop);
  Result<void> read_batches(Spsa& spsa);
  Result<void> write_batch(const Spsa& spsa, const TunedBatch& batch);

  ResolvedPlan resolved_;
  RunPaths paths_;
  UniqueDescriptor lock_, batches_;
  std::optional<Launchpad> launchpad_;
  std::optional<GameTable> table_;
  std::vector<uwi::OptionLine> declared_;
};

// The seed of a tuning that was begun in this folder, or nullopt.
std::optional<std::uint64_t> seed_of_tuning(const RunPaths& paths);

}  // namespace toptile
