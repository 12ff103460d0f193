#include "ratings/tables/certainty.h"

#include <boost/test/unit_test.hpp>
#include <numeric>

#include "tests/ratings/simulated_games.h"

BOOST_AUTO_TEST_SUITE(certainty)

namespace {

using namespace toptile;
using namespace toptile::simulated;

// The ranks that players may have by their true strengths; equals may have any of the ranks they share.
std::vector<RankRange> true_ranks(const std::vector<double>& truth) {
  std::vector<RankRange> ranks;
  for (const double strength : truth) {
    const auto above = std::ranges::count_if(truth, [&](double other) { return other > strength; });
    const auto level = std::ranges::count(truth, strength);
    ranks.push_back({static_cast<int>(above) + 1, static_cast<int>(above + level)});
  }
  return ranks;
}

}  // namespace

BOOST_AUTO_TEST_CASE(who_won_nearly_all_is_above_and_ranks_leave_the_others_open) {
  Games games;
  for (int pair = 0; pair < 60; ++pair) {
    for (const int other : {1, 2}) {
      games.push_back({0, other, pair % 10 == 0 ? 0.0 : 1.0, 3 * pair + other});
      games.push_back({other, 0, pair % 12 == 0 ? 1.0 : 0.0, 3 * pair + other});
    }
    games.push_back({1, 2, pair % 2 ? 1.0 : 0.0, 3 * pair});
    games.push_back({2, 1, pair % 3 ? 1.0 : 0.0, 3 * pair});
  }
  const Certainty certainty(fit_ratings(3, games, {}));
  BOOST_TEST(certainty.is_above(0, 1));
  BOOST_TEST(certainty.is_above(0, 2));
  BOOST_TEST(!certainty.is_above(1, 0));
  BOOST_TEST(!certainty.is_above(1, 2));
  BOOST_TEST(certainty.ranks()[0].best == 1);
  BOOST_TEST(certainty.ranks()[0].worst == 1);
  for (const int other : {1, 2}) {
    BOOST_TEST(certainty.ranks()[other].best == 2);
    BOOST_TEST(certainty.ranks()[other].worst == 3);
  }
}

BOOST_AUTO_TEST_CASE(pools_have_ranks_of_their_own) {
  Games games;
  for (int k = 0; k < 50; ++k) games.push_back({k % 2, 1 - k % 2, k % 2 == 0 ? 1.0 : 0.0, k});
  for (int k = 50; k < 60; ++k) games.push_back({2, 3, k % 2 == 0 ? 1.0 : 0.0, k});
  const Certainty certainty(fit_ratings(5, games, {}));
  BOOST_TEST(certainty.is_above(0, 1));
  BOOST_TEST(certainty.ranks()[1].best == 2);
  BOOST_TEST(certainty.ranks()[2].best == 1);
  BOOST_TEST(certainty.ranks()[2].worst == 2);
  BOOST_TEST(certainty.ranks()[4].worst == 1);
}

BOOST_AUTO_TEST_CASE(nobody_at_all_is_fine) {
  BOOST_TEST(Certainty(fit_ratings(0, Games{}, {})).ranks().empty());
}

// It tests all ranks of a field at once, for a small field and for a large one, which has its own rule.
BOOST_AUTO_TEST_CASE(all_ranks_hold_together_nineteen_times_in_twenty) {
  const std::vector<double> few{-200, -200, 0, 0, 0, 60, 60, 300};
  std::vector<double> many(std::size_t(kMaxCompared) + 4);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = 60.0 * double(i / 8);
  const struct {
    const std::vector<double>& truth;
    int pairs, repetitions;
  } table[] = {{few, 10, 400}, {many, 1, 30}};
  for (const auto& [truth, pairs, repetitions] : table) {
    Chance chance(5);
    const std::vector<RankRange> right = true_ranks(truth);
    int held = 0, open = 0;
    for (int k = 0; k < repetitions; ++k) {
      const Certainty certainty(fit_ratings(static_cast<int>(truth.size()),
                                            clustered_round_robin(truth, 30, pairs, 0.5, chance), {}));
      bool all_hold = true;
      for (std::size_t i = 0; i < truth.size(); ++i) {
        const RankRange& range = certainty.ranks()[i];
        all_hold &= range.best <= right[i].best && range.worst >= right[i].worst;
        open += range.worst - range.best;
      }
      held += all_hold;
    }
    BOOST_TEST_MESSAGE(truth.size() << " players: " << double(held) / repetitions);
    BOOST_TEST(held > 0.92 * repetitions);
    BOOST_TEST(open < 0.9 * repetitions * double(truth.size() * (truth.size() - 1)));
  }
}

BOOST_AUTO_TEST_SUITE_END()
