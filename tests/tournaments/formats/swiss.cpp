#include "tournaments/formats/swiss.h"

#include <map>
#include <set>

#include "tests/tournaments/formats/meetings.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(swiss)

namespace {

BOOST_AUTO_TEST_CASE(neighbours_meet_and_then_equals) {
  const SwissTerms terms{8, 3, 1};
  std::vector<MeetingResult> results;
  BOOST_TEST(next_swiss_round(terms, results) == meetings_of({{0, 1}, {2, 3}, {4, 5}, {6, 7}}),
             boost::test_tools::per_element());
  append(results, as_ranked(next_swiss_round(terms, results)));
  BOOST_TEST(next_swiss_round(terms, results) == meetings_of({{0, 2}, {4, 6}, {1, 3}, {5, 7}}),
             boost::test_tools::per_element());
  append(results, as_ranked(next_swiss_round(terms, results)));
  // 0 and 4 have 4 points; 1, 2, 5 and 6 have two. 2 has met 0, and 1 has met 0 and 3.
  BOOST_TEST(next_swiss_round(terms, results) == meetings_of({{0, 4}, {1, 2}, {5, 6}, {3, 7}}),
             boost::test_tools::per_element());
  append(results, as_ranked(next_swiss_round(terms, results)));
  BOOST_TEST(next_swiss_round(terms, results).empty());
  const auto standings = swiss_standings(terms, results);
  BOOST_TEST(standings.front().entrant == 0);
  BOOST_TEST(standings.front().points == 6);
  BOOST_TEST(standings.front().buchholz == 4 + 2 + 4);  // The points of 1, 2 and 4.
}

BOOST_AUTO_TEST_CASE(everyone_plays_once_a_round_and_nobody_again_while_that_can_be) {
  Random random(1);
  for (int entrants = 2; entrants <= kMaxEntrants; ++entrants) {
    const int most_rounds = entrants % 2 == 0 ? entrants - 1 : entrants;
    const SwissTerms terms{entrants, std::min(most_rounds, 9), 2};
    std::vector<MeetingResult> results;
    std::set<std::pair<int, int>> met;
    std::vector<int> byes(static_cast<std::size_t>(entrants));
    for (int round = 0; round < terms.rounds; ++round) {
      const Meetings meetings = next_swiss_round(terms, results);
      BOOST_REQUIRE(meetings.size() == static_cast<std::size_t>(entrants / 2 * terms.sets));
      std::set<int> seen;
      for (int match = 0; match < entrants / 2; ++match) {
        const Meeting meeting = meetings[static_cast<std::size_t>(match)];
        BOOST_REQUIRE(meetings[static_cast<std::size_t>(match + entrants / 2)] == meeting);
        BOOST_REQUIRE(seen.insert(meeting.entrants[0]).second);
        BOOST_REQUIRE(seen.insert(meeting.entrants[1]).second);
        const bool is_new = met.insert(std::minmax(meeting.entrants[0], meeting.entrants[1])).second;
        // Up to half of all possible rounds, no rematch is needed: each may still meet half of the others.
        BOOST_TEST((is_new || round >= entrants / 2), entrants << " in round " << round);
      }
      for (int entrant = 0; entrant < entrants; ++entrant)
        byes[static_cast<std::size_t>(entrant)] += !seen.contains(entrant);
      append(results, by_chance(meetings, random));
    }
    BOOST_TEST(*std::ranges::max_element(byes) - *std::ranges::min_element(byes) <= 1);
  }
}

// A slow search finds the fewest rematches that a round can have.
BOOST_AUTO_TEST_CASE(a_round_has_as_few_rematches_as_can_be) {
  Random random(2);
  for (int trial = 0; trial < 60; ++trial) {
    const int entrants = 2 + 2 * static_cast<int>(random.below(3));
    const SwissTerms terms{entrants, 12, 1};
    std::vector<MeetingResult> results;
    std::map<std::pair<int, int>, int> met;
    for (int round = 0; round < terms.rounds; ++round) {
      const Meetings meetings = next_swiss_round(terms, results);
      const auto rematches = [&](const Meetings& of) {
        return std::ranges::count_if(
            of, [&](const Meeting& m) { return met[std::minmax(m.entrants[0], m.entrants[1])] > 0; });
      };
      std::vector<int> order(static_cast<std::size_t>(entrants));
      for (int i = 0; i < entrants; ++i) order[static_cast<std::size_t>(i)] = i;
      long fewest = entrants;
      do {
        Meetings other;
        for (std::size_t i = 0; i < order.size(); i += 2)
          other.push_back({Entrant{order[i]}, Entrant{order[i + 1]}});
        fewest = std::min<long>(fewest, rematches(other));
      } while (std::ranges::next_permutation(order).found);
      BOOST_REQUIRE(rematches(meetings) == fewest);
      for (const Meeting& m : meetings) ++met[std::minmax(m.entrants[0], m.entrants[1])];
      append(results, by_chance(meetings, random));
    }
  }
}

BOOST_AUTO_TEST_CASE(who_is_met_twice_counts_twice_among_opponents) {
  // In three rounds of two entrants, there is no other choice.
  const SwissTerms terms{2, 3, 1};
  std::vector<MeetingResult> results;
  for (int round = 0; round < 3; ++round) append(results, as_ranked(next_swiss_round(terms, results)));
  const auto standings = swiss_standings(terms, results);
  BOOST_TEST(standings[0].points == 6);
  BOOST_TEST(standings[0].buchholz == 3 * 0);
  BOOST_TEST(standings[1].points == 0);
  BOOST_TEST(standings[1].buchholz == 3 * 6);
}

BOOST_AUTO_TEST_CASE(a_bye_is_worth_a_won_match_and_goes_to_the_last_first) {
  const SwissTerms terms{3, 3, 2};
  std::vector<MeetingResult> results;
  BOOST_TEST(next_swiss_round(terms, results) == meetings_of({{0, 1}, {0, 1}}),
             boost::test_tools::per_element());
  append(results, as_ranked(next_swiss_round(terms, results)));
  BOOST_TEST(swiss_standings(terms, results)[1].entrant == 2);
  BOOST_TEST(swiss_standings(terms, results)[1].points == 4);
  BOOST_TEST(next_swiss_round(terms, results) == meetings_of({{0, 2}, {0, 2}}),
             boost::test_tools::per_element());
  append(results, as_ranked(next_swiss_round(terms, results)));
  BOOST_TEST(next_swiss_round(terms, results) == meetings_of({{1, 2}, {1, 2}}),
             boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
