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

namespace {

Result<void> run(const LeagueConnection& league, Transaction access,
                 const std::function<Result<void>(std::int64_t now)>& work) {
  return in_transaction(*league.database, access, [&]() -> Result<void> {
    // A newer program may have changed the tables since this one opened the league.
    TOPTILE_TRY_TO(check_known(*league.database, league_tables()));
    TOPTILE_TRY(const auto moment, league.now());
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

Result<void> LeagueConnection::exclude_writers() const {
  TOPTILE_TRY_TO(database->exclude_writers());
  return check_known(*database, league_tables());  // A newer program may just have changed the tables.
}

Result<void> LeagueConnection::note_alive(const Lease& lease, std::int64_t now) const {
  TOPTILE_TRY_TO(database->execute(
      "INSERT INTO workers (name, lanes, alive_until) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET "
      "lanes = excluded.lanes, alive_until = excluded.alive_until",
      {sql_text(lease.worker), std::int64_t{lease.lanes}, sql_number(now + lease.time.count())}));
  return success();
}

Result<void> LeagueConnection::drop_sets_of_the_gone() const {
  TOPTILE_TRY_TO(database->execute(
      "DELETE FROM leases WHERE worker = '' AND EXISTS (SELECT 1 FROM versions WHERE versions.id IN "
      "(leases.one, leases.other) AND versions.state NOT IN ('active', 'retired'))"));
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
    TOPTILE_TRY_TO(database->query(fmt::format("DELETE {} RETURNING name", dead), alive_at(now),
                                   [&](const SqlRow& row) { names.emplace_back(row.text(0)); }));
    for (const std::string& name : names) TOPTILE_TRY_TO(give_back_all(name));
    return drop_sets_of_the_gone();
  });
}

Result<void> LeagueConnection::give_back_all(const std::string& worker) const {
  TOPTILE_TRY_TO(database->execute("UPDATE leases SET worker = '' WHERE worker = $1", {sql_text(worker)}));
  TOPTILE_TRY_TO(database->execute("UPDATE versions SET worker = '' WHERE worker = $1", {sql_text(worker)}));
  return success();
}

}  // namespace toptile
