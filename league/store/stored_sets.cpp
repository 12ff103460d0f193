#include "league/store/stored_sets.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "league/store/league_rows.h"
#include "league/store/packed_result.h"
#include "league/store/set_outcomes.h"
#include "protocol/record_log.h"
#include "tournaments/run/program_version.h"

namespace toptile {

Result<std::optional<LeasedSets>> StoredSets::take_over(const Lease& lease, int count) {
  TOPTILE_ASSERT(count >= 1);
  std::optional<LeasedSets> taken;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    // Drops the leases of sets with a version that no longer plays.
    TOPTILE_TRY_TO(database().execute(
        fmt::format("DELETE FROM leases WHERE {} AND EXISTS (SELECT 1 FROM versions WHERE versions.id IN "
                    "(leases.one, leases.other) AND versions.state NOT IN ('active', 'retired'))",
                    kIsOver),
        over_at(now)));
    TOPTILE_TRY_TO(database().query(
        fmt::format(
            "SELECT set_number, one, other, block FROM leases WHERE {} ORDER BY block, set_number LIMIT {}",
            kIsOver, std::min(count, kMaxSetsAtOnce)),
        over_at(now), [&](const SqlRow& row) {
          const std::int64_t block = row.integer(3);
          if (!taken) taken = LeasedSets{VersionId{row.integer(1)}, VersionId{row.integer(2)}, block, {}};
          if (taken->block == block)
            taken->sets.push_back(SetNumber{static_cast<std::uint64_t>(row.integer(0))});
        }));
    if (!taken) return success();
    for (const SetNumber set : taken->sets) {
      TOPTILE_TRY_TO(database().execute(
          "UPDATE leases SET worker = $1, leased_until = $2 WHERE set_number = $3",
          {sql_text(lease.worker), sql_number(now + lease.time.count()), sql_number(set)}));
    }
    return success();
  }));
  return taken;
}

Result<std::optional<LeasedSets>> StoredSets::lease_sets(VersionId one, VersionId other, int count,
                                                         const Lease& lease) {
  TOPTILE_ASSERT(one != other && count >= 1 && count <= kMaxSetsAtOnce);
  std::optional<LeasedSets> leased;
  TOPTILE_TRY_TO(change([&](std::int64_t now) -> Result<void> {
    std::int64_t active = 0, there = 0;
    TOPTILE_TRY_TO(
        database().query("SELECT state FROM versions WHERE id IN ($1, $2) AND state IN ('active', 'retired')",
                         {sql_number(one), sql_number(other)}, [&](const SqlRow& row) {
                           ++there;
                           if (row.text(0) == name_of(VersionState::active)) ++active;
                         }));
    if (there != 2 || active == 0) return success();
    // The last numbers are stored as settings, because the numbers of a dropped set are not used again.
    TOPTILE_TRY(const auto last_set, find_count(database(), "last_set"));
    TOPTILE_TRY(const auto last_block, find_count(database(), "last_block"));
    leased = LeasedSets{one, other, last_block + 1, {}};
    for (int i = 1; i <= count; ++i) {
      const SetNumber set{static_cast<std::uint64_t>(last_set + i)};
      TOPTILE_TRY_TO(
          database().execute("INSERT INTO leases (set_number, one, other, block, worker, leased_until) "
                             "VALUES ($1, $2, $3, $4, $5, $6)",
                             {sql_number(set), sql_number(one), sql_number(other), sql_number(leased->block),
                              sql_text(lease.worker), sql_number(now + lease.time.count())}));
      leased->sets.push_back(set);
    }
    TOPTILE_TRY_TO(set_setting(database(), "last_block", std::to_string(leased->block)));
    return set_setting(database(), "last_set", std::to_string(last_set + count));
  }));
  return leased;
}

Result<std::vector<SetsInPlay>> StoredSets::in_play() {
  std::vector<SetsInPlay> all;
  TOPTILE_TRY_TO(
      database().query("SELECT one, other, COUNT(*) FROM leases GROUP BY one, other ORDER BY one, other", {},
                       [&](const SqlRow& row) {
                         all.push_back({VersionId{row.integer(0)}, VersionId{row.integer(1)},
                                        static_cast<int>(row.integer(2))});
                       }));
  return all;
}

Result<void> StoredSets::add_set(const RecordedSet& set) {
  TOPTILE_TRY_TO(
      database().execute("INSERT INTO played (set_number, seq, one, other, block, first_game, second_game, "
                         "ended, took, program) "
                         "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                         {sql_number(set.set), sql_number(static_cast<std::int64_t>(set.order)),
                          sql_number(set.one), sql_number(set.other), sql_number(set.block),
                          sql_number(packed(set.results[0])), sql_number(packed(set.results[1])),
                          sql_number(set.ended), sql_number(set.took), sql_number(set.program)}));
  TOPTILE_TRY_TO(count_outcome(database(), set, 1));
  return keep_records(set);
}

// The number of this program, which is assigned with its first set.
Result<std::int64_t> StoredSets::find_program() {
  const SqlValue version = sql_text(program_version());
  const auto find = [&] {
    return find_number(database(), "SELECT id FROM programs WHERE version = $1", {version});
  };
  TOPTILE_TRY(auto found, find());
  if (found) return *found;
  TOPTILE_TRY(const auto number, next_number(database(), "programs", "id"));
  TOPTILE_TRY_TO(database().execute("INSERT INTO programs (id, version) VALUES ($1, $2)",
                                    {sql_number(number), version}));
  return number;
}

Result<std::map<std::int64_t, std::string>> StoredSets::programs() {
  std::map<std::int64_t, std::string> all;
  TOPTILE_TRY_TO(database().query("SELECT id, version FROM programs", {},
                                  [&](const SqlRow& row) { all[row.integer(0)] = row.text(1); }));
  return all;
}

Result<int> StoredSets::keep(std::span<RecordedSet> sets, const std::string& worker) {
  int kept = 0;
  auto done = change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY(auto order, next_number(database(), "played", "seq"));
    TOPTILE_TRY(const auto program, find_program());
    for (RecordedSet& set : sets) {
      TOPTILE_TRY(const auto ours,
                  database().execute(
                      "DELETE FROM leases WHERE set_number = $1 AND worker = $2 AND one = $3 "
                      "AND other = $4",
                      {sql_number(set.set), sql_text(worker), sql_number(set.one), sql_number(set.other)}));
      if (ours == 0) continue;
      set.ended = now;
      set.order = static_cast<std::uint64_t>(order++);
      set.program = program;
      TOPTILE_TRY_TO(add_set(set));
      ++kept;
    }
    return success();
  });
  if (!done) {
    dictionary_.reset();  // The transaction that stored it may have failed.
    return done.error();
  }
  return kept;
}

Result<bool> StoredSets::enter(std::int64_t now, const EnteredSet& entered, const std::string& run) {
  const auto [lower, upper] = std::minmax(entered.one, entered.other);
  const std::string seed = std::to_string(entered.games[0].seed);
  TOPTILE_TRY(
      const auto there,
      find_number(database(),
                  "SELECT set_number FROM entered WHERE lower_version = $1 AND upper_version = $2 AND "
                  "seed = $3",
                  {sql_number(lower), sql_number(upper), sql_text(seed)}));
  if (there) return false;
  TOPTILE_TRY(const auto last_set, find_count(database(), "last_set"));
  TOPTILE_TRY(const auto last_block, find_count(database(), "last_block"));
  TOPTILE_TRY(const auto order, next_number(database(), "played", "seq"));
  RecordedSet set;
  set.set = SetNumber{static_cast<std::uint64_t>(last_set + 1)};
  set.one = entered.one;
  set.other = entered.other;
  set.block = last_block + 1;
  set.results = entered.results;
  set.took = entered.took;
  set.ended = now;
  set.order = static_cast<std::uint64_t>(order);
  std::map<VersionId, std::string> labels;
  TOPTILE_TRY_TO(database().query(fmt::format("SELECT {} WHERE versions.id IN ($1, $2)", kVersionColumns),
                                  {sql_number(set.one), sql_number(set.other)}, [&](const SqlRow& row) {
                                    const BotVersion version = version_of(row);
                                    labels[version.id] = version.label();
                                  }));
  if (labels.size() != 2) return Error{"these are not two versions of this league"};
  for (std::size_t i = 0; i < 2; ++i) {
    GameRecord record = entered.games[i];
    record.id = GameNumber{first_game_of(set.set) + i};
    record.set = set.set;
    for (std::size_t seat = 0; seat < 2; ++seat)
      record.players.at(seat) = labels.at(set.results[i].by_seat[seat].entrant == 0 ? set.one : set.other);
    set.results[i].id = static_cast<std::uint32_t>(record.id);
    set.records[i] = format_record(record);
  }
  TOPTILE_TRY_TO(set_setting(database(), "last_set", std::to_string(last_set + 1)));
  TOPTILE_TRY_TO(set_setting(database(), "last_block", std::to_string(set.block)));
  TOPTILE_TRY_TO(add_set(set));
  TOPTILE_TRY_TO(database().execute(
      "INSERT INTO entered (set_number, lower_version, upper_version, seed, run) VALUES ($1, $2, $3, $4, $5)",
      {sql_number(set.set), sql_number(lower), sql_number(upper), sql_text(seed), sql_text(run)}));
  return true;
}

Result<int> StoredSets::enter(std::span<const EnteredSet> sets, const std::string& run) {
  int entered = 0;
  auto done = change([&](std::int64_t now) -> Result<void> {
    for (const EnteredSet& set : sets) {
      TOPTILE_TRY(const auto is_new, enter(now, set, run));
      entered += is_new ? 1 : 0;
    }
    return success();
  });
  if (!done) {
    dictionary_.reset();  // The transaction that stored it may have failed.
    return done.error();
  }
  return entered;
}

Result<void> StoredSets::for_each_set(std::uint64_t after,
                                      const std::function<void(const PlayedSet&)>& visit) {
  Result<void> read = success();
  TOPTILE_TRY_TO(database().query(
      fmt::format("SELECT {} FROM played WHERE seq > $1 ORDER BY seq", kPlayedColumns),
      {sql_number(static_cast<std::int64_t>(after))}, [&](const SqlRow& row) {
        if (!read) return;
        const auto set = played_of(row);
        if (set) {
          visit(set.value());
        } else {
          read = Error{fmt::format("{}: {}; recompute the results with: toptile league rebuild", name(),
                                   set.error().message)};
        }
      }));
  return read;
}

Result<std::uint64_t> StoredSets::last_order() {
  TOPTILE_TRY(const auto last, find_number(database(), "SELECT MAX(seq) FROM played", {}));
  return static_cast<std::uint64_t>(last.value_or(0));
}

Result<std::int64_t> StoredSets::last_block() {
  return find_count(database(), "last_block");
}

Result<void> StoredSets::for_each_packed(
    const std::function<void(SetNumber, const std::array<std::int64_t, 2>&)>& visit) {
  return database().query(
      "SELECT set_number, first_game, second_game FROM played", {}, [&](const SqlRow& row) {
        visit(SetNumber{static_cast<std::uint64_t>(row.integer(0))}, {row.integer(1), row.integer(2)});
      });
}

// ---- Results computed from games ----------------------------------------------

Result<std::int64_t> StoredSets::changes() {
  return find_count(database(), "changed_sets");
}

Result<void> StoredSets::note_change() {
  TOPTILE_TRY(const auto changes, this->changes());
  return set_setting(database(), "changed_sets", std::to_string(changes + 1));
}

// Takes the set's outcome off the counts. Nothing if there is no such set.
Result<void> StoredSets::uncount(SetNumber number) {
  std::optional<Result<PlayedSet>> set;
  TOPTILE_TRY_TO(database().query(fmt::format("SELECT {} FROM played WHERE set_number = $1", kPlayedColumns),
                                  {sql_number(number)}, [&](const SqlRow& row) { set = played_of(row); }));
  // The outcome of results that are not valid cannot be taken off; a rebuild counts all sets again
  // afterwards.
  return set && *set ? count_outcome(database(), set->value(), -1) : success();
}

Result<void> StoredSets::replace_results(SetNumber number, const std::array<GameResult, 2>& results) {
  return change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY_TO(uncount(number));
    PlayedSet set;
    set.results = results;
    TOPTILE_TRY(const auto changed,
                database().execute(
                    "UPDATE played SET first_game = $1, second_game = $2 WHERE set_number = $3",
                    {sql_number(packed(results[0])), sql_number(packed(results[1])), sql_number(number)}));
    if (changed == 0) return success();
    TOPTILE_TRY_TO(note_change());
    TOPTILE_TRY_TO(database().query("SELECT one, other FROM played WHERE set_number = $1",
                                    {sql_number(number)}, [&](const SqlRow& row) {
                                      set.one = VersionId{row.integer(0)};
                                      set.other = VersionId{row.integer(1)};
                                    }));
    return count_outcome(database(), set, 1);
  });
}

Result<void> StoredSets::drop_set(SetNumber set) {
  return change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY_TO(uncount(set));
    TOPTILE_TRY_TO(note_change());
    TOPTILE_TRY_TO(database().execute("DELETE FROM entered WHERE set_number = $1", {sql_number(set)}));
    TOPTILE_TRY_TO(database().execute("DELETE FROM records WHERE set_number = $1", {sql_number(set)}));
    TOPTILE_TRY_TO(database().execute("DELETE FROM played WHERE set_number = $1", {sql_number(set)}));
    return success();
  });
}

}  // namespace toptile
