#include "league/store/league_tables.h"

#include <string>

#include "league/store/set_outcomes.h"

namespace toptile {

namespace {

constexpr std::string_view kFirst = R"(
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL)
;
CREATE TABLE contents (sha256 TEXT PRIMARY KEY, bytes BIGINT NOT NULL, packed BYTEA NOT NULL)
;
CREATE TABLE bots (id BIGINT PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, author TEXT NOT NULL)
;
CREATE TABLE versions (
  id BIGINT PRIMARY KEY,
  bot BIGINT NOT NULL REFERENCES bots (id),
  number BIGINT NOT NULL,
  author TEXT NOT NULL,
  state TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  said_author TEXT NOT NULL,
  said_version TEXT NOT NULL,
  language TEXT NOT NULL,
  handed_in BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  reason TEXT NOT NULL,
  log BYTEA,
  worker TEXT NOT NULL,
  leased_until BIGINT NOT NULL,
  failed_starts BIGINT NOT NULL,
  UNIQUE (bot, number)
)
;
CREATE INDEX versions_by_state ON versions (state)
;
CREATE TABLE events (
  number BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  version BIGINT NOT NULL REFERENCES versions (id),
  state TEXT NOT NULL,
  reason TEXT NOT NULL
)
;
CREATE TABLE leases (
  set_number BIGINT PRIMARY KEY,
  one BIGINT NOT NULL REFERENCES versions (id),
  other BIGINT NOT NULL REFERENCES versions (id),
  block BIGINT NOT NULL,
  worker TEXT NOT NULL,
  leased_until BIGINT NOT NULL
)
;
CREATE TABLE played (
  set_number BIGINT PRIMARY KEY,
  seq BIGINT NOT NULL UNIQUE,
  one BIGINT NOT NULL REFERENCES versions (id),
  other BIGINT NOT NULL REFERENCES versions (id),
  block BIGINT NOT NULL,
  first_game BIGINT NOT NULL,
  second_game BIGINT NOT NULL,
  ended BIGINT NOT NULL,
  took BIGINT NOT NULL
)
;
CREATE INDEX played_by_one ON played (one, other)
;
CREATE INDEX played_by_other ON played (other, one)
;
CREATE TABLE records (
  set_number BIGINT PRIMARY KEY REFERENCES played (set_number),
  is_plain BIGINT NOT NULL,
  packed BYTEA NOT NULL
)
;
CREATE TABLE points (
  seq BIGINT NOT NULL,
  version BIGINT NOT NULL REFERENCES versions (id),
  games BIGINT NOT NULL,
  elo DOUBLE PRECISION NOT NULL,
  error_low DOUBLE PRECISION NOT NULL,
  error_high DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (seq, version)
)
)";

// Sets that were not played by the league, but come from a run. Their seed is that of the run.
constexpr std::string_view kEntered = R"(
CREATE TABLE entered (
  set_number BIGINT PRIMARY KEY REFERENCES played (set_number),
  lower_version BIGINT NOT NULL,
  upper_version BIGINT NOT NULL,
  seed TEXT NOT NULL,
  run TEXT NOT NULL,
  UNIQUE (lower_version, upper_version, seed)
)
)";

// The authors who may use the league over the network. A time of 0 means none.
constexpr std::string_view kAuthors = R"(
CREATE TABLE authors (name TEXT NOT NULL PRIMARY KEY, created BIGINT NOT NULL)
;
CREATE TABLE tokens (
  id TEXT NOT NULL PRIMARY KEY,
  author TEXT NOT NULL REFERENCES authors (name),
  sha256 TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL,
  revoked BIGINT NOT NULL,
  last_used BIGINT NOT NULL
)
)";

// Versions may be paused. A program that does not know this state would treat them as removed.
constexpr std::string_view kPauses = R"(
UPDATE versions SET state = state WHERE state = 'paused'
)";

// The programs that refereed the sets. 0 means unknown.
constexpr std::string_view kPrograms = R"(
CREATE TABLE programs (id BIGINT PRIMARY KEY, version TEXT NOT NULL UNIQUE)
;
ALTER TABLE played ADD COLUMN program BIGINT NOT NULL DEFAULT 0
)";

// How many sets of two versions had which outcome (league/store/set_outcomes.h).
constexpr std::string_view kOutcomes = R"(
CREATE TABLE outcomes (
  lower_version BIGINT NOT NULL REFERENCES versions (id),
  upper_version BIGINT NOT NULL REFERENCES versions (id),
  outcome BIGINT NOT NULL,
  sets BIGINT NOT NULL,
  spread BIGINT NOT NULL,
  squared_spread DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (lower_version, upper_version, outcome)
)
;
INSERT INTO outcomes (lower_version, upper_version, outcome, sets, spread, squared_spread)
)";

// The time until which a worker is alive stands in its own row, not in each of its leases. A lease without a
// worker is open for any. `worker` was the name of a thread before; those that hold leases now are kept.
constexpr std::string_view kWorkers = R"(
CREATE TABLE workers (name TEXT NOT NULL PRIMARY KEY, lanes BIGINT NOT NULL, alive_until BIGINT NOT NULL)
;
INSERT INTO workers (name, lanes, alive_until)
  SELECT worker, 1, MAX(leased_until) FROM (
    SELECT worker, leased_until FROM leases UNION ALL SELECT worker, leased_until FROM versions
  ) AS leased WHERE worker <> '' GROUP BY worker
;
ALTER TABLE leases DROP COLUMN leased_until
;
ALTER TABLE versions DROP COLUMN leased_until
;
CREATE INDEX leases_by_worker ON leases (worker, block, set_number)
;
CREATE INDEX versions_by_worker ON versions (worker)
)";

// Files that have the records of sets in place of the table `records` (league/store/record_files.h).
constexpr std::string_view kRecordFiles = R"(
CREATE TABLE record_files (
  number BIGINT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  sha256 TEXT NOT NULL,
  bytes BIGINT NOT NULL,
  unpacked BIGINT NOT NULL,
  first_seq BIGINT NOT NULL,
  last_seq BIGINT NOT NULL,
  sets TEXT NOT NULL,
  made BIGINT NOT NULL
)
;
ALTER TABLE played ADD COLUMN record_file BIGINT
)";

// Workers without access to the database bring sets with a token (league/store/set_checks.h). A time of 0
// means that the token is not blocked.
constexpr std::string_view kDeliveries = R"(
CREATE TABLE deliveries (
  set_number BIGINT PRIMARY KEY,
  token TEXT NOT NULL,
  worker TEXT NOT NULL,
  seq BIGINT NOT NULL
)
;
CREATE INDEX deliveries_by_token ON deliveries (token)
;
CREATE TABLE replays (
  set_number BIGINT PRIMARY KEY,
  of_set BIGINT NOT NULL,
  first TEXT NOT NULL,
  second TEXT NOT NULL,
  course TEXT NOT NULL
)
;
CREATE INDEX replays_by_set ON replays (of_set)
;
CREATE TABLE checks (
  set_number BIGINT PRIMARY KEY,
  one BIGINT NOT NULL,
  other BIGINT NOT NULL,
  first TEXT NOT NULL,
  second TEXT NOT NULL,
  third TEXT NOT NULL,
  outcome BIGINT NOT NULL,
  at BIGINT NOT NULL
)
;
CREATE INDEX checks_by_pair ON checks (one, other)
;
ALTER TABLE tokens ADD COLUMN blocked BIGINT NOT NULL DEFAULT 0
;
ALTER TABLE tokens ADD COLUMN blocked_why TEXT NOT NULL DEFAULT ''
)";

// The history of one version is found without reading those of all others.
constexpr std::string_view kHistories = R"(
CREATE INDEX points_by_version ON points (version, seq)
)";

}  // namespace

std::span<const Migration> league_tables() {
  static const std::string outcomes = std::string(kOutcomes) + std::string(kAllCounts);
  static const Migration tables[] = {{1, kFirst},      {2, kEntered},   {3, kAuthors}, {4, kPauses},
                                     {5, kPrograms},   {6, outcomes},   {7, kWorkers}, {8, kRecordFiles},
                                     {9, kDeliveries}, {10, kHistories}};
  return tables;
}

}  // namespace toptile
