// Shards split a schedule: every game is in one of them, and the games of a set are together.
#include "tournaments/formats/shard.h"

#include <boost/test/unit_test.hpp>
#include <vector>

namespace toptile {
BOOST_AUTO_TEST_SUITE(shard)

namespace {

BOOST_AUTO_TEST_CASE(every_game_is_in_one_shard_and_sets_are_whole) {
  for (const int games_a_set : {2, 3, 4}) {
    for (int of = 1; of <= 5; ++of) {
      for (GameNumber id{1}; id <= 60; ++id) {
        const std::uint64_t set = (id - 1) / static_cast<std::uint64_t>(games_a_set);
        for (int index = 1; index <= of; ++index)
          BOOST_TEST((Shard{index, of, games_a_set}.has(id)) ==
                     (set % static_cast<std::uint64_t>(of) == static_cast<std::uint64_t>(index - 1)));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_next_game_and_how_many_there_are_agree_with_which_it_has) {
  for (const int games_a_set : {2, 3}) {
    for (int of = 1; of <= 5; ++of) {
      for (int index = 1; index <= of; ++index) {
        const Shard shard{index, of, games_a_set};
        std::uint64_t count = 0;
        for (GameNumber id{1}; id <= 60; ++id) {
          GameNumber next = id;
          while (!shard.has(next)) ++next;
          BOOST_TEST(shard.first_from(id) == next);
          if (shard.has(id)) ++count;
          BOOST_TEST(shard.count_of(id) == count);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(far_games_are_found_at_once) {
  const Shard shard{kMaxShards, kMaxShards};
  BOOST_TEST(shard.first_from(GameNumber{1}) == 2 * std::uint64_t{kMaxShards} - 1);
  BOOST_TEST(shard.first_from(GameNumber{3'999'900'000}) == 3'999'999'999U);
  BOOST_TEST(shard.count_of(4'000'000'000) == 4'000'000'000U / kMaxShards);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
