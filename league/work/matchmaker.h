// Chooses which two versions meet next, for all workers of a league. It reads new results from the store, and
// prepares a new choice when enough has changed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/result.h"
#include "league/choice/game_choice.h"
#include "league/store/league_store.h"
#include "league/tables/league_table.h"
#include "league/work/process_store.h"

namespace toptile {

// A bot that lost or won all its games counts as measured when it is that far beyond all others, in Elo:
// there it would take one point in eleven.
inline constexpr double kFarOff = 400;

// True if no interval is wider than this on either side. An interval that is open on one side never gets
// narrower, and counts when its end is kFarOff beyond all ends of others on that side.
bool are_narrow(std::span<const RatingEstimate> ratings, double elo);

class Matchmaker {
 public:
  // `elo`, if given, is the width of intervals at which the work is done (WorkLimits::elo).
  Matchmaker(ProcessStore& store, std::optional<double> elo) : store_(store), elo_(elo) {}

  // Chooses this many sets or a few more, at least one block. None if fewer than two versions are active.
  Result<std::vector<ChosenSets>> next(int sets);
  // True if all intervals are narrow enough; false if no width was given.
  Result<bool> is_certain();

 private:
  struct Played {
    double sets = 0, points_of_one = 0;
  };
  struct Times {
    double sets = 0, seconds = 0;
    std::int64_t last_block = 0;
  };

  Result<void> look();
  Result<void> read();
  Result<void> keep_history();
  Result<void> choose_again();
  LeagueSituation situation(const std::vector<SetsInPlay>& in_play, std::int64_t blocks) const;
  std::optional<int> predecessor(const BotVersion& version) const;
  // The block of the last set that had ended by then. Sets end about in the order of their blocks.
  std::int64_t block_at(std::int64_t time) const;

  std::mutex mutex_;  // Guards all members.
  ProcessStore& store_;
  const std::optional<double> elo_;
  std::optional<LeagueTerms> terms_;
  LeagueGames games_;
  std::size_t counted_ = 0;  // How many sets of games_ are counted in played_ and times_.
  std::map<std::pair<VersionId, VersionId>, Played> played_;
  std::map<VersionId, Times> times_;
  std::vector<VersionId> numbers_;  // The version of each contender.
  std::map<VersionId, int> contender_of_;
  std::map<VersionId, double> strengths_;
  std::unique_ptr<GameChoice> choice_;
  std::uint64_t order_at_choice_ = 0;
  std::int64_t event_at_choice_ = 0;
  int chosen_ = 0;  // Blocks chosen since choice_ was made.
  std::optional<std::uint64_t> order_at_table_;
  bool is_certain_ = false;
};

}  // namespace toptile
