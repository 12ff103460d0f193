#include "tournaments/formats/king.h"

#include "tests/tournaments/formats/meetings.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(king)

namespace {

BOOST_AUTO_TEST_CASE(who_beats_the_king_is_king) {
  const KingTerms terms{4, 2, 1};
  std::vector<MeetingResult> results;
  const auto play = [&](std::initializer_list<int> entrants, int winner) {
    const Meeting expected = meeting_of(entrants);
    const Meetings next = king_of_the_hill(terms, results).next;
    BOOST_TEST(next == Meetings{expected}, boost::test_tools::per_element());
    results.push_back(winner < 0 ? result_of_two(expected, 1, -50) : won_by(expected, winner));
  };
  play({0, 1}, -1);  // The match is level, so the king stays.
  play({0, 2}, 2);
  play({2, 3}, 2);
  play({2, 0}, 2);
  play({2, 1}, 1);
  play({1, 3}, 1);
  const KingOfTheHill hill = king_of_the_hill(terms, results);
  BOOST_TEST(hill.next.empty());
  BOOST_TEST(hill.king == 1);
  BOOST_TEST(hill.falls.size() == 2U);
  BOOST_TEST(hill.falls[1].challenge == 5);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
