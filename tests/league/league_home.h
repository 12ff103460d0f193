// A small league in a place of its own.
#pragma once

#include <boost/test/unit_test.hpp>
#include <memory>
#include <tuple>
#include <type_traits>

#include "league/store/league_store.h"
#include "tests/league/postgres_server.h"
#include "tests/protocol/small_records.h"

namespace toptile {

inline LeagueTerms small_terms(const Lexicon& lexicon) {
  Plan plan(shipped_ruleset("hasbro").value());
  plan.seed = 77;
  plan.lexicon_name = lexicon.name();
  plan.lexicon_sha256 = hexadecimal(lexicon.sha256());
  plan.lexicon_words = lexicon.words();
  return {.name = "A small league",
          .plan = std::move(plan),
          .sandbox = SandboxMode::automatic,
          .submissions = {},
          .anchors = {}};
}

// The databases that a league may be in. A case for all of them is a template over these.
using DatabaseHomes = std::tuple<SqliteHome, PostgresHome>;

// False for a PostgreSQL where there is none; the suite `postgres` says that it is missing.
template <class Home>
bool is_there() {
  return std::is_same_v<Home, SqliteHome> || has_postgres();
}

template <class Home = SqliteHome>
class LeagueHome {
 public:
  std::unique_ptr<Database> database() const { return static_cast<const DatabaseHome&>(home_).open(); }
  std::string address() const { return home_.address(); }
  const LeagueTerms& terms() const { return terms_; }
  const Lexicon& lexicon() const { return few_words(); }
  // Makes the league.
  LeagueStore store() const { return good(LeagueStore::create(database(), terms_, lexicon())); }
  // Opens it again.
  LeagueStore open() const { return good(LeagueStore::open(database())); }

 private:
  static LeagueStore good(Result<LeagueStore> store) {
    BOOST_REQUIRE_MESSAGE(store, (store ? "" : store.error().message));
    return std::move(store).value();
  }

  const Home home_{};
  const LeagueTerms terms_ = small_terms(few_words());
};

}  // namespace toptile
