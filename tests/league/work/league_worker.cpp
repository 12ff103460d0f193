// Workers whose league cannot be used for a while. No game is played here (tests/e2e/test_league.py).
#include "league/work/league_worker.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <span>
#include <thread>

#include "league/work/matchmaker.h"
#include "tests/league/lossy_way.h"
#include "tests/league/process.h"
#include "tests/league/scripted_league.h"
#include "tests/timeout.h"

namespace toptile {
namespace {

using std::chrono::milliseconds;

// A worker with one thread, whose pauses take no time.
struct Worker {
  std::vector<milliseconds> pauses;
  std::vector<std::string> reports;
  std::stop_source stop;

  // `in_pause` gets the number of the pause, from 1.
  Result<WorkDone> work(const std::string& league, const std::function<void(std::size_t)>& in_pause,
                        bool only_examine = true, milliseconds patience = std::chrono::minutes(15)) {
    const WorkRequest request{
        .league = league,
        .shipped = {},
        .limits = {.games = {}, .time = {}, .elo = {}, .only_examine = only_examine},
        .retries = {.patience = patience, .pause = [&](milliseconds time, const std::stop_token&) {
                      pauses.push_back(time);
                      in_pause(pauses.size());
                    }}};
    const WorkListener listener{.on_step = [](const BotVersion&) {},
                                .on_set = [](const RecordedSet&) {},
                                .on_trouble = [&](const std::string& what) { reports.push_back(what); }};
    return toptile::work(request, listener, stop.get_token());
  }
};

// A league in a PostgreSQL, and a way to it that can be cut.
struct FarLeague {
  PostgresHome home;
  LossyWay way{home.server()};
  LeagueStore store = LeagueStore::create(static_cast<const DatabaseHome&>(home).open(),
                                          small_terms(few_words()), few_words())
                          .value();

  std::string address() const { return way.address(home.name()); }
};

const std::vector<milliseconds> kFirstPauses = {milliseconds(250), milliseconds(500), milliseconds(1000),
                                                milliseconds(2000)};

}  // namespace

BOOST_AUTO_TEST_SUITE(league_worker)

BOOST_AUTO_TEST_CASE(open_intervals_count_as_narrow_when_their_bots_are_far_off) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const RatingEstimate one{10, 30, 40, Interval::profile}, other{-10, 30, 30, Interval::profile};
  const auto loser = [&](double high) {
    return RatingEstimate{-1500, kInfinity, high + 1500, Interval::profile};
  };
  BOOST_TEST(are_narrow(std::array{one, other}, 40));
  BOOST_TEST(!are_narrow(std::array{one, other}, 39));
  BOOST_TEST(!are_narrow(std::array{one, other, loser(-439)}, 40));
  BOOST_TEST(are_narrow(std::array{one, other, loser(-441)}, 40));
  BOOST_TEST(!are_narrow(std::array{one, other, loser(-441)}, 39));
  BOOST_TEST(are_narrow(std::array{one, other, RatingEstimate{900, 440, kInfinity, Interval::profile}}, 40));
  BOOST_TEST(!are_narrow(std::array{one, other, loser(kInfinity)}, 40));
  // Neither of two bots has two ends.
  BOOST_TEST(
      !are_narrow(std::array{loser(-199), RatingEstimate{1500, 1301, kInfinity, Interval::profile}}, 40));
  BOOST_TEST(
      are_narrow(std::array{loser(-201), RatingEstimate{1500, 1299, kInfinity, Interval::profile}}, 40));
}

BOOST_AUTO_TEST_CASE(server_that_restarts_at_any_request_is_waited_for) {
  if (!has_postgres()) return;
  FarLeague league;
  int waited = 0, request = 0;
  do {
    BOOST_TEST_CONTEXT("the server is gone from request " << ++request) {
      league.way.cut_at(request, request % 2 == 0 ? Cut::before : Cut::unanswered, true);
      Worker worker;
      const auto done = worker.work(league.address(), [&](std::size_t pause) {
        if (pause == kFirstPauses.size()) league.way.mend();
      });
      if (worker.pauses.empty()) continue;  // The league could not be opened, or all was done.
      ++waited;
      BOOST_TEST(done.has_value(), message(done));
      // A commit that the server did not get is tried again.
      std::vector<milliseconds> pauses = kFirstPauses;
      if (worker.pauses.size() > pauses.size()) pauses.push_back(kFirstPause);
      BOOST_TEST((worker.pauses == pauses));
      BOOST_REQUIRE(worker.reports.size() > pauses.size());
      BOOST_TEST(worker.reports[2].find(": the server cannot be reached: ") != std::string::npos);
      BOOST_TEST(worker.reports[2].ends_with("; trying again in 1 s"), worker.reports[2]);
      BOOST_TEST(worker.reports.back() == "the trouble is over, and the work continues");
    }
  } while (league.way.has_cut());
  BOOST_TEST(waited >= 3);
}

BOOST_AUTO_TEST_CASE(worker_gives_up_after_minutes_with_the_last_error) {
  ScriptedLeague<> league;
  league.entered("one", "1");  // It cannot be unpacked.
  league.entered("other", "2");
  Worker worker;
  const auto done = worker.work(
      league.home.address(), [](std::size_t) {}, false);
  BOOST_REQUIRE(!done);
  BOOST_TEST(message(done).find("-v1: ") != std::string::npos, message(done));
  BOOST_TEST(message(done).ends_with("; gave up after 900 s of trying"), message(done));
  BOOST_TEST(std::accumulate(worker.pauses.begin(), worker.pauses.end(), milliseconds(0)).count() == 900'000);
  BOOST_TEST(std::is_sorted(worker.pauses.begin(), worker.pauses.end() - 1));
  BOOST_TEST(worker.pauses.size() < 50U);
}

BOOST_AUTO_TEST_CASE(bot_that_cannot_be_examined_is_not_tried_without_end) {
  ScriptedLeague<> league;
  BOOST_REQUIRE(league.store.versions().receive(submission("mine", "1")));  // It cannot be unpacked.
  Worker worker;
  const auto done = worker.work(league.home.address(), [](std::size_t) {});
  BOOST_TEST(!done);
  BOOST_TEST(worker.pauses.size() < 50U);
  BOOST_TEST((league.store.versions().find("mine").value().state == VersionState::received));
}

BOOST_AUTO_TEST_CASE(sets_given_up_after_a_trouble_are_free_for_others) {
  ScriptedLeague<> league;
  league.entered("one", "1");  // It cannot be unpacked.
  league.entered("other", "2");
  const auto held = [&] {
    const auto pairs = league.store.leases().in_play().value();
    return std::accumulate(pairs.begin(), pairs.end(), 0,
                           [](int sum, const SetsInPlay& pair) { return sum + pair.sets; });
  };
  std::vector<int> in_pauses;
  Worker worker;
  const auto done = worker.work(
      league.home.address(), [&](std::size_t) { in_pauses.push_back(held()); }, false);
  BOOST_TEST(!done);
  BOOST_REQUIRE(in_pauses.size() > 10U);
  BOOST_TEST(in_pauses.front() > 0);
  BOOST_TEST(in_pauses.back() == in_pauses.front());
  league.store.use_clock({});
  const auto taken = league.store.leases().take_over({"another"});
  BOOST_REQUIRE(taken);
  std::size_t sets = 0;
  for (const LeasedSets& block : taken.value()) sets += block.sets.size();
  BOOST_TEST(static_cast<int>(sets) == held());
}

BOOST_AUTO_TEST_CASE(stop_ends_a_pause_and_all_tries) {
  ScriptedLeague<> league;
  league.entered("one", "1");  // It cannot be unpacked.
  league.entered("other", "2");
  Worker worker;
  const auto done = worker.work(
      league.home.address(), [&](std::size_t pause) { pause == 3 && worker.stop.request_stop(); }, false);
  BOOST_REQUIRE_MESSAGE(done, message(done));
  BOOST_TEST(done.value().is_stopped);
  BOOST_TEST(worker.pauses.size() == 3U);
  const Watchdog watchdog;
  std::stop_source stop;
  std::thread stopping([&] { stop.request_stop(); });
  pause_for(std::chrono::hours(1), stop.get_token());
  stopping.join();
}

BOOST_AUTO_TEST_CASE(full_disk_is_waited_for) {
  const Folder folder;
  check_on_small_disk(folder.path(), [&]() -> int {
    const std::string file = folder / "league.sqlite";
    auto opened = open_sqlite(file);
    if (!opened) return 1;
    auto created = LeagueStore::create(std::move(opened).value(), small_terms(few_words()), few_words());
    if (!created || !created.value().versions().receive(submission("mine", "1"))) return 2;
    const std::string filler = folder / "filler";
    std::ofstream(filler) << std::string(8 << 20, 'x');
    Worker worker;
    const auto done = worker.work(file, [&](std::size_t pause) {
      if (pause == kFirstPauses.size()) std::filesystem::remove(filler);
      if (pause > kFirstPauses.size()) worker.stop.request_stop();  // What was submitted cannot be unpacked.
    });
    if (!done || !done.value().is_stopped) return 3;
    const std::size_t troubles = kFirstPauses.size();
    if (worker.pauses.size() != troubles + 1 ||
        !std::ranges::equal(kFirstPauses, std::span(worker.pauses).first(troubles)))
      return 4;
    if (worker.reports.front() !=
        file + ": the disk is full: make room on it, and try again; trying again in 0.25 s")
      return 5;
    return worker.reports.size() == troubles + 1 && worker.reports.back().starts_with("mine-v1: ") ? 0 : 6;
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
