#include "ratings/fit/shared_luck.h"

#include <boost/test/unit_test.hpp>
#include <vector>

#include "ratings/fit/confidence.h"
#include "tests/ratings/simulated_games.h"

BOOST_AUTO_TEST_SUITE(shared_luck)

namespace {

using namespace toptile;
using simulated::Chance;

// A pairing of equals with this many pairs, level pairs and tied games.
LuckOfTwo pairing(int pairs, int level, int tied = 0) {
  return {(2 * level - pairs) / 4.0, pairs / 4.0, pairs / 16.0, tied / 4.0, pairs / 2.0};
}

std::vector<LuckOfTwo> alike(int count, int pairs, double shared, Chance& chance) {
  std::vector<LuckOfTwo> all;
  for (int i = 0; i < count; ++i) {
    int level = 0;
    for (int pair = 0; pair < pairs; ++pair) level += chance.uniform() < (1 + shared) / 2;
    all.push_back(pairing(pairs, level));
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(nothing_is_shared_or_tied_before_the_first_game) {
  const SharedLuck luck(std::vector<LuckOfTwo>{});
  BOOST_TEST(luck.sharing() == 0);
  BOOST_TEST(luck.sharing(LuckOfTwo{}) == 0);
  BOOST_TEST(luck.tied(LuckOfTwo{}) == 0);
  BOOST_TEST(luck.degrees() == kPooledDegrees);
}

BOOST_AUTO_TEST_CASE(one_pairing_is_believed_as_it_grows) {
  double before = 0;
  for (const int pairs : {1, 2, 10, 100, 1000}) {
    const SharedLuck luck(std::vector{pairing(pairs, pairs)});
    BOOST_TEST(luck.sharing() == pairs / 4.0 / (pairs / 4.0 + 1));
    BOOST_TEST(luck.sharing() > before);
    BOOST_TEST(luck.degrees() == kPooledDegrees);
    before = luck.sharing();
  }
}

BOOST_AUTO_TEST_CASE(pairings_that_share_alike_have_one_estimate) {
  Chance chance(4);
  int seen_as_alike = 0;
  for (int field = 0; field < 200; ++field) {
    const std::vector<LuckOfTwo> all = alike(28, 6, 0.5, chance);
    const SharedLuck luck(all);
    BOOST_TEST(luck.sharing() > 0.2);
    BOOST_TEST(luck.sharing() < 0.75);
    seen_as_alike +=
        luck.sharing(all.front()) == luck.sharing(all.back()) && luck.degrees() == kPooledDegrees;
  }
  BOOST_TEST(seen_as_alike > 140);
}

// Six copies of one program beside others that share nothing. If all pairings had one estimate, it would be
// 0.23.
BOOST_AUTO_TEST_CASE(copies_of_a_program_say_little_about_others) {
  Chance chance(5);
  constexpr int kFields = 40;
  for (const int pairs_of_copies : {6, 40}) {
    double of_others = 0, of_copies = 0;
    for (int field = 0; field < kFields; ++field) {
      std::vector<LuckOfTwo> all = alike(51, 6, 0, chance);
      for (int i = 0; i < 15; ++i) all.push_back(pairing(pairs_of_copies, pairs_of_copies));
      const SharedLuck luck(all);
      for (int i = 0; i < 51; ++i) of_others += luck.sharing(all[i]) / 51 / kFields;
      of_copies += luck.sharing(all.back()) / kFields;
      BOOST_TEST(luck.degrees() < kPooledDegrees / 2);
    }
    BOOST_TEST(of_others < (pairs_of_copies == 6 ? 0.16 : 0.08), of_others);
    BOOST_TEST(of_copies > (pairs_of_copies == 6 ? 0.55 : 0.95), of_copies);
  }
}

// The own luck of two pairings seems so different that others are worth nothing to them.
BOOST_AUTO_TEST_CASE(a_pairing_of_single_games_has_the_estimate_of_all) {
  const LuckOfTwo single{0, 0, 0, 5, 20};
  const SharedLuck luck(
      std::vector{pairing(100, 100), pairing(100, 0), LuckOfTwo{-300, 25, 6.25, 0, 50}, single});
  BOOST_TEST(luck.sharing(single) == luck.sharing());
  BOOST_TEST((luck.tied(single) >= 0 && luck.tied(single) < 1));
}

BOOST_AUTO_TEST_CASE(ties_take_off_their_share) {
  const SharedLuck luck(std::vector{pairing(100, 50, 160)});  // 160 of 200 games.
  BOOST_TEST(luck.tied(pairing(100, 50, 160)) == 40 / 51.0);
  const SharedLuck all(std::vector{pairing(100, 100, 200)});
  BOOST_TEST(all.tied(pairing(100, 100, 200)) < 1);
}

BOOST_AUTO_TEST_SUITE_END()
