#include "tournaments/analysis/analysis.h"

#include <boost/test/unit_test.hpp>

#include "protocol/position_line.h"
#include "protocol/ruleset_json.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(analysis)

namespace {

TurnOpinion turn_of(const std::string& played, int points, const std::string& best,
                    std::optional<int> best_points, std::vector<std::string> infos = {}) {
  TurnOpinion turn{
      .turn = 1, .seat = Seat{0}, .played = played, .points = points, .opinion = {}, .is_same = false};
  turn.opinion.move = best;
  turn.opinion.points = best_points;
  turn.opinion.infos = std::move(infos);
  return turn;
}

BOOST_AUTO_TEST_CASE(a_score_is_that_of_the_last_line_whose_pv_begins_with_the_move) {
  const std::vector<std::string> infos = {"depth 1 score 3 pv 5d.CAT g5.TO",
                                          "score 4.5 pv 5d.DOG 5d.CAT",
                                          "depth 2 pv 5d.CAT pass score -2.25",
                                          "string score 9 pv 5d.CAT",
                                          "score 7",
                                          "score nan pv 5d.CAT",
                                          "score inf pv 5d.CAT",
                                          "score 1x pv 5d.CAT"};
  BOOST_TEST(score_told(infos, "5d.CAT").value() == -2.25);
  BOOST_TEST(score_told(infos, "5d.DOG").value() == 4.5);
  BOOST_TEST(!score_told(infos, "g5.TO"));
  BOOST_TEST(!score_told(infos, "pass"));
  BOOST_TEST(!score_told({}, "5d.CAT"));
}

BOOST_AUTO_TEST_CASE(a_play_of_one_tile_is_the_same_whichever_way_it_is_written) {
  const Ruleset rules = shipped_ruleset("hasbro").value();
  const auto position = parse_position(
      "board "
      "..................../..................../..................../..................../"
      "........1A........../"
      "..........1O......../..................../..................../..................../"
      ".................... rack T",
      rules, UnknownKeys::refuse);
  BOOST_REQUIRE(position);
  const auto same = [&](const std::string& one, const std::string& other) {
    return is_same_move(one, other, position.value().board, rules.alphabet());
  };
  BOOST_TEST(same("5e.AT", "f5.TO"));
  BOOST_TEST(same("pass", "pass"));
  BOOST_TEST(!same("5e.AT", "5e.AN"));
  BOOST_TEST(!same("5e.AT", "f5.TOT"));
  BOOST_TEST(!same("pass", "5e.AT"));
  BOOST_TEST(!same("nonsense", "5e.AT"));
}

BOOST_AUTO_TEST_CASE(what_is_lost_is_known_where_both_moves_are) {
  BOOST_TEST(turn_of("5d.CAT", 6, "5d.CATS", 8).points_lost().value() == 2);
  BOOST_TEST(turn_of("5d.CATS", 8, "pass", 0).points_lost().value() == -8);
  BOOST_TEST(!turn_of("5d.CAT", 6, "5d.XYZ", std::nullopt).points_lost());
  BOOST_TEST(!turn_of("accept", 0, "challenge", 0).points_lost());
  const std::vector<std::string> infos = {"score 5 pv 5d.CAT", "score 6.5 pv 5d.CATS"};
  BOOST_TEST(turn_of("5d.CAT", 6, "5d.CATS", 8, infos).score_lost().value() == 1.5);
  BOOST_TEST(!turn_of("pass", 0, "5d.CATS", 8, infos).score_lost());
}

BOOST_AUTO_TEST_CASE(the_lines_that_are_kept_tell_the_same_loss) {
  TurnOpinion turn = turn_of(
      "5d.CAT", 6, "5d.CATS", 8,
      {"score 9 pv 5d.CATS", "score 5 pv 5d.CAT", "score 6.5 pv 5d.CATS", "score 1 pv pass", "depth 3"});
  turn.keep_telling_infos();
  const std::vector<std::string> kept = {"score 5 pv 5d.CAT", "score 6.5 pv 5d.CATS", "depth 3"};
  BOOST_TEST(turn.opinion.infos == kept, boost::test_tools::per_element());
  BOOST_TEST(turn.score_lost().value() == 1.5);
  TurnOpinion silent = turn_of("5d.CAT", 6, "5d.CATS", 8);
  silent.keep_telling_infos();
  BOOST_TEST(silent.opinion.infos.empty());
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
