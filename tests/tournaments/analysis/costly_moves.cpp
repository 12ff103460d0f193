#include "tournaments/analysis/costly_moves.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(costly_moves)

namespace {

TurnOpinion lost(int turn, int points, std::vector<std::string> infos = {}) {
  TurnOpinion opinion{
      .turn = turn, .seat = Seat{0}, .played = "5d.CAT", .points = 0, .opinion = {}, .is_same = false};
  opinion.opinion.move = "5d.CATS";
  opinion.opinion.points = points;
  opinion.opinion.infos = std::move(infos);
  return opinion;
}

std::string text_of(std::vector<CostlyMove> moves) {
  std::string text;
  for (const CostlyMove& move : moves)
    text += std::to_string(move.game) + "." + std::to_string(move.turn.turn) + " ";
  return text;
}

BOOST_AUTO_TEST_CASE(the_costliest_come_first_and_of_equal_ones_the_earliest) {
  for (const auto& [most, expected] : {std::pair<std::size_t, std::string>{9, "2.1 1.4 1.5 2.3 3.1 1.1 "},
                                       {3, "2.1 1.4 1.5 "},
                                       {1, "2.1 "},
                                       {0, ""}}) {
    CostlyMoves moves(most, LossMeasure::points);
    for (const auto& [game, turn, points] :
         {std::tuple{3, 1, 7}, {1, 1, 2}, {2, 3, 7}, {1, 5, 7}, {2, 1, 9}, {1, 4, 7}, {1, 2, 0}, {1, 3, -5}})
      moves.add(GameNumber(game), "greedy", lost(turn, points));
    BOOST_TEST(moves.lossy() == 6);
    BOOST_TEST(text_of(moves.take()) == expected);
  }
}

BOOST_AUTO_TEST_CASE(a_move_whose_loss_is_unknown_is_not_listed) {
  CostlyMoves by_points(9, LossMeasure::points), by_score(9, LossMeasure::score);
  TurnOpinion illegal = lost(1, 5);
  illegal.opinion.points.reset();
  const TurnOpinion told = lost(2, 5, {"score 3 pv 5d.CAT", "score 3.5 pv 5d.CATS"});
  for (const TurnOpinion& turn : {illegal, told, lost(3, 6, {"score 3 pv 5d.CATS"})}) {
    by_points.add(GameNumber{1}, "greedy", turn);
    by_score.add(GameNumber{1}, "greedy", turn);
  }
  BOOST_TEST(text_of(by_points.take()) == "1.3 1.2 ");
  BOOST_TEST(text_of(by_score.take()) == "1.2 ");
}

BOOST_AUTO_TEST_CASE(totals_count_what_is_known) {
  LossTotal total;
  TurnOpinion illegal = lost(1, 5);
  illegal.opinion.points.reset();
  illegal.opinion.refusal = "apart";
  TurnOpinion same = lost(2, 0);
  same.is_same = true;
  for (const TurnOpinion& turn :
       {illegal, same, lost(3, 5, {"score 3 pv 5d.CAT", "score 3.5 pv 5d.CATS"}), lost(4, -2)})
    total.add(turn);
  BOOST_TEST(total.turns == 4);
  BOOST_TEST(total.same == 1);
  BOOST_TEST(total.illegal == 1);
  BOOST_TEST(total.points_lost == 3);
  BOOST_TEST(total.turns_with_points == 3);
  BOOST_TEST(total.score_lost == 0.5);
  BOOST_TEST(total.turns_with_score == 1);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
