#include "league/store/league_connection.h"

#include <fmt/format.h>

#include <vector>

#include "league/database/migrations.h"
#include "league/store/league_rows.h"
#include "league/store/league_tables.h"

namespace toptile {

SqlValues alive_at(std::int64_t now) {
  return {now, now + kMaxLease.count()};
}

Result<std::int64_t> LeagueConnection::now() const {
  if (clock) return clock();
  return database->now();
}

std::string LeagueConnection::now_sql() const {
  return clock ? std::to_string(clock()) : database->now_sql();
}

namespace {

Result<void> run(const LeagueConnection& league, Transaction access,
                 const std::function<Result<void>(std::int64_t now)>& work) {
  return in_transaction(*league.database, access, [&]() -> Result<void> {
    // A newer program may have changed the tables since this one opened the league.
    std::int64_t steps = 0, moment = 0;
    TOPTILE_TRY_TO(league.database->query(fmt::format("SELECT {}, {}", kSteps, league.now_sql()), {},
                                          [&](const SqlRow& row) {
                                            steps = row.integer(0);
                                            moment = row.integer(1);
                                          }));
    TOPTILE_TRY_TO(check_known(*league.database, steps, league_tables()));
    return work(moment);
  });
}

}  // namespace

Result<void> LeagueConnection::change(const std::function<Result<void>(std::int64_t now)>& work) const {
  return run(*this, Transaction::write, work);
}

Result<void> LeagueConnection::change_own(const std::function<Result<void>(std::int64_t now)>& work) const {
  return run(*this, Transaction::own_rows, work);
}

Result<std::pair<std::int64_t, std::uint64_t>> LeagueConnection::exclude_writers() const {
  std::int64_t steps = 0, moment = 0, last_order = 0;
  TOPTILE_TRY_TO(database->exclude_writers(
      fmt::format("SELECT {}, {}, (SELECT coalesce(MAX(seq), 0) FROM played)", kSteps, now_sql()),
      [&](const SqlRow& row) {
        steps = row.integer(0);
        moment = row.integer(1);
        last_order = row.integer(2);
      }));
  TOPTILE_TRY_TO(check_known(*database, steps, league_tables()));  // They may have changed the tables.
  return std::pair(moment, static_cast<std::uint64_t>(last_order));
}

Result<void> LeagueConnection::note_alive(const Lease& lease, std::int64_t now) const {
  TOPTILE_TRY_TO(database->execute(
      "INSERT INTO workers (name, lanes, alive_until) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET "
      "lanes = excluded.lanes, alive_until = excluded.alive_until",
      {sql_text(lease.worker), std::int64_t{lease.lanes}, sql_number(now + lease.time.count())}));
  return success();
}

// A set that another worker takes now is in play, and stays.
Result<void> LeagueConnection::drop_sets_of_the_gone() const {
  constexpr std::string_view kGone = "(SELECT id FROM versions WHERE state NOT IN ('active', 'retired'))";
  TOPTILE_TRY_TO(database->execute(
      fmt::format("DELETE FROM leases WHERE set_number IN (SELECT set_number FROM leases WHERE worker = '' "
                  "AND (one IN {0} OR other IN {0}){1})",
                  kGone, database->skip_locked())));
  return success();
}

// A play waits for another one, or its own is leased; without any lease, nothing is compared any more.
Result<void> LeagueConnection::drop_work_of_the_gone() const {
  TOPTILE_TRY_TO(drop_sets_of_the_gone());
  TOPTILE_TRY_TO(
      database->execute("DELETE FROM replays WHERE NOT EXISTS (SELECT 1 FROM replays AS plays JOIN leases ON "
                        "leases.set_number = plays.set_number WHERE plays.of_set = replays.of_set)"));
  return success();
}

Result<void> LeagueConnection::free_the_dead() const {
  TOPTILE_TRY(const auto moment, now());
  const std::string dead = fmt::format("FROM workers WHERE NOT ({})", kIsAlive);
  TOPTILE_TRY(const auto found,
              find_number(*database, fmt::format("SELECT 1 {} LIMIT 1", dead), alive_at(moment)));
  if (!found) return success();
  return change([&](std::int64_t now) -> Result<void> {
    // A worker that reports now waits for the end of this, and then has leased nothing.
    std::vector<std::string> names;
    TOPTILE_TRY_TO(database->query(fmt::format("SELECT name {}{}", dead, database->skip_locked()),
                                   alive_at(now),
                                   [&](const SqlRow& row) { names.emplace_back(row.text(0)); }));
    for (const std::string& name : names) TOPTILE_TRY_TO(give_back_all(name));
    return drop_work_of_the_gone();
  });
}

// Sets that the worker stores now are not waited for: storing waits for the writers' lock. If that fails, the
// worker is still there to be freed again.
Result<void> LeagueConnection::give_back_all(const std::string& worker) const {
  const SqlValues values = {sql_text(worker)};
  TOPTILE_TRY_TO(database->execute(
      fmt::format("UPDATE leases SET worker = '' WHERE set_number IN (SELECT set_number FROM leases WHERE "
                  "worker = $1{})",
                  database->skip_locked()),
      values));
  TOPTILE_TRY_TO(database->execute("UPDATE versions SET worker = '' WHERE worker = $1", values));
  TOPTILE_TRY_TO(database->execute(
      "DELETE FROM workers WHERE name = $1 AND NOT EXISTS (SELECT 1 FROM leases WHERE worker = $1)", values));
  return success();
}

}  // namespace toptile
