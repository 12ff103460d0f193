#include "tournaments/formats/knock_out.h"

#include <set>

#include "tests/tournaments/formats/meetings.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(knock_out_matches)

namespace {

BOOST_AUTO_TEST_CASE(the_first_of_the_plan_meet_late) {
  std::vector<MeetingResult> results;
  BOOST_TEST(knock_out({8, 1}, results).next == meetings_of({{0, 7}, {3, 4}, {1, 6}, {2, 5}}),
             boost::test_tools::per_element());
  append(results, as_ranked(knock_out({8, 1}, results).next));
  BOOST_TEST(knock_out({8, 1}, results).next == meetings_of({{0, 3}, {1, 2}}),
             boost::test_tools::per_element());
  append(results, as_ranked(knock_out({8, 1}, results).next));
  BOOST_TEST(knock_out({8, 1}, results).next == meetings_of({{0, 1}}), boost::test_tools::per_element());
  append(results, as_ranked(knock_out({8, 1}, results).next));
  const KnockOut told = knock_out({8, 1}, results);
  BOOST_TEST(told.next.empty());
  BOOST_TEST(told.champion.value() == 0);
  BOOST_TEST(told.exits.size() == 7U);
  BOOST_TEST(told.exits.back().entrant == 1);
  BOOST_TEST(told.exits.back().round == 3);
}

BOOST_AUTO_TEST_CASE(byes_are_the_first_ones_and_everybody_but_one_goes_out_once) {
  Random random(3);
  for (int entrants = 2; entrants <= kMaxEntrants; ++entrants) {
    std::vector<MeetingResult> results;
    KnockOut told = knock_out({entrants, 2}, results);
    std::set<int> seen;
    for (const Meeting& meeting : told.next) seen.insert({meeting.entrants[0], meeting.entrants[1]});
    const int byes = entrants - static_cast<int>(seen.size());
    for (const int entrant : seen) BOOST_TEST(entrant >= byes);
    while (!told.next.empty()) {
      append(results, by_chance(told.next, random));
      told = knock_out({entrants, 2}, results);
    }
    std::set<int> out;
    for (const KnockOut::Exit& exit : told.exits) BOOST_TEST(out.insert(exit.entrant).second);
    BOOST_TEST(out.size() == static_cast<std::size_t>(entrants - 1));
    BOOST_TEST(!out.contains(told.champion.value()));
  }
}

BOOST_AUTO_TEST_CASE(a_level_match_goes_on_by_pairs_and_is_decided_in_the_end) {
  std::vector<MeetingResult> results = {result_of_two(meeting_of({0, 3}), 1, 0),
                                        result_of_two(meeting_of({1, 2}), 2, 50)};
  BOOST_TEST(knock_out({4, 1}, results).next == meetings_of({{0, 3}}), boost::test_tools::per_element());
  results.push_back(result_of_two(meeting_of({0, 3}), 0.5, 0));
  BOOST_TEST(knock_out({4, 1}, results).exits.front().entrant == 0);

  for (const int spread : {-1, 0, 1}) {
    std::vector<MeetingResult> level;
    for (int pair = 0; pair < 11; ++pair) {
      BOOST_TEST(knock_out({2, 1}, level).next == meetings_of({{0, 1}}), boost::test_tools::per_element());
      level.push_back(result_of_two(meeting_of({0, 1}), 1, pair == 4 ? spread : 0));
    }
    BOOST_TEST(knock_out({2, 1}, level).champion.value() == (spread < 0 ? 1 : 0));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
