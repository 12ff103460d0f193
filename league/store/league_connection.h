// What the parts of a league's store share: the connection, the terms and the clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "league/database/database.h"
#include "league/store/league_terms.h"

namespace toptile {

// The worker that leases, and how long it may stay silent, at most kMaxLease.
struct Lease {
  std::string worker;
  std::chrono::milliseconds time{60'000};
};

// A lease that would end later than this is over, too: the clock was set back after it was made. Without a
// bound, the work of a dead process would wait until the clock has caught up.
inline constexpr std::chrono::milliseconds kMaxLease = std::chrono::minutes(10);
// A condition that holds for the leases that are over, with the values $1 and $2.
inline constexpr std::string_view kIsOver = "(leased_until < $1 OR leased_until > $2)";
// The values for kIsOver at this time.
SqlValues over_at(std::int64_t now);

struct LeagueConnection {
  std::unique_ptr<Database> database;
  LeagueTerms terms;                    // As they were when the league was opened or changed them last.
  std::function<std::int64_t()> clock;  // Milliseconds since 1970, for tests; empty: the database's clock.

  Result<std::int64_t> now() const;
  // Runs `work` in a write transaction, with the current time. An error if a newer program has changed the
  // tables.
  Result<void> change(const std::function<Result<void>(std::int64_t now)>& work) const;
};

// A part of the store: the functions for one noun. It does not outlive the connection.
class StoredPart {
 protected:
  explicit StoredPart(LeagueConnection& connection) : connection_(&connection) {}

  Database& database() const { return *connection_->database; }
  LeagueTerms& terms() const { return connection_->terms; }
  const std::string& name() const { return database().name(); }
  Result<void> change(const std::function<Result<void>(std::int64_t now)>& work) const {
    return connection_->change(work);
  }

 private:
  LeagueConnection* connection_;
};

}  // namespace toptile
