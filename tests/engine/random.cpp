#include "engine/random.h"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/sha256.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(random)

namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

}  // namespace

// Every number written here is the output of tests/engine/golden_bag.py, which shares no code with the
// engine.

BOOST_AUTO_TEST_CASE(bounded_draws_are_those_of_an_independent_program) {
  struct Draws {
    std::uint64_t bound;
    std::array<std::uint64_t, 6> numbers;
  };
  const std::vector<Draws> expected = {
      {1, {0, 0, 0, 0, 0, 0}},
      {2, {1, 1, 1, 0, 1, 0}},
      {3, {2, 1, 2, 0, 2, 0}},
      {7, {5, 4, 5, 0, 6, 0}},
      {100, {75, 63, 75, 13, 90, 9}},
      {4294967296, {3243368317, 2744618937, 3230439039, 585286719, 3879510670, 404020322}},
      {9223372036854775809u,
       {6965080426129060203, 5894024288751747412, 6937315012233870725, 5299475676119306768,
        3599613534435262128, 114210904997797797}},
      {kMost,
       {13930160852258120405u, 11788048577503494823u, 13874630024467741449u, 2513787319205155661u,
        16662371453428439380u, 1735254072534978427u}},
  };
  for (const Draws& draws : expected) {
    Random random(42);
    for (std::uint64_t number : draws.numbers)
      BOOST_TEST(random.below(draws.bound) == number, "below " << draws.bound);
  }
}

BOOST_AUTO_TEST_CASE(a_shuffle_is_that_of_an_independent_program) {
  std::vector<int> values = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  Random(1).shuffle(values);
  BOOST_TEST(values == (std::vector<int>{5, 7, 6, 8, 4, 2, 0, 3, 9, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(seeds_are_those_of_an_independent_program) {
  BOOST_TEST(game_seed(5, 0) == 8668316315682091903u);
  BOOST_TEST(game_seed(5, 17) == 13747781672262005533u);
  BOOST_TEST(game_seed(kMost, 1) == 10330685185175675887u);
  BOOST_TEST(exchange_seed(42) == 14358630206621123316u);
  BOOST_TEST(first_seat_seed(42) == 10842470394816287200u);
  BOOST_TEST(bot_seed(42, Seat{0}) == 12670642643582791552u);
  BOOST_TEST(bot_seed(42, Seat{3}) == 601493896667732580u);
}

BOOST_AUTO_TEST_CASE(draws_stay_below_the_bound_and_reach_every_number) {
  for (std::uint64_t bound : {1, 2, 3, 5, 8, 13, 100}) {
    Random random(bound);
    std::vector<int> counts(bound);
    const int draws = static_cast<int>(bound) * 1000;
    for (int i = 0; i < draws; ++i) ++counts.at(random.below(bound));
    // A thousand is expected, and 250 is about eight standard deviations.
    for (int count : counts) BOOST_TEST(std::abs(count - 1000) <= 250);
  }
}

BOOST_AUTO_TEST_CASE(a_shuffle_of_none_or_one_draws_nothing) {
  Random shuffling(3), plain(3);
  std::vector<int> none, one = {7};
  shuffling.shuffle(none);
  shuffling.shuffle(one);
  BOOST_TEST(none.empty());
  BOOST_TEST(one == std::vector<int>{7});
  BOOST_TEST(shuffling.below(1000000) == plain.below(1000000));
}

BOOST_AUTO_TEST_CASE(digests_are_those_of_the_standard) {
  // These are the examples of FIPS 180-4.
  BOOST_TEST(sha256_hexadecimal("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  BOOST_TEST(sha256_hexadecimal("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  BOOST_TEST(seed_from_text("abc") == 0xba7816bf8f01cfeau);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
