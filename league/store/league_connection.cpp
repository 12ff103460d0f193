#include "league/store/league_connection.h"

namespace toptile {

Result<void> LeagueConnection::change(const std::function<Result<void>(std::int64_t now)>& work) const {
  return in_transaction(*database, Transaction::write, [&]() -> Result<void> {
    if (clock) return work(clock());
    TOPTILE_TRY(const auto now, database->now());
    return work(now);
  });
}

}  // namespace toptile
