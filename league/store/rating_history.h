// The ratings that a league's versions had, for their histories.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "league/store/bot_version.h"
#include "league/store/league_connection.h"

namespace toptile {

// A version's rating after some sets, for its history.
struct RatingPoint {
  std::uint64_t order = 0;  // After the set of this PlayedSet::order.
  VersionId version{};
  std::int64_t games = 0;  // Of this version until then.
  double elo = 0, error_low = 0, error_high = 0;
};

class RatingHistory : StoredPart {
 public:
  explicit RatingHistory(LeagueConnection& connection) : StoredPart(connection) {}

  Result<void> keep_points(std::span<const RatingPoint> points);
  Result<std::vector<RatingPoint>> points_of(VersionId version);
  Result<std::uint64_t> last_point();
  // A text that changes whenever the history does.
  Result<std::string> stamp();
  // Replaces the whole history.
  Result<void> replace_points(std::span<const RatingPoint> points);

 private:
  Result<void> add_points(std::span<const RatingPoint> points);
};

}  // namespace toptile
