// The bots that one process of a league has ready to start: fetched by their hash, unpacked,
// built and copied.
#pragma once

#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/temporary_folder.h"
#include "bots/copies/frozen_bots.h"
#include "league/store/league_store.h"

namespace toptile {

// A bot that can be started. Its files stay as long as this object or a copy of `files` exists.
struct StockedBot {
  BotEntry entry;
  FrozenBots frozen;
  std::shared_ptr<const void> files;  // Keeps its folder alive.
  // Where its files are. Texts for its author do not mention these paths (own_paths.h).
  std::vector<std::filesystem::path> folders;
};

// Why a bot could not be prepared. It is the bot's own fault if its files or its build are wrong; then
// neither the error nor the log contains a path of this machine. It is this machine's fault if a disk is full
// or the league cannot be reached.
struct StockFailure : Error {
  bool is_bots_own = false;
  std::string log = {};  // Of its build.
};
template <class T>
using Stocked = boost::outcome_v2::basic_result<T, StockFailure, boost::outcome_v2::policy::terminate>;

class Stock {
 public:
  // Keeps everything below a temporary folder of this process. `terms` must outlive the stock.
  static Result<std::unique_ptr<Stock>> open(const LeagueTerms& terms, const ShippedFiles& shipped,
                                             std::shared_ptr<const Sandbox> sandbox);

  // Returns the bot, preparing it first if necessary. Several threads may call this; `packed_files` gives the
  // packed folder of the version.
  using PackedFiles = std::function<Result<std::string>()>;
  Stocked<std::shared_ptr<const StockedBot>> take(const BotVersion& version, const PackedFiles& packed_files,
                                                  const std::stop_token& stop);

 private:
  struct Shelf;

  Stock(const LeagueTerms& terms, const ShippedFiles& shipped, std::shared_ptr<const Sandbox> sandbox,
        TemporaryFolder folder)
      : terms_(terms), shipped_(shipped), sandbox_(std::move(sandbox)), folder_(std::move(folder)) {}

  Stocked<std::shared_ptr<const StockedBot>> make(const BotVersion& version, const std::string& packed,
                                                  const std::stop_token& stop);

  const LeagueTerms& terms_;
  const ShippedFiles shipped_;
  const std::shared_ptr<const Sandbox> sandbox_;
  const TemporaryFolder folder_;
  std::mutex mutex_;                           // Guards the members below.
  std::list<std::shared_ptr<Shelf>> shelves_;  // The most recently used is first.
  int made_ = 0;
};

}  // namespace toptile
