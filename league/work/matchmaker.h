// Which two versions meet next, for all threads of one process: what was played is read from the store as it
// comes, and the choice is made anew when it has changed enough.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/result.h"
#include "league/choice/game_choice.h"
#include "league/store/league_store.h"
#include "league/tables/league_table.h"

namespace toptile {

struct NextMeeting {
  BotVersion one, other;
  int sets = 1;
};

class Matchmaker {
 public:
  // `elo`, if it is given, is the width of intervals at which the work is done (WorkLimits::elo).
  Matchmaker(LeagueStore store, std::optional<double> elo) : store_(std::move(store)), elo_(elo) {}

  // Nothing if fewer than two versions play.
  Result<std::optional<NextMeeting>> next();
  // The version as it was read last.
  Result<BotVersion> find(VersionId version);
  // Whether all intervals are as narrow as they should be. False if no width was given.
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
  Result<void> choose_anew();
  LeagueSituation situation(const std::vector<SetsInPlay>& in_play, std::int64_t blocks) const;
  std::optional<int> predecessor(const BotVersion& version) const;

  std::mutex mutex_;  // It guards all members.
  LeagueStore store_;
  const std::optional<double> elo_;
  LeagueGames games_;
  std::size_t counted_ = 0;  // The sets of games_ that are counted in the next two.
  std::map<std::pair<VersionId, VersionId>, Played> played_;
  std::map<VersionId, Times> times_;
  std::vector<VersionId> numbers_;  // The version of each contender.
  std::map<VersionId, int> contender_of_;
  std::map<VersionId, double> strengths_;
  std::unique_ptr<GameChoice> choice_;
  std::uint64_t order_at_choice_ = 0;
  std::int64_t event_at_choice_ = 0;
  int chosen_ = 0;  // Blocks since the choice was made anew.
  std::optional<std::uint64_t> order_at_table_;
  bool is_certain_ = false;
};

}  // namespace toptile
