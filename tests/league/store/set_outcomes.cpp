#include "league/store/set_outcomes.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <tuple>

#include "engine/random.h"
#include "league/database/migrations.h"
#include "league/store/league_tables.h"
#include "league/store/packed_result.h"
#include "tests/league/scripted_league.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(set_outcomes)

namespace {

using Key = std::tuple<VersionId, VersionId, SetOutcome>;
using Counts = std::map<Key, CountedSets>;

// A game that ended in any way.
Ended any_end(Random& random) {
  Ended ended{static_cast<int>(random.below(7)) - 1, static_cast<int>(random.below(5)), false, false};
  ended.has_forfeited = random.below(6) == 0;
  ended.other_forfeited = !ended.has_forfeited && random.below(6) == 0;
  return ended;
}

void add_to(Counts& counts, const PlayedSet& set) {
  const CountedSets more = counted(set);
  CountedSets& sum = counts
                         .try_emplace({more.lower, more.upper, more.outcome},
                                      CountedSets{more.lower, more.upper, more.outcome})
                         .first->second;
  sum.sets += 1;
  sum.spread += more.spread;
  sum.squared_spread += more.squared_spread;
}

Counts from_sets(LeagueStore& store) {
  Counts counts;
  BOOST_REQUIRE(store.sets().for_each_set(0, [&](const PlayedSet& set) { add_to(counts, set); }));
  return counts;
}

Counts stored(LeagueStore& store) {
  Counts counts;
  const auto last = store.outcomes().for_each([&](const CountedSets& each) {
    counts[{each.lower, each.upper, each.outcome}] = each;
  });
  BOOST_REQUIRE_MESSAGE(last, message(last));
  BOOST_TEST(last.value() == store.sets().last_order().value());
  return counts;
}

// Some bots with sets whose games ended in all kinds of ways.
template <class Home>
struct Mixed {
  ScriptedLeague<Home> league;
  std::vector<BotVersion> bots;
  Random random{11};

  explicit Mixed(int sets) {
    for (const char* bot : {"one", "two", "three"}) bots.push_back(league.entered(bot, bot));
    for (int i = 0; i < sets; ++i) play();
  }
  RecordedSet play() {
    const std::size_t one = random.below(3), other = (one + 1 + random.below(2)) % 3;
    return league.played(bots[one], bots[other], {any_end(random), any_end(random)});
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(an_outcome_has_the_games_of_its_set) {
  Random random(5);
  ScriptedLeague<> league;
  for (int i = 0; i < 400; ++i) {
    LeasedSets leased{VersionId{random.below(2) == 0 ? 4 : 9}, VersionId{6}, 1, {SetNumber{1}}};
    RecordedSet set = league.recorded(leased, 0, {any_end(random), any_end(random)});
    if (random.below(5) == 0) std::swap(set.results[0].by_seat[0], set.results[0].by_seat[1]);
    const std::uint16_t lower = set.one < set.other ? 0 : 1;
    using Game = std::tuple<std::size_t, double, bool, bool>;
    std::vector<Game> games, found;
    int spread = 0;
    for (const GameResult& result : set.results) {
      const std::size_t seat = result.by_seat[0].entrant == lower ? 0 : 1;
      games.push_back({seat, result.beaten(seat), result.by_seat[seat].fate == SeatResult::Fate::forfeited,
                       result.by_seat[1 - seat].fate == SeatResult::Fate::forfeited});
      if (!result.is_forfeited()) spread += result.by_seat[seat].points - result.by_seat[1 - seat].points;
    }
    for (const GameOutcome& game : games_of(outcome_of(set)))
      found.push_back({game.seat_of_lower, game.score_of_lower, game.lower_forfeited, game.upper_forfeited});
    BOOST_TEST((games == found || (games[0] == found[1] && games[1] == found[0])));
    BOOST_TEST(counted(set).spread == spread);
    std::swap(set.results[0], set.results[1]);
    BOOST_TEST((outcome_of(set) == outcome_of(set)));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(counts_follow_the_sets, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  Mixed<Home> mixed(60);
  LeagueStore& store = mixed.league.store;
  BOOST_TEST((stored(store) == from_sets(store)));
  BOOST_TEST(store.outcomes().wrong().value() == 0U);
  for (int i = 0; i < 20; ++i) {
    const SetNumber set{1 + mixed.random.below(60)};
    const auto there = store.sets().look_up(set).value();
    if (i % 2 == 0) {
      BOOST_REQUIRE(store.sets().drop_set(set));
    } else if (there) {
      const RecordedSet other = mixed.play();
      BOOST_REQUIRE(store.sets().replace_results(set, other.results));
    }
    BOOST_TEST((stored(store) == from_sets(store)));
  }
  // There is no such set.
  BOOST_REQUIRE(store.sets().drop_set(SetNumber{9999}));
  BOOST_REQUIRE(store.sets().replace_results(SetNumber{9999}, mixed.play().results));
  BOOST_TEST((stored(store) == from_sets(store)));
  BOOST_TEST(store.outcomes().wrong().value() == 0U);
  // The database counts as this program does.
  BOOST_REQUIRE(store.outcomes().recount());
  BOOST_TEST((stored(store) == from_sets(store)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(wrong_counts_are_found_and_counted_again, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  Mixed<Home> mixed(30);
  LeagueStore& store = mixed.league.store;
  const Counts right = stored(store);
  for (const char* damage : {"UPDATE outcomes SET spread = spread + 1 WHERE lower_version = 1",
                             "UPDATE outcomes SET squared_spread = squared_spread + 1",
                             "UPDATE outcomes SET sets = sets + 1 WHERE upper_version = 3",
                             "UPDATE outcomes SET outcome = outcome + 100000", "DELETE FROM outcomes"}) {
    const auto changes = store.sets().changes().value();
    BOOST_TEST(store.database().execute(damage).value() > 0);
    BOOST_TEST(store.outcomes().wrong().value() > 0U, damage);
    BOOST_REQUIRE(store.outcomes().recount());
    BOOST_TEST(store.sets().changes().value() != changes);
    BOOST_TEST((stored(store) == right));
    BOOST_TEST(store.outcomes().wrong().value() == 0U);
  }
  BOOST_REQUIRE(store.database().execute("DELETE FROM outcomes WHERE lower_version = 1"));
  const auto read = store.outcomes().for_each([](const CountedSets&) {});
  BOOST_TEST(message(read).find("count them again with: toptile league rebuild") != std::string::npos);
}

// A league of the version before is counted when it is opened.
BOOST_AUTO_TEST_CASE_TEMPLATE(an_older_league_is_counted, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  Mixed<Home> mixed(40);
  LeagueStore& store = mixed.league.store;
  const Counts right = stored(store);
  undo_workers(store.database());
  for (const char* sql : {"DROP TABLE outcomes", "DELETE FROM schema_versions WHERE version >= 6"})
    BOOST_REQUIRE(store.database().execute(sql));
  LeagueStore opened = mixed.league.home.open();
  BOOST_TEST((stored(opened) == right));
  BOOST_TEST(opened.outcomes().wrong().value() == 0U);
}

// A set is either stored and counted, or neither.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_set_that_cannot_be_counted_is_not_stored, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  Mixed<Home> mixed(10);
  LeagueStore& store = mixed.league.store;
  const auto leased =
      store.leases().lease_sets(mixed.bots[0].id, mixed.bots[1].id, 2, {"player"}).value().value();
  std::array<RecordedSet, 2> sets = {mixed.league.recorded(leased, 0), mixed.league.recorded(leased, 1)};
  BOOST_REQUIRE(store.database().execute("ALTER TABLE outcomes RENAME TO hidden"));
  BOOST_TEST(!store.sets().keep(sets, "player"));
  BOOST_REQUIRE(store.database().execute("ALTER TABLE hidden RENAME TO outcomes"));
  BOOST_TEST((stored(store) == from_sets(store)));
  BOOST_TEST(store.sets().last_order().value() == 10U);
  BOOST_TEST(store.sets().keep(sets, "player").value() == 2);
  BOOST_TEST((stored(store) == from_sets(store)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
