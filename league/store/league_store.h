// A league's database: its terms, the bots' files, versions and their states, games in play, and games that
// were played. The processes of a league communicate only through it.
//
// A worker leases what it works on, and must report in time that it is alive. If it does not, another worker
// may take the work over, and the store rejects what the first one brings too late. So nothing is counted
// twice, and the work of a dead process is not lost.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "league/database/retries.h"
#include "league/store/league_connection.h"
#include "league/store/rating_history.h"
#include "league/store/set_checks.h"
#include "league/store/set_leases.h"
#include "league/store/set_outcomes.h"
#include "league/store/stored_sets.h"
#include "league/store/stored_versions.h"
#include "league/store/worker_name.h"

namespace toptile {

// A connection to a league. Only one thread may use it at a time; each has its own.
class LeagueStore {
 public:
  // Creates the tables of a new league in an empty database.
  static Result<LeagueStore> create(std::unique_ptr<Database> database, const LeagueTerms& terms,
                                    const Lexicon& lexicon);
  // Opens a league. Its tables are brought up to date.
  static Result<LeagueStore> open(std::unique_ptr<Database> database);
  // The same, at an address (open_database).
  static Result<LeagueStore> open(const std::string& address, const RetryTerms& retries,
                                  std::chrono::milliseconds patience = kDatabasePatience);

  StoredVersions& versions() { return versions_; }
  SetLeases& leases() { return leases_; }
  StoredSets& sets() { return sets_; }
  StoredOutcomes& outcomes() { return outcomes_; }
  SetChecks& checks() { return checks_; }
  RatingHistory& ratings() { return ratings_; }

  // The terms as they were when the league was opened. Submissions read the changeable ones (change_terms)
  // again and apply them.
  const LeagueTerms& terms() const { return connection_->terms; }
  const std::string& name() const { return connection_->database->name(); }
  Database& database() { return *connection_->database; }
  // The canonical text of the league's lexicon.
  Result<std::string> words();
  // Changes the name, the submission limits, the number of versions, the anchors and PublicInfo. Other terms
  // must be unchanged; an error names the one that differs.
  Result<void> change_terms(const LeagueTerms& terms);
  // For tests: a clock that gives milliseconds since 1970.
  void use_clock(std::function<std::int64_t()> clock) { connection_->clock = std::move(clock); }

  // Reports that the worker is alive, which extends all of its leases of versions and sets. On a server this
  // waits for no other worker.
  Result<void> keep_alive(const Lease& lease);
  // Gives back what the worker leased, except these sets and versions.
  Result<void> give_back(const std::string& worker, std::span<const SetNumber> except,
                         std::span<const VersionId> except_versions);
  // Gives back all that the worker leased. It is over, unless it is heard of again.
  Result<void> release(const std::string& worker);
  // Blocks a token for playing, with a reason for the organizer, and gives back what its workers lease.
  Result<void> block(const std::string& token, const std::string& why);
  // A league in a file is for the processes of one computer: an error if a worker on another one holds leases
  // now.
  Result<void> check_alone(const Host& here);

 private:
  LeagueStore(std::unique_ptr<Database> database, LeagueTerms terms)
      : connection_(
            std::make_unique<LeagueConnection>(LeagueConnection{std::move(database), std::move(terms), {}})),
        versions_(*connection_),
        leases_(*connection_),
        sets_(*connection_),
        outcomes_(*connection_),
        checks_(*connection_),
        ratings_(*connection_) {}

  std::unique_ptr<LeagueConnection> connection_;  // The parts point to it, also after a move.
  StoredVersions versions_;
  SetLeases leases_;
  StoredSets sets_;
  StoredOutcomes outcomes_;
  SetChecks checks_;
  RatingHistory ratings_;
};

}  // namespace toptile
