#include "league/store/set_outcomes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "league/store/league_rows.h"

namespace toptile {

namespace {

// An outcome has five bits for each game, those of the lower number first: whether the lower version has seat
// 1; for each seat, whether its rank is not 1 and whether it forfeited. So it can be computed in SQL from
// packed results (league/store/packed_result.h), which have the last four bits in the same order.
constexpr int kGameBits = 5;
constexpr std::int64_t kGameMask = (1 << kGameBits) - 1;

std::int64_t bits_of(const PlayedSet& set, const GameResult& result) {
  const bool lower_is_one = set.one < set.other;
  const bool one_has_seat_0 = result.by_seat[0].entrant < result.by_seat[1].entrant;
  std::int64_t bits = lower_is_one == one_has_seat_0 ? 0 : 1;
  for (int seat = 0; seat < 2; ++seat) {
    const SeatResult& of_seat = result.by_seat[static_cast<std::size_t>(seat)];
    bits |= (of_seat.rank > 1 ? 1 : 0) << (1 + 2 * seat);
    bits |= (of_seat.fate == SeatResult::Fate::forfeited ? 1 : 0) << (2 + 2 * seat);
  }
  return bits;
}

}  // namespace

SetOutcome outcome_of(const PlayedSet& set) {
  const auto [less, more] = std::minmax({bits_of(set, set.results[0]), bits_of(set, set.results[1])});
  return SetOutcome{less | more << kGameBits};
}

std::array<GameOutcome, 2> games_of(SetOutcome outcome) {
  std::array<GameOutcome, 2> games;
  for (int i = 0; i < 2; ++i) {
    const std::int64_t bits = outcome >> (kGameBits * i) & kGameMask;
    const auto is_set = [&](std::size_t bit) { return (bits >> bit & 1) != 0; };
    const std::size_t lower = is_set(0) ? 1 : 0, upper = 1 - lower;
    GameOutcome& game = games[static_cast<std::size_t>(i)];
    game.seat_of_lower = lower;
    const int is_behind = is_set(1 + 2 * lower) ? 1 : 0, is_other_behind = is_set(1 + 2 * upper) ? 1 : 0;
    game.score_of_lower = 0.5 + 0.5 * (is_other_behind - is_behind);
    game.lower_forfeited = is_set(2 + 2 * lower);
    game.upper_forfeited = is_set(2 + 2 * upper);
  }
  return games;
}

CountedSets counted(const PlayedSet& set) {
  CountedSets counted{std::min(set.one, set.other), std::max(set.one, set.other), outcome_of(set), 1};
  const std::uint16_t lower = set.one < set.other ? 0 : 1;
  for (const GameResult& result : set.results) {
    if (result.is_forfeited()) continue;
    counted.spread += result.spread(result.by_seat[0].entrant == lower ? 0 : 1);
  }
  counted.squared_spread = static_cast<double>(counted.spread) * static_cast<double>(counted.spread);
  return counted;
}

namespace {

constexpr std::string_view kColumns = "lower_version, upper_version, outcome, sets, spread, squared_spread";

SqlValues row_of(const CountedSets& sets) {
  return {sql_number(sets.lower),  sql_number(sets.upper), sql_number(sets.outcome), sets.sets,
          sql_number(sets.spread), sets.squared_spread};
}

}  // namespace

Result<RowsToInsert> outcome_rows(Database& database, std::span<const PlayedSet> sets) {
  std::map<std::tuple<VersionId, VersionId, SetOutcome>, CountedSets> sums;
  for (const PlayedSet& set : sets) {
    const CountedSets one = counted(set);
    const auto [sum, is_new] = sums.try_emplace({one.lower, one.upper, one.outcome}, one);
    if (is_new) continue;
    sum->second.sets += one.sets;
    sum->second.spread += one.spread;
    sum->second.squared_spread += one.squared_spread;
  }
  RowsToInsert rows(
      "INSERT INTO outcomes (lower_version, upper_version, outcome, sets, spread, squared_spread) VALUES", 6,
      " ON CONFLICT (lower_version, upper_version, outcome) DO UPDATE SET sets = outcomes.sets + "
      "excluded.sets, spread = outcomes.spread + excluded.spread, squared_spread = "
      "outcomes.squared_spread + excluded.squared_spread");
  for (const auto& [key, sum] : sums) TOPTILE_TRY_TO(rows.add(database, row_of(sum)));
  return rows;
}

Result<void> count_outcomes(Database& database, std::span<const PlayedSet> sets) {
  TOPTILE_TRY(auto rows, outcome_rows(database, sets));
  return rows.finish(database);
}

Result<void> take_off_outcome(Database& database, const PlayedSet& set) {
  const SqlValues values = row_of(counted(set));
  constexpr std::string_view kWhich = "lower_version = $1 AND upper_version = $2 AND outcome = $3";
  TOPTILE_TRY_TO(database.execute(
      fmt::format(
          "UPDATE outcomes SET sets = sets - $4, spread = spread - $5, squared_spread = squared_spread - $6 "
          "WHERE {}",
          kWhich),
      values));
  TOPTILE_TRY_TO(database.execute(fmt::format("DELETE FROM outcomes WHERE {} AND sets = 0", kWhich),
                                  {values[0], values[1], values[2]}));
  return success();
}

// ---- All counts ---------------------------------------------------------------

const std::string_view kAllCounts = R"(
SELECT lower_version, upper_version,
  CASE WHEN game < next_game THEN game + 32 * next_game ELSE next_game + 32 * game END AS outcome,
  COUNT(*) AS sets, CAST(SUM(spread + next_spread) AS BIGINT) AS spread,
  SUM(CAST(spread + next_spread AS DOUBLE PRECISION) * (spread + next_spread)) AS squared_spread
FROM (
  SELECT lower_version, upper_version,
    seat + 2 * ((first_game >> 1) & 3) + 8 * ((first_game >> 30) & 3) AS game,
    next_seat + 2 * ((second_game >> 1) & 3) + 8 * ((second_game >> 30) & 3) AS next_game,
    CASE WHEN (first_game & 2147483652) <> 0 THEN 0
      ELSE (1 - 2 * seat) * (((first_game >> 3) & 134217727) - ((first_game >> 32) & 134217727))
    END AS spread,
    CASE WHEN (second_game & 2147483652) <> 0 THEN 0
      ELSE (1 - 2 * next_seat) * (((second_game >> 3) & 134217727) - ((second_game >> 32) & 134217727))
    END AS next_spread
  FROM (
    SELECT CASE WHEN one < other THEN one ELSE other END AS lower_version,
      CASE WHEN one < other THEN other ELSE one END AS upper_version,
      CASE WHEN one < other THEN first_game & 1 ELSE 1 - (first_game & 1) END AS seat,
      CASE WHEN one < other THEN second_game & 1 ELSE 1 - (second_game & 1) END AS next_seat,
      first_game, second_game
    FROM played
  ) AS seated
) AS ended
GROUP BY 1, 2, 3
)";

Result<std::uint64_t> StoredOutcomes::for_each(const std::function<void(const CountedSets&)>& visit) {
  std::int64_t sets = 0, counted = 0, last = 0;
  TOPTILE_TRY_TO(in_transaction(database(), Transaction::read, [&]() -> Result<void> {
    TOPTILE_TRY_TO(
        database().query("SELECT COUNT(*), COALESCE(MAX(seq), 0) FROM played", {}, [&](const SqlRow& row) {
          sets = row.integer(0);
          last = row.integer(1);
        }));
    return database().query(
        fmt::format("SELECT {} FROM outcomes ORDER BY lower_version, upper_version, outcome", kColumns), {},
        [&](const SqlRow& row) {
          const CountedSets some{VersionId{row.integer(0)},
                                 VersionId{row.integer(1)},
                                 SetOutcome{row.integer(2)},
                                 row.integer(3),
                                 row.integer(4),
                                 row.real(5)};
          counted += some.sets;
          visit(some);
        });
  }));
  if (counted == sets) return static_cast<std::uint64_t>(last);
  return Error{fmt::format(
      "{}: {} sets were played, but {} are counted; count them again with: toptile league rebuild", name(),
      sets, counted)};
}

Result<std::uint64_t> StoredOutcomes::wrong() {
  // A count that differs is in both differences.
  constexpr std::string_view kKeys = "lower_version, upper_version, outcome";
  const std::string kept = fmt::format("SELECT {} FROM outcomes", kColumns),
                    right = fmt::format("SELECT {} FROM ({}) AS counted", kColumns, kAllCounts);
  TOPTILE_TRY(const auto wrong,
              find_number(database(),
                          fmt::format("SELECT COUNT(*) FROM (SELECT {0} FROM ({1} EXCEPT {2}) AS missing "
                                      "UNION SELECT {0} FROM ({2} EXCEPT {1}) AS surplus) AS wrong",
                                      kKeys, right, kept),
                          {}));
  return static_cast<std::uint64_t>(wrong.value_or(0));
}

Result<void> StoredOutcomes::recount() {
  return change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY(const auto changes, find_count(database(), "changed_sets"));
    TOPTILE_TRY_TO(set_setting(database(), "changed_sets", std::to_string(changes + 1)));
    TOPTILE_TRY_TO(database().execute("DELETE FROM outcomes"));
    TOPTILE_TRY_TO(database().execute(fmt::format("INSERT INTO outcomes ({}) {}", kColumns, kAllCounts)));
    return success();
  });
}

}  // namespace toptile
