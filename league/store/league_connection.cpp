#include "league/store/league_connection.h"

#include <fmt/format.h>
#include <unistd.h>

#include <random>

namespace toptile {

std::string worker_name() {
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  std::random_device random;
  return fmt::format("{}:{}:{:08x}{:08x}", host, ::getpid(), random(), random());
}

Result<void> LeagueConnection::change(const std::function<Result<void>(std::int64_t now)>& work) const {
  return in_transaction(*database, Transaction::write, [&]() -> Result<void> {
    if (clock) return work(clock());
    TOPTILE_TRY(const auto now, database->now());
    return work(now);
  });
}

}  // namespace toptile
