#include "engine/endgame_table.h"

#include <boost/test/unit_test.hpp>

namespace toptile {

BOOST_AUTO_TEST_SUITE(endgame_table)

namespace {

constexpr std::size_t kOnePair = 2 * sizeof(EndgameEntry);

EndgameEntry entry_of(std::uint64_t key, std::uint16_t width, int gain = 0) {
  EndgameEntry entry;
  entry.key = key;
  entry.width = width;
  entry.gain = gain;
  return entry;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_entry_is_found_as_it_was_stored) {
  EndgameTable table(1000 * kOnePair);
  EndgameEntry entry = entry_of(0xFFFF'FFFF'FFFF'FFFF, 3, -70'000);
  entry.bound = Bound::most;
  entry.move = 5012;
  table.store(entry);
  table.store(entry_of(0, 1, 12));
  const EndgameEntry* found = table.find(entry.key);
  BOOST_REQUIRE(found != nullptr);
  BOOST_TEST(found->gain == -70'000);
  BOOST_TEST(found->width == 3);
  BOOST_TEST(found->move == 5012U);
  BOOST_TEST((found->bound == Bound::most));
  BOOST_REQUIRE(table.find(0) != nullptr);
  BOOST_TEST(table.find(0)->gain == 12);
  BOOST_TEST((table.find(1) == nullptr));
}

BOOST_AUTO_TEST_CASE(the_wider_of_a_pair_stays_until_one_as_wide_comes) {
  EndgameTable table(kOnePair);
  table.store(entry_of(1, 5));
  table.store(entry_of(2, 3));
  table.store(entry_of(3, 4));  // It takes the place of 2.
  BOOST_TEST((table.find(1) != nullptr));
  BOOST_TEST((table.find(2) == nullptr));
  BOOST_TEST((table.find(3) != nullptr));
  table.store(entry_of(4, 5));  // 1 moves over to where 3 was.
  BOOST_TEST((table.find(4) != nullptr));
  BOOST_TEST((table.find(1) != nullptr));
  BOOST_TEST((table.find(3) == nullptr));
}

BOOST_AUTO_TEST_CASE(what_is_whole_is_not_written_over_by_an_estimate_of_the_same_position) {
  EndgameTable table(kOnePair);
  table.store(entry_of(1, 5, 10));
  table.store(entry_of(1, 4, 11));
  BOOST_TEST(table.find(1)->gain == 11);
  table.store(entry_of(1, EndgameEntry::kWhole, 12));
  table.store(entry_of(1, 60, 13));
  BOOST_TEST(table.find(1)->gain == 12);
  table.store(entry_of(1, EndgameEntry::kWhole, 14));
  BOOST_TEST(table.find(1)->gain == 14);
}

BOOST_AUTO_TEST_CASE(nothing_is_found_after_clearing_and_old_entries_count_for_nothing) {
  EndgameTable table(kOnePair);
  table.store(entry_of(1, EndgameEntry::kWhole));
  table.clear();
  BOOST_TEST((table.find(1) == nullptr));
  table.store(entry_of(2, 0));
  table.store(entry_of(3, 0));
  BOOST_TEST((table.find(2) != nullptr));
  BOOST_TEST((table.find(3) != nullptr));
}

BOOST_AUTO_TEST_CASE(a_table_without_room_finds_nothing) {
  for (const std::size_t bytes : {std::size_t{0}, kOnePair - 1}) {
    EndgameTable table(bytes);
    table.store(entry_of(1, 1));
    BOOST_TEST((table.find(1) == nullptr));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
