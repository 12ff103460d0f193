// Leases when the clock is wrong, when another computer uses the file, and when a newer program has changed
// the tables.
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "league/store/worker_name.h"
#include "league/work/league_desk.h"
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
    const auto leased = league.store.leases().lease_sets(one.id, other.id, 2, worker);
    BOOST_REQUIRE_MESSAGE(leased && leased.value(), message(leased));
    return *leased.value();
  }
  std::size_t taken_by(const Lease& worker) {
    const auto taken = league.store.leases().take_over(worker);
    BOOST_REQUIRE_MESSAGE(taken, message(taken));
    std::size_t sets = 0;
    for (const LeasedSets& block : taken.value()) sets += block.sets.size();
    return sets;
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
  BOOST_TEST(message(store.leases().lease_sets(playing.one.id, playing.other.id, 1, kAnn)).find(told) !=
             std::string::npos);
  BOOST_TEST(message(store.versions().receive(submission("mine", "1"))).find(told) != std::string::npos);
  BOOST_TEST(message(store.keep_alive(kAnn)).ends_with(": use the newer program"));
  BOOST_TEST(message(LeagueStore::open(playing.league.home.database())).find(told) != std::string::npos);
  BOOST_TEST(playing.played() == 0);
  BOOST_TEST(store.leases().in_play().value()[0].sets == 4);
  BOOST_REQUIRE(newer->execute("DELETE FROM schema_versions WHERE made_at = 0"));
  BOOST_TEST(store.sets().keep(sets, kAnn.worker).value() == 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(leases_that_an_older_program_made_last_as_long_as_it_said, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  Playing<Home> playing;
  LeagueStore& store = playing.league.store;
  undo_workers(store.database());
  BOOST_REQUIRE(store.database().execute("UPDATE leases SET leased_until = $1 WHERE worker = 'ann'",
                                         {playing.league.now + kMinute}));
  LeagueStore opened = playing.league.home.open();
  opened.use_clock([&] { return playing.league.now; });
  const auto open_sets = [&] {
    const auto taken = opened.leases().take_over({"new"});
    std::size_t sets = 0;
    for (const LeasedSets& block : taken.value()) sets += block.sets.size();
    return sets;
  };
  BOOST_TEST(open_sets() == 2U);  // Those of Bob, which were over.
  BOOST_TEST(open_sets() == 0U);
  playing.league.now += kMinute + 1;
  BOOST_REQUIRE(opened.keep_alive({"new"}));
  BOOST_TEST(open_sets() == 2U);
}

// ---- Workers beside each other --------------------------------------------------

BOOST_AUTO_TEST_CASE_TEMPLATE(open_sets_are_for_any_worker_and_are_taken_once, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  Playing<Home> playing;
  LeagueStore& store = playing.league.store;
  const std::vector<ChosenSets> chosen = {{playing.one.id, playing.other.id, 2},
                                          {playing.other.id, playing.one.id, 3},
                                          {playing.one.id, VersionId{99}, 3}};
  BOOST_REQUIRE(store.leases().offer(chosen));
  BOOST_TEST(store.leases().open("ann").value().sets == 5);
  BOOST_TEST(store.leases().open("ann").value().lanes == 1);
  BOOST_REQUIRE(store.keep_alive({.worker = "carl", .lanes = 7}));
  BOOST_TEST(store.leases().open("ann").value().lanes == 8);
  const auto first = store.leases().take_over(kAnn, 3).value();
  BOOST_REQUIRE(first.size() == 2U);
  BOOST_TEST(first[0].sets.size() == 2U);
  BOOST_TEST(first[1].sets.size() == 1U);
  BOOST_TEST((first[1].one == playing.other.id));
  BOOST_TEST(playing.taken_by(kBob) == 2U);
  BOOST_TEST(playing.taken_by(kAnn) == 0U);
  BOOST_TEST(store.leases().in_play().value().size() == 2U);
  // A version that leaves takes its open sets with it.
  BOOST_REQUIRE(store.leases().offer(std::span(chosen).first(1)));
  BOOST_REQUIRE(store.versions().remove(playing.other.id, ""));
  BOOST_TEST(store.leases().open("ann").value().sets == 0);
  BOOST_TEST(playing.taken_by(kAnn) == 0U);
  // Sets that are in play already count.
  BOOST_TEST(playing.kept(playing.anns, kAnn) == 2);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_worker_chooses_until_it_is_silent_or_lets_another, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  Playing<Home> playing;
  const auto may = [&](const char* worker) {
    return playing.league.store.leases().may_choose(worker, milliseconds(8000)).value();
  };
  BOOST_TEST(may("ann"));
  BOOST_TEST(!may("bob"));
  playing.league.now += 5000;
  BOOST_TEST(may("ann"));
  playing.league.now += 5000;
  BOOST_TEST(!may("bob"));
  playing.league.now += 5000;
  BOOST_TEST(may("bob"));
  BOOST_TEST(!may("ann"));
  BOOST_REQUIRE(playing.league.store.leases().stop_choosing("ann"));
  BOOST_TEST(!may("ann"));
  BOOST_REQUIRE(playing.league.store.leases().stop_choosing("bob"));
  BOOST_TEST(may("ann"));
  playing.league.now -= kYear;  // The clock was set back.
  BOOST_TEST(may("bob"));
  BOOST_TEST(!may("ann"));
}

// A worker that is not silent for long says for a short time that it chooses.
BOOST_AUTO_TEST_CASE_TEMPLATE(another_worker_soon_chooses_when_the_last_one_died, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  Playing<Home> playing;
  const auto open = [&]() -> Result<LeagueStore> {
    LeagueStore store = playing.league.home.open();
    store.use_clock([&] { return playing.league.now; });
    return store;
  };
  ProcessStore anns(open, kAnn), bobs(open, kBob);
  LeagueDesk ann(anns, {}), bob(bobs, {});
  const auto gets_work = [](LeagueDesk& desk) {
    const auto work = desk.next(2, 1, 4);
    BOOST_REQUIRE_MESSAGE(work, message(work));
    return !work.value().blocks.empty();
  };
  BOOST_TEST(gets_work(ann));
  BOOST_TEST(!gets_work(bob));
  for (int i = 0; i < 50; ++i) {
    BOOST_REQUIRE(ann.tend());
    BOOST_TEST(gets_work(bob));
    playing.league.now += 250;
  }
  // She dies. He plays what is open, and then chooses himself.
  std::int64_t waited = 0;
  while (gets_work(bob)) continue;
  for (; !gets_work(bob) && waited < 20'000; waited += 250) playing.league.now += 250;
  BOOST_TEST(waited >= 500);
  BOOST_TEST(waited < 8000);
}

// To lease or to report waits for no writer, and takes nothing that another worker takes.
BOOST_AUTO_TEST_CASE(on_a_server_workers_do_not_wait_for_one_that_writes) {
  if (!is_there<PostgresHome>()) return;
  Playing<PostgresHome> playing;
  const ChosenSets chosen{playing.one.id, playing.other.id, 4};
  BOOST_REQUIRE(playing.league.store.leases().offer(std::span(&chosen, 1)));
  LeagueStore other = playing.league.home.open();
  other.use_clock([&] { return playing.league.now; });
  const auto writer = playing.league.home.database();
  BOOST_REQUIRE(in_transaction(*writer, Transaction::write, [&]() -> Result<void> {
    BOOST_TEST(message(other.keep_alive(kBob)) == "");
    BOOST_TEST(other.leases().take_over(kBob, 1).value().size() == 1U);
    return success();
  }));
  const auto taker = playing.league.home.database();
  const auto took = [&](Database& database) {
    std::vector<std::int64_t> sets;
    BOOST_REQUIRE(database.query(
        fmt::format(
            "UPDATE leases SET worker = 'x' WHERE set_number IN (SELECT set_number FROM leases WHERE worker "
            "= '' ORDER BY set_number LIMIT 1{}) RETURNING set_number",
            database.skip_locked()),
        {}, [&](const SqlRow& row) { sets.push_back(row.integer(0)); }));
    return sets;
  };
  std::vector<std::int64_t> first, second;
  BOOST_REQUIRE(in_transaction(*writer, Transaction::own_rows, [&]() -> Result<void> {
    first = took(*writer);
    return in_transaction(*taker, Transaction::own_rows, [&]() -> Result<void> {
      second = took(*taker);
      return success();
    });
  }));
  BOOST_REQUIRE(first.size() == 1U);
  BOOST_REQUIRE(second.size() == 1U);
  BOOST_TEST(first[0] != second[0]);
}

// A worker that is thought dead may be storing its sets: that waits for the writers' lock while it has ended
// its leases. The one that has the lock must not wait for these.
BOOST_AUTO_TEST_CASE(on_a_server_freeing_the_dead_waits_for_no_set_that_is_stored) {
  if (!is_there<PostgresHome>()) return;
  Playing<PostgresHome> playing;
  playing.league.now += 2 * kMinute;
  LeagueStore& store = playing.league.store;
  BOOST_REQUIRE(store.keep_alive(kBob));
  const auto storing = playing.league.home.database();
  const auto stored = in_transaction(*storing, Transaction::own_rows, [&]() -> Result<void> {
    const auto ended = storing->execute("DELETE FROM leases WHERE worker = 'ann' AND set_number = $1",
                                        {static_cast<std::int64_t>(playing.anns.sets[0])});
    BOOST_TEST(ended.value() == 1);
    BOOST_TEST(message(store.leases().free_the_dead()) == "");
    BOOST_TEST(playing.taken_by(kBob) == 1U);
    BOOST_TEST(message(storing->exclude_writers("SELECT 1", [](const SqlRow&) {})) == "");
    return Error{"this worker dies"};
  });
  BOOST_TEST(!stored);
  // Sets that were not stored after all are freed, too.
  BOOST_TEST(playing.taken_by(kBob) == 1U);
  BOOST_TEST(playing.kept(playing.anns, kBob) == 2);
}

BOOST_AUTO_TEST_CASE(on_a_server_a_worker_leaves_without_waiting_for_one_that_writes) {
  if (!is_there<PostgresHome>()) return;
  Playing<PostgresHome> playing;
  const auto writer = playing.league.home.database();
  BOOST_REQUIRE(in_transaction(*writer, Transaction::write, [&]() -> Result<void> {
    BOOST_TEST(message(playing.league.store.release("ann")) == "");
    return success();
  }));
  BOOST_TEST(playing.taken_by(kBob) == 2U);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(worker_gives_back_what_it_does_not_know_of, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  Playing<Home> playing;
  LeagueStore& store = playing.league.store;
  std::vector<BotVersion> waiting;
  for (const char* bot : {"third", "fourth"}) {
    BOOST_REQUIRE(store.versions().receive(submission(bot, bot)));
    waiting.push_back(store.versions().claim(kAnn).value().value());
  }
  const std::vector<SetNumber> sets = {playing.anns.sets[1]};
  const std::vector<VersionId> versions = {waiting[0].id};
  BOOST_REQUIRE(store.give_back("ann", sets, versions));
  BOOST_TEST(playing.taken_by(kBob) == 1U);
  BOOST_TEST((store.versions().claim(kBob).value()->id == waiting[1].id));
  BOOST_TEST(!store.versions().claim(kBob).value().has_value());
  BOOST_REQUIRE(store.give_back("ann", {}, {}));
  BOOST_TEST(playing.taken_by(kBob) == 1U);
  BOOST_TEST(store.versions().claim(kBob).value().has_value());
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
