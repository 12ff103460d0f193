#include "league/store/rating_history.h"

#include <fmt/format.h>

#include <algorithm>

#include "league/store/league_rows.h"

namespace toptile {

namespace {

constexpr const char* kReplaced = "history_replaced";  // The setting that counts replace_points.

}  // namespace

Result<void> RatingHistory::add_points(std::span<const RatingPoint> points) {
  for (const RatingPoint& point : points) {
    TOPTILE_TRY_TO(
        database().execute("INSERT INTO points (seq, version, games, elo, error_low, error_high) VALUES ($1, "
                           "$2, $3, $4, $5, $6) "
                           "ON CONFLICT (seq, version) DO NOTHING",
                           {sql_number(static_cast<std::int64_t>(point.order)), sql_number(point.version),
                            sql_number(point.games), point.elo, point.error_low, point.error_high}));
  }
  return success();
}

Result<void> RatingHistory::keep_points(std::span<const RatingPoint> points) {
  return change([&](std::int64_t) { return add_points(points); });
}

Result<void> RatingHistory::replace_points(std::span<const RatingPoint> points) {
  return change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY_TO(database().execute("DELETE FROM points"));
    TOPTILE_TRY(const auto replaced, find_count(database(), kReplaced));
    TOPTILE_TRY_TO(set_setting(database(), kReplaced, std::to_string(replaced + 1)));
    return add_points(points);
  });
}

Result<std::vector<RatingPoint>> RatingHistory::points_of(VersionId version) {
  std::vector<RatingPoint> points;
  TOPTILE_TRY_TO(database().query(
      "SELECT seq, games, elo, error_low, error_high FROM points WHERE version = $1 ORDER BY seq",
      {sql_number(version)}, [&](const SqlRow& row) {
        points.push_back({static_cast<std::uint64_t>(row.integer(0)), version, row.integer(1), row.real(2),
                          row.real(3), row.real(4)});
      }));
  return points;
}

Result<std::uint64_t> RatingHistory::last_point() {
  TOPTILE_TRY(const auto last, find_number(database(), "SELECT MAX(seq) FROM points", {}));
  return static_cast<std::uint64_t>(last.value_or(0));
}

Result<std::string> RatingHistory::stamp() {
  TOPTILE_TRY(const auto last, last_point());
  TOPTILE_TRY(const auto replaced, find_count(database(), kReplaced));
  return fmt::format("{} {}", last, replaced);
}

}  // namespace toptile
