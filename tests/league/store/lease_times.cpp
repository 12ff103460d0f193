// Leases when the clock is wrong, when another computer uses the file, and when a newer program has changed
// the tables.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "league/store/worker_name.h"
#include "tests/league/scripted_league.h"

namespace toptile {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kMinute = 60'000, kYear = 365 * 24 * 60 * kMinute;
const Lease kAnn{"ann"}, kBob{"bob"};

// Two workers that play two sets each. The clock shows a year as in our time.
template <class Home>
struct Playing {
  ScriptedLeague<Home> league;
  BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  LeasedSets anns, bobs;

  Playing() {
    league.now = 50 * kYear;
    anns = lease(kAnn);
    bobs = lease(kBob);
  }
  LeasedSets lease(const Lease& worker) {
    const auto leased = league.store.sets().lease_sets(one.id, other.id, 2, worker);
    BOOST_REQUIRE_MESSAGE(leased && leased.value(), message(leased));
    return *leased.value();
  }
  std::size_t taken_by(const Lease& worker) {
    const auto taken = league.store.sets().take_over(worker);
    BOOST_REQUIRE_MESSAGE(taken, message(taken));
    return taken.value() ? taken.value()->sets.size() : 0;
  }
  int kept(const LeasedSets& leased, const Lease& worker) {
    std::vector<RecordedSet> sets = {league.recorded(leased, 0), league.recorded(leased, 1)};
    return league.store.sets().keep(sets, worker.worker).value();
  }
  std::int64_t played() {
    std::int64_t count = 0;
    BOOST_REQUIRE(league.store.sets().for_each_set(0, [&](const PlayedSet&) { ++count; }));
    return count;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(lease_times)

BOOST_AUTO_TEST_CASE_TEMPLATE(clock_set_forward_costs_only_the_sets_in_play, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  Playing<Home> playing;
  playing.league.now += kYear;
  // Bob has just reported, and Ann has not. Nothing is taken from Bob.
  BOOST_REQUIRE(playing.league.store.keep_alive(kBob));
  BOOST_TEST(playing.taken_by(kBob) == 2U);
  BOOST_TEST(playing.taken_by(kAnn) == 0U);
  // Ann finishes her sets too late, and they count once.
  BOOST_TEST(playing.kept(playing.anns, kAnn) == 0);
  BOOST_TEST(playing.kept(playing.anns, kBob) == 2);
  BOOST_TEST(playing.kept(playing.bobs, kBob) == 2);
  BOOST_TEST(playing.played() == 4);
  // Then everything is as before.
  const LeasedSets next = playing.lease(kAnn);
  BOOST_TEST(playing.taken_by(kBob) == 0U);
  BOOST_TEST(playing.kept(next, kAnn) == 2);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(worker_that_reports_again_in_time_keeps_its_sets_whatever_the_clock, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  Playing<Home> playing;
  for (const std::int64_t jump : {kYear, -kYear, -20 * kYear, 15 * kMinute, -15 * kMinute, -kMinute / 2}) {
    playing.league.now += jump;
    BOOST_REQUIRE(playing.league.store.keep_alive(kAnn));
    BOOST_REQUIRE(playing.league.store.keep_alive(kBob));
    BOOST_TEST(playing.taken_by(kAnn) == 0U);
    BOOST_TEST(playing.taken_by(kBob) == 0U);
  }
  BOOST_TEST(playing.kept(playing.anns, kAnn) == 2);
  BOOST_TEST(playing.kept(playing.bobs, kBob) == 2);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(leases_of_the_dead_end_when_the_clock_is_set_back, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  Playing<Home> playing;
  BOOST_REQUIRE(playing.league.store.versions().receive(submission("third", "3")));
  BOOST_REQUIRE(playing.league.store.versions().claim(kAnn).value());
  // Ann is dead. By a little, it takes longer; at the most 10 minutes.
  playing.league.now -= 5 * kMinute;
  BOOST_REQUIRE(playing.league.store.keep_alive(kBob));
  BOOST_TEST(playing.taken_by(kBob) == 0U);
  BOOST_TEST(!playing.league.store.versions().claim(kBob).value());
  playing.league.now -= kYear;
  BOOST_REQUIRE(playing.league.store.keep_alive(kBob));
  BOOST_TEST(playing.taken_by(kBob) == 2U);
  BOOST_TEST(playing.league.store.versions().claim(kBob).value().has_value());
  BOOST_TEST(playing.taken_by(kBob) == 0U);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lease_of_the_dead_outlasts_a_clock_set_back_by_ten_minutes_at_most, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  for (const std::int64_t back : {kMinute, 8 * kMinute, 9 * kMinute + 1, 30 * kMinute}) {
    Playing<Home> playing;
    playing.league.now -= back;
    std::int64_t waited = 0;
    for (; playing.taken_by(kBob) == 0U && waited <= kYear; waited += kMinute / 2)
      playing.league.now += kMinute / 2;
    BOOST_TEST(waited <= kMaxLease.count() + kMinute / 2, back);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(running_program_stops_changing_tables_that_a_newer_one_has_changed, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  Playing<Home> playing;
  const auto newer = playing.league.home.database();
  BOOST_REQUIRE(
      newer->execute("INSERT INTO schema_versions SELECT max(version) + 1, 0 FROM schema_versions"));
  LeagueStore& store = playing.league.store;
  const std::string told = ": a newer toptile has changed this database (its tables have version ";
  std::vector<RecordedSet> sets = {playing.league.recorded(playing.anns, 0)};
  BOOST_TEST(message(store.sets().keep(sets, kAnn.worker)).find(told) != std::string::npos);
  BOOST_TEST(message(store.sets().lease_sets(playing.one.id, playing.other.id, 1, kAnn)).find(told) !=
             std::string::npos);
  BOOST_TEST(message(store.versions().receive(submission("mine", "1"))).find(told) != std::string::npos);
  BOOST_TEST(message(store.keep_alive(kAnn)).ends_with(": use the newer program"));
  BOOST_TEST(message(LeagueStore::open(playing.league.home.database())).find(told) != std::string::npos);
  BOOST_TEST(playing.played() == 0);
  BOOST_TEST(store.sets().in_play().value()[0].sets == 4);
  BOOST_REQUIRE(newer->execute("DELETE FROM schema_versions WHERE made_at = 0"));
  BOOST_TEST(store.sets().keep(sets, kAnn.worker).value() == 1);
}

BOOST_AUTO_TEST_CASE(workers_say_on_which_computer_they_are) {
  const Host here = this_host();
  BOOST_TEST(!here.name.empty());
  BOOST_TEST((host_of(worker_name()) == here));
  BOOST_TEST((host_of(worker_name() + "/3") == here));
  BOOST_TEST(worker_name() != worker_name());
  for (const char* other : {"", "dead", "host:12", "host:12:0123456789abcdef/0"})
    BOOST_TEST((host_of(other) == Host()), other);
  BOOST_TEST((host_of("far:1a2b3c4d:12:0123456789abcdef/0") == Host{"far", "1a2b3c4d"}));
  const Host near{"near", "1"};
  BOOST_TEST(are_apart(near, {"far", "2"}));
  BOOST_TEST(!are_apart(near, {"near", "2"}));  // It was restarted.
  BOOST_TEST(!are_apart(near, {"box", "1"}));   // A container.
  BOOST_TEST(!are_apart(near, {}));
  BOOST_TEST(!are_apart({"near", ""}, {"far", "2"}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(league_in_a_file_is_for_one_computer, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  Playing<Home> playing;
  const Host here = this_host();
  LeagueStore& store = playing.league.store;
  BOOST_TEST(message(store.check_alone(here)) == "");
  BOOST_REQUIRE(store.release(kAnn.worker));
  const Lease near{worker_name() + "/0"}, far{"far:1a2b3c4d:12:0123456789abcdef/0"};
  BOOST_REQUIRE(playing.taken_by(near) == 2U);
  BOOST_TEST(message(store.check_alone(here)) == "");
  BOOST_REQUIRE(store.release(near.worker));
  BOOST_REQUIRE(playing.taken_by(far) == 2U);
  if (std::is_same_v<Home, SqliteHome>) {
    BOOST_TEST(message(store.check_alone(here)) ==
               store.name() +
                   ": a worker on the computer far uses this file, too, but a league in a file is for one "
                   "computer: end that worker and try again after a minute, or put the league in a "
                   "PostgreSQL database");
  } else {
    BOOST_TEST(message(store.check_alone(here)) == "");
  }
  playing.league.now += 2 * kMinute;  // It is gone.
  BOOST_TEST(message(store.check_alone(here)) == "");
  BOOST_REQUIRE(store.versions().receive(submission("third", "3")));
  BOOST_REQUIRE(store.versions().claim(far).value());
  BOOST_TEST(store.check_alone(here).has_value() == (!std::is_same_v<Home, SqliteHome>));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
