// What the parts of a league's store share: the connection, the terms and the clock.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "league/database/database.h"
#include "league/store/league_terms.h"

namespace toptile {

// A worker process, which leases what it works on, and how long it may stay silent, at most kMaxLease. Its
// leases last as long as it is heard of.
struct Lease {
  std::string worker;
  std::chrono::milliseconds time{60'000};
  int lanes = 1;  // How many games it plays at once.
};

// A lease that would end later than this is over, too: the clock was set back after it was made. Without a
// bound, the work of a dead process would wait until the clock has caught up.
inline constexpr std::chrono::milliseconds kMaxLease = std::chrono::minutes(10);
// A condition that holds for the rows of `workers` that are alive, with the values $1 and $2.
inline constexpr std::string_view kIsAlive = "alive_until BETWEEN $1 AND $2";
// The values for kIsAlive at this time.
SqlValues alive_at(std::int64_t now);

struct LeagueConnection {
  std::unique_ptr<Database> database;
  LeagueTerms terms;                    // As they were when the league was opened or changed them last.
  std::function<std::int64_t()> clock;  // Milliseconds since 1970, for tests; empty: the database's clock.

  Result<std::int64_t> now() const;
  std::string now_sql() const;  // The same as an expression for a statement that is run at once.
  // Runs `work` in a write transaction, with the current time. An error if a newer program has changed the
  // tables.
  Result<void> change(const std::function<Result<void>(std::int64_t now)>& work) const;
  // The same in a transaction of own rows.
  Result<void> change_own(const std::function<Result<void>(std::int64_t now)>& work) const;
  // In a transaction of own rows: from now on, it excludes all that write. Returns the current time, and the
  // order of the last set that was stored.
  Result<std::pair<std::int64_t, std::uint64_t>> exclude_writers() const;
  // Notes in a transaction that the worker is heard of now.
  Result<void> note_alive(const Lease& lease, std::int64_t now) const;
  // Takes the leases of workers that were not heard of in time from them. Not in a transaction.
  Result<void> free_the_dead() const;
  // Gives back all that the worker leased, except sets that it stores at this time, and forgets it if there
  // are none. In a transaction that writes, or of the worker's own rows.
  Result<void> give_back_all(const std::string& worker) const;
  // Removes the open sets of versions that no longer play. In such a transaction.
  Result<void> drop_sets_of_the_gone() const;
  // The same, and forgets the plays that were to be compared with those. In a transaction that writes.
  Result<void> drop_work_of_the_gone() const;
};

// A part of the store: the functions for one noun. It does not outlive the connection.
class StoredPart {
 protected:
  explicit StoredPart(LeagueConnection& connection) : connection_(&connection) {}

  LeagueConnection& connection() const { return *connection_; }
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
