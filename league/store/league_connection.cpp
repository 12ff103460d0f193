#include "league/store/league_connection.h"

#include "league/database/migrations.h"
#include "league/store/league_tables.h"

namespace toptile {

SqlValues over_at(std::int64_t now) {
  return {now, now + kMaxLease.count()};
}

Result<std::int64_t> LeagueConnection::now() const {
  if (clock) return clock();
  return database->now();
}

Result<void> LeagueConnection::change(const std::function<Result<void>(std::int64_t now)>& work) const {
  return in_transaction(*database, Transaction::write, [&]() -> Result<void> {
    // A newer program may have changed the tables since this one opened the league.
    TOPTILE_TRY_TO(check_known(*database, league_tables()));
    TOPTILE_TRY(const auto moment, now());
    return work(moment);
  });
}

}  // namespace toptile
