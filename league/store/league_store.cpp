#include "league/store/league_store.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "league/database/postgres.h"
#include "league/store/league_rows.h"
#include "league/store/league_tables.h"
#include "tournaments/report/deflate.h"

namespace toptile {

namespace {

constexpr std::size_t kMaxWordsBytes = 256 << 20;

}  // namespace

Result<LeagueStore> LeagueStore::create(std::unique_ptr<Database> database, const LeagueTerms& terms,
                                        const Lexicon& lexicon) {
  TOPTILE_TRY_TO(migrate(*database, league_tables()));
  TOPTILE_TRY_TO(in_transaction(*database, Transaction::write, [&]() -> Result<void> {
    TOPTILE_TRY(const auto there, find_setting(*database, "terms"));
    if (there) {
      return Error{fmt::format("{}: there is a league already; choose another place", database->name())};
    }
    const std::string words = lexicon.text();
    TOPTILE_TRY_TO(keep_content(*database, terms.plan.lexicon_sha256, words.size(), deflated(words)));
    return set_setting(*database, "terms", json_text(league_terms_to_json(terms)));
  }));
  return LeagueStore(std::move(database), terms);
}

Result<LeagueStore> LeagueStore::open(std::unique_ptr<Database> database) {
  TOPTILE_TRY_TO(migrate(*database, league_tables()));
  TOPTILE_TRY(auto terms, kept_terms(*database));
  return LeagueStore(std::move(database), std::move(terms));
}

Result<LeagueStore> LeagueStore::open(const std::string& address, const RetryTerms& retries,
                                      std::chrono::milliseconds patience) {
  TOPTILE_TRY(auto database, open_database(address, retries, patience));
  return open(std::move(database));
}

Result<std::string> LeagueStore::words() {
  TOPTILE_TRY(const auto packed, find_content(database(), terms().plan.lexicon_sha256));
  auto words = inflated(packed, kMaxWordsBytes);
  if (!words) return in_context(name() + ": the league's words", words.error());
  return words;
}

Result<void> LeagueStore::change_terms(const LeagueTerms& terms) {
  LeagueTerms same = this->terms();
  same.name = terms.name;
  same.submissions = terms.submissions;
  same.versions = terms.versions;
  same.anchors = terms.anchors;
  same.public_info = terms.public_info;
  if (const auto difference = compare_plans(league_terms_to_json(same), league_terms_to_json(terms))) {
    return Error{
        fmt::format("{}: {}: the league has {}, and {} is asked for; it decides how games are "
                    "played, so it cannot be changed: begin another league for that",
                    name(), difference->field, difference->in_first, difference->in_second)};
  }
  TOPTILE_TRY_TO(in_transaction(database(), Transaction::write, [&] {
    return set_setting(database(), "terms", json_text(league_terms_to_json(terms)));
  }));
  connection_->terms = terms;
  return success();
}

Result<void> LeagueStore::keep_alive(const Lease& lease) {
  return connection_->change_own([&](std::int64_t now) { return connection_->note_alive(lease, now); });
}

Result<void> LeagueStore::give_back(const std::string& worker, std::span<const SetNumber> except,
                                    std::span<const VersionId> except_versions) {
  const auto let_go = [&](std::string_view table, std::string_view column, const auto& kept) -> Result<void> {
    SqlValues values = {sql_text(worker)};
    std::string sql = fmt::format("UPDATE {} SET worker = '' WHERE worker = $1", table);
    if (!kept.empty()) sql += fmt::format(" AND {} NOT IN ({})", column, placeholders(2, kept.size()));
    for (const auto id : kept) values.push_back(sql_number(id));
    TOPTILE_TRY_TO(database().execute(sql, values));
    return success();
  };
  return connection_->change([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY_TO(let_go("leases", "set_number", except));
    TOPTILE_TRY_TO(let_go("versions", "id", except_versions));
    return connection_->drop_sets_of_the_gone();
  });
}

Result<void> LeagueStore::release(const std::string& worker) {
  return connection_->change_own([&](std::int64_t) -> Result<void> {
    TOPTILE_TRY_TO(connection_->give_back_all(worker));
    return connection_->drop_sets_of_the_gone();
  });
}

Result<void> LeagueStore::block(const std::string& token, const std::string& why) {
  return connection_->change([&](std::int64_t now) -> Result<void> {
    TOPTILE_TRY_TO(checks_.block(now, token, why));
    return success();
  });
}

Result<void> LeagueStore::check_alone(const Host& here) {
  if (is_postgres_address(name())) return success();
  TOPTILE_TRY(const auto now, connection_->now());
  std::string other;
  // Where this cannot be read, nothing else works either, and is reported there.
  static_cast<void>(database().query(fmt::format("SELECT name FROM workers WHERE {}", kIsAlive),
                                     alive_at(now), [&](const SqlRow& row) {
                                       if (const Host host = host_of(row.text(0)); are_apart(host, here))
                                         other = host.name;
                                     }));
  if (other.empty()) return success();
  return Error{
      fmt::format("{}: a worker on the computer {} uses this file, too, but a league in a file is for one "
                  "computer: end that worker and try again after a minute, or put the league in a PostgreSQL "
                  "database",
                  name(), printable(other))};
}

}  // namespace toptile
