#include "server/league/league_api.h"

#include <boost/test/unit_test.hpp>

#include "tests/league/scripted_league.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(league_api)

// An answer is kept as long as its stamp is the site's. So the stamp that is asked for before an answer may
// not be newer than what the answer tells, also while the site waits until it is computed again.
BOOST_AUTO_TEST_CASE(the_stamp_of_a_site_is_no_newer_than_the_site) {
  ScriptedLeague<> league;
  const BotVersion one = league.entered("one", "a"), other = league.entered("other", "b");
  SharedSite site{{.has_api = true}};
  for (int i = 0; i < 50; ++i) {
    league.played(one, other, {Ended{100, 90}, Ended{90, 101}});
    const auto stamp = site.stamp(league.store);
    const auto shown = site.read(league.store);
    BOOST_REQUIRE(stamp);
    BOOST_REQUIRE(shown);
    BOOST_TEST(stamp.value().order <= shown.value()->snapshot().games().last_order());
  }
  BOOST_REQUIRE(league.store.versions().retire(one.id, "test"));
  BOOST_REQUIRE(site.read(league.store));
  BOOST_TEST(site.stamp(league.store).value().event == league.store.versions().last_event().value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
