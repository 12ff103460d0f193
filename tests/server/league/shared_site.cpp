#include "server/league/shared_site.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <semaphore>
#include <thread>

#include "server/league/client.h"
#include "server/league/league_server.h"
#include "tests/json_of.h"
#include "tests/league/scripted_league.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(shared_site)

namespace {

struct TwoBots : ScriptedLeague<> {
  BotVersion one = entered("one", "a"), other = entered("other", "b");

  void play() { played(one, other, {Ended{100, 90}, Ended{90, 101}}); }
};

void wait_a_moment() {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// Readings of a league that wait until the test lets them go on.
class HeldReadings {
 public:
  std::function<void()> hook() {
    return [this] {
      begun_.release();
      may_go_on_.acquire();
    };
  }
  void wait_until_one_begins() { begun_.acquire(); }
  void let_all_go_on() { may_go_on_.release(1000); }

 private:
  std::counting_semaphore<> begun_{0}, may_go_on_{0};
};

}  // namespace

// An answer is kept as long as its stamp is the site's. So the same stamp before and after an answer must
// mean that the answer was made from one reading, the same one each time.
BOOST_AUTO_TEST_CASE(a_stamp_belongs_to_one_reading) {
  TwoBots league;
  const auto shared = SharedSite::open(league.home.open(), {.has_api = true});
  BOOST_REQUIRE_MESSAGE(shared, message(shared));
  SharedSite& site = *shared.value();
  std::map<std::uint64_t, std::shared_ptr<const LeagueSite>> readings;
  for (int i = 0; i < 50; ++i) {
    league.play();
    const auto before = site.stamp(league.store);
    const auto shown = site.read(league.store);
    const auto after = site.stamp(league.store);
    BOOST_REQUIRE((before && shown && after));
    BOOST_TEST(before.value().event == league.store.versions().last_event().value());
    if (before.value() != after.value()) continue;
    const auto [known, is_new] = readings.emplace(before.value().reading, shown.value());
    BOOST_TEST((is_new || known->second == shown.value()));
  }
  // In the end, it catches up.
  while (site.read(league.store).value()->snapshot().games().last_order() < 50) wait_a_moment();
  BOOST_REQUIRE(league.store.versions().retire(league.one.id, "test"));
  while (site.read(league.store).value()->snapshot().table().rows.size() != 1) wait_a_moment();
}

BOOST_AUTO_TEST_CASE(requests_do_not_wait_for_a_reading) {
  TwoBots league;
  league.play();
  HeldReadings held;
  ServeOptions options{.port = 0, .rate = 0};
  options.before_reading = held.hook();
  const auto server = LeagueServer::open(options, [&] { return Result<LeagueStore>(league.home.open()); });
  BOOST_REQUIRE_MESSAGE(server, message(server));
  const LeagueAddress address = parse_league_address(server.value().address()).value();
  const auto ask = [&](const std::string& target) {
    const auto reply = ask_league(address, {.target = target});
    BOOST_REQUIRE_MESSAGE(reply, message(reply));
    BOOST_TEST(reply.value().status == 200, target);
    return reply.value().body;
  };
  const auto games = [&] { return json_of(ask("/api/v1/standings"))["games"].get<int>(); };
  BOOST_TEST(games() == 2);
  league.play();
  BOOST_REQUIRE(league.store.versions().retire(league.other.id, "test"));
  // A request that notices the news starts the reading, which now stands still.
  while (json_of(ask("/api/v1/league"))["last_event"] != league.store.versions().last_event().value())
    wait_a_moment();
  held.wait_until_one_begins();
  for (const char* target : {"/", "/index.html", "/bots/one.html", "/standings.json", "/feed.xml",
                             "/api/v1/league", "/api/v1/bots", "/api/v1/bots/one", "/api/v1/pairs/one/other",
                             "/api/v1/games", "/api/v1/events", "/api/v1/queue"})
    ask(target);
  BOOST_TEST(games() == 2);
  BOOST_TEST(json_of(ask("/api/v1/standings"))["bots"].size() == 2U);
  // States of versions come from the league itself.
  BOOST_TEST(json_of(ask("/api/v1/versions/other-v1"))["state"] == "retired");
  held.let_all_go_on();
  while (games() != 4) wait_a_moment();
  BOOST_TEST(json_of(ask("/api/v1/standings"))["bots"].size() == 1U);
}

// Only new sets are read again, but changed and dropped ones are noticed with the next set.
BOOST_AUTO_TEST_CASE(dropped_set_leaves_the_site) {
  TwoBots league;
  league.play();
  league.play();
  const auto shared = SharedSite::open(league.home.open(), {.has_api = true});
  BOOST_REQUIRE_MESSAGE(shared, message(shared));
  const SetNumber first = shared.value()->read(league.store).value()->snapshot().games().sets().front().set;
  BOOST_REQUIRE(league.store.sets().drop_set(first));
  league.play();
  league.play();
  const auto games = [&] { return shared.value()->read(league.store).value()->snapshot().table().games; };
  while (shared.value()->read(league.store).value()->snapshot().games().last_order() < 4) wait_a_moment();
  BOOST_TEST(games() == 6);
}

// A league that cannot be read is served as it was.
BOOST_AUTO_TEST_CASE(failed_reading_leaves_the_last_one) {
  TwoBots league;
  league.play();
  std::counting_semaphore<> begun{0};
  const auto shared = SharedSite::open(league.home.open(), {.has_api = true}, [&] { begun.release(); });
  BOOST_REQUIRE_MESSAGE(shared, message(shared));
  league.play();
  // The thread's reading fails, but how far the league is can be asked.
  BOOST_REQUIRE(league.store.database().execute("ALTER TABLE programs RENAME TO gone", {}));
  BOOST_REQUIRE(shared.value()->read(league.store));
  begun.acquire();
  BOOST_TEST(shared.value()->read(league.store).value()->snapshot().table().games == 2);
  BOOST_REQUIRE(league.store.database().execute("ALTER TABLE gone RENAME TO programs", {}));
  while (shared.value()->read(league.store).value()->snapshot().table().games != 4) wait_a_moment();
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
