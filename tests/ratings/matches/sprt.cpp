#include "ratings/matches/sprt.h"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "tests/ratings/matches/simulated_pairs.h"
#include "tests/tier.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(sprt)

namespace {

// Pairs in which luck cancels out, pairs of independent games, and pairs that mostly go to one side.
constexpr Pentashares kCancelling{.17, .01, .64, .01, .17}, kIndependent{.245, .01, .49, .01, .245},
    kOneSided{.33, .015, .31, .015, .33};

const Pentanomial kMatches[] = {{{170, 10, 630, 12, 178}}, {{33, 2, 30, 1, 34}}, {{1, 1, 1, 1, 1}},
                                {{13, 37, 50, 25, 3}},     {{2, 1, 47, 3, 47}},  {{900, 40, 3, 2, 1}}};

double expected(double elo) {
  return 1 / (1 + std::pow(10.0, -elo / 400));
}

double effect_of(const Pentashares& shares) {
  return (mean_score(shares) - 0.5) / std::sqrt(pair_variance(shares));
}

Sprt test_of(EloModel model, double elo0, double elo1, ErrorRates rates = {}) {
  return Sprt::make({model, elo0, elo1, rates}).value();
}

void check_near(double a, double b, double tolerance) {
  BOOST_TEST(std::abs(a - b) <= tolerance * (1 + std::abs(b)), a << " should be " << b);
}

// A public instance of fishtest's software shows these ratios for these counts.
BOOST_AUTO_TEST_CASE(a_published_ratio_is_found_again) {
  const Pentanomial match{{13, 37, 50, 25, 3}};
  check_near(test_of(EloModel::normalized, 0, 4).llr(match), -0.54912, 5e-6);
  check_near(test_of(EloModel::logistic, 0, 2.716).llr(match), -0.53772, 5e-5);
}

BOOST_AUTO_TEST_CASE(the_ratio_of_unpaired_games_has_a_closed_form) {
  const auto fit = [](double lost, double tied, double won, double score) {
    // It solves won / w + lost / (w - d) = 2 tied / (1 + d - 2 w), where d = w - l.
    const double d = 2 * score - 1, n = lost + tied + won;
    const double b = (won + lost) * (1 + d) + 2 * d * (won + tied);
    const double w = (b + std::sqrt(b * b - 8 * n * won * d * (1 + d))) / (4 * n);
    return won * std::log(w) + lost * std::log(w - d) + tied * std::log(1 + d - 2 * w);
  };
  for (const Trinomial& games :
       {Trinomial{{300, 40, 360}}, Trinomial{{1, 2, 9}}, Trinomial{{70'000, 9'000, 1'000}}}) {
    const double lost = double(games.counts[0]), tied = double(games.counts[1]),
                 won = double(games.counts[2]);
    const double llr = fit(lost, tied, won, expected(25)) - fit(lost, tied, won, expected(-10));
    check_near(test_of(EloModel::logistic, -10, 25).llr(games), llr, 1e-9);
  }
}

BOOST_AUTO_TEST_CASE(a_million_pairs_lose_nothing) {
  const Pentanomial match{{170, 10, 630, 12, 178}};
  Pentanomial many = match;
  for (auto& count : many.counts) count *= 1000;
  for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
    const Sprt test = test_of(model, 0.5, 2);
    BOOST_TEST(std::abs(test.llr(many) - 1000 * test.llr(match)) < 1e-6);
    // The ratios of neighbouring hypotheses add up.
    const double parts = test_of(model, 0.5, 1.1).llr(many) + test_of(model, 1.1, 2).llr(many);
    BOOST_TEST(std::abs(test.llr(many) - parts) < 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(an_outcome_never_seen_counts_as_a_thousandth) {
  Pentanomial rare{{999'000, 1, 1'000'000, 1, 1'001'000}};
  const Pentanomial unseen{{999, 0, 1000, 0, 1001}};
  for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
    const Sprt test = test_of(model, 0, 8);
    check_near(test.llr(unseen), test.llr(rare) / 1000, 1e-9);
  }
}

BOOST_AUTO_TEST_CASE(swapping_sides_and_hypotheses_changes_the_sign) {
  for (const Pentanomial& match : kMatches) {
    for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
      const double ours = test_of(model, -3, 12).llr(match),
                   theirs = test_of(model, -12, 3).llr(match.swapped());
      check_near(theirs, -ours, 1e-9);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_better_pair_is_more_for_h1) {
  for (const EloModel model : {EloModel::logistic, EloModel::normalized}) {
    const Sprt test = test_of(model, 0, 10);
    for (std::size_t worse = 0; worse < 4; ++worse) {
      Pentanomial low{{170, 10, 630, 12, 178}}, high = low;
      ++low.counts[worse];
      ++high.counts[worse + 1];
      BOOST_TEST(test.llr(low) < test.llr(high));
    }
  }
}

BOOST_AUTO_TEST_CASE(at_the_model_s_own_elo_the_fit_is_perfect) {
  for (const Pentashares& shares : {kCancelling, kOneSided}) {
    const Pentashares truth = tilted(shares, expected(30), mean_score);
    Pentanomial match;
    for (int i = 0; i < 5; ++i) match.counts[i] = std::uint64_t(std::llround(truth[i] * 1e9));
    const MatchEstimate seen = estimate(match);
    for (const double distance : {-4.0, 4.0}) {
      const double low = std::min(distance, 0.0), high = std::max(distance, 0.0);
      for (const auto& [model, elo] : {std::pair(EloModel::logistic, seen.elo.elo),
                                       std::pair(EloModel::normalized, seen.normalized.elo)}) {
        const double llr = test_of(model, elo + low, elo + high).llr(match);
        BOOST_TEST((distance > 0 ? llr < 0 : llr > 0));
        check_near(test_of(model, elo - 4, elo + 4).llr(match) / llr, 0, 0.02);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(extreme_results_have_finite_ratios) {
  const Pentanomial table[] = {{{0, 0, 0, 0, 1}},         {{1, 0, 0, 0, 0}},
                               {{0, 0, 1'000'000, 0, 0}}, {{0, 0, 0, 0, 1'000'000}},
                               {{0, 1'000'000, 0, 0, 0}}, {{500'000, 0, 0, 0, 500'000}}};
  for (const Pentanomial& match : table) {
    BOOST_TEST(std::isfinite(test_of(EloModel::logistic, -1000, 1000).llr(match)));
    BOOST_TEST(std::isfinite(test_of(EloModel::normalized, -300, 300).llr(match)));
    BOOST_TEST(std::isfinite(test_of(EloModel::normalized, 0, 1e-3).llr(match)));
  }
  BOOST_TEST(test_of(EloModel::logistic, 0, 30).llr(Pentanomial{}) == 0);
  BOOST_TEST(test_of(EloModel::normalized, 0, 30).llr(Trinomial{}) == 0);
}

BOOST_AUTO_TEST_CASE(the_bounds_are_wald_s_and_end_the_test) {
  const Sprt test = test_of(EloModel::logistic, 0, 10, {0.05, 0.1});
  BOOST_TEST(std::abs(test.bounds().lower - std::log(0.1 / 0.95)) < 1e-12);
  BOOST_TEST(std::abs(test.bounds().upper - std::log(0.9 / 0.05)) < 1e-12);
  const LlrBounds bounds{-2, 3};
  BOOST_TEST((state_at(-1.999, bounds) == SequentialState::proceed));
  BOOST_TEST((state_at(2.999, bounds) == SequentialState::proceed));
  BOOST_TEST((state_at(-2, bounds) == SequentialState::accept_h0));
  BOOST_TEST((state_at(3, bounds) == SequentialState::accept_h1));
  BOOST_TEST((test.state(Pentanomial{}) == SequentialState::proceed));
  BOOST_TEST((test.state(Pentanomial{{100, 0, 600, 0, 300}}) == SequentialState::accept_h1));
  BOOST_TEST((test.state(Trinomial{{900, 0, 300}}) == SequentialState::accept_h0));
}

BOOST_AUTO_TEST_CASE(parameters_out_of_range_are_refused_in_a_sentence) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const struct {
    SprtParameters parameters;
    std::string says;
  } table[] = {
      {{EloModel::logistic, 10, 10, {}}, "elo1 is 10 and elo0 is 10: elo1 must be the higher of the two"},
      {{EloModel::logistic, 10, 5, {}}, "elo1 is 5 and elo0 is 10"},
      {{EloModel::logistic, -1001, 5, {}}, "elo0 is -1001: a difference in logistic Elo from -1000 to 1000"},
      {{EloModel::normalized, 0, 301, {}}, "elo1 is 301: a difference in normalized Elo from -300 to 300"},
      {{EloModel::logistic, 0, nan, {}}, "elo1 is nan"},
      {{EloModel::logistic, 0, 5, {0, 0.05}}, "alpha is 0: "},
      {{EloModel::logistic, 0, 5, {0.05, 0.5}}, "beta is 0.5: "},
      {{EloModel::logistic, 0, 5, {nan, 0.05}}, "alpha is nan"},
  };
  for (const auto& row : table) {
    const auto made = Sprt::make(row.parameters);
    BOOST_TEST_REQUIRE(!made);
    BOOST_TEST(made.error().message.starts_with(row.says), made.error().message);
  }
  BOOST_TEST(Sprt::make({EloModel::normalized, -300, 300, {0.001, 0.499}}).has_value());
}

struct Share {
  double of_h1 = 0, pairs = 0;
};

Share simulate(const Sprt& test, const Pentashares& truth, int repetitions, std::uint64_t seed) {
  SimulatedPairs chance(seed);
  Share share;
  for (int k = 0; k < repetitions; ++k) {
    Pentanomial results;
    SequentialState state = SequentialState::proceed;
    while (state == SequentialState::proceed) {
      chance.add_to(results, truth);
      state = test.state(results);
    }
    share.of_h1 += state == SequentialState::accept_h1 ? 1.0 / repetitions : 0;
    share.pairs += double(results.pairs()) / repetitions;
  }
  return share;
}

// The rate may be above what was asked by a tenth, because Wald's bounds are those of known distributions,
// and by four binomial standard errors. It may not be far below either: that would mean wrong bounds, too.
void check_rate(double rate, double asked, int repetitions) {
  const double error = std::sqrt(asked * (1 - asked) / repetitions);
  BOOST_TEST(rate < 1.1 * asked + 4 * error);
  BOOST_TEST(rate > 0.7 * asked - 4 * error);
}

BOOST_AUTO_TEST_CASE(simulated_logistic_tests_keep_their_error_rates) {
  const struct {
    Pentashares shares{};
    double elo0 = 0, elo1 = 0;
    ErrorRates rates;
  } table[] = {{kCancelling, 0, 50, {0.05, 0.05}},
               {kIndependent, 0, 50, {0.05, 0.1}},
               {kOneSided, -40, 40, {0.1, 0.05}},
               {kCancelling, 150, 210, {0.05, 0.05}}};
  const int repetitions = count_for(1000, 2500), in_the_middle = count_for(200, 500);
  const double more = more_chance(0.5, in_the_middle, 500);
  for (const auto& row : table) {
    const Sprt test = test_of(EloModel::logistic, row.elo0, row.elo1, row.rates);
    const auto at = [&](double elo, int times) {
      return simulate(test, tilted(row.shares, expected(elo), mean_score), times, 31);
    };
    const Share h0 = at(row.elo0, repetitions), h1 = at(row.elo1, repetitions);
    const Share middle = at((row.elo0 + row.elo1) / 2, in_the_middle);
    BOOST_TEST_MESSAGE("alpha " << h0.of_h1 << ", beta " << 1 - h1.of_h1 << "; pairs " << h0.pairs << ", "
                                << middle.pairs << ", " << h1.pairs);
    check_rate(h0.of_h1, row.rates.alpha, repetitions);
    check_rate(1 - h1.of_h1, row.rates.beta, repetitions);
    BOOST_TEST(middle.of_h1 > 0.35 - more);
    BOOST_TEST(middle.of_h1 < 0.65 + more);
    BOOST_TEST(middle.pairs > 1.2 * std::max(h0.pairs, h1.pairs));
  }
}

BOOST_AUTO_TEST_CASE(simulated_normalized_tests_keep_their_error_rates_and_take_as_long_whatever_the_pairs) {
  const double unit = std::numbers::sqrt2 * std::log(10.0) / 800;
  const int repetitions = count_for(300, 600);
  const Sprt test = test_of(EloModel::normalized, 0, 60);
  double shortest = 1e9, longest = 0;
  for (const Pentashares& shares : {kCancelling, kOneSided}) {
    const Share h0 = simulate(test, tilted(shares, 0, effect_of), repetitions, 7);
    const Share h1 = simulate(test, tilted(shares, 60 * unit, effect_of), repetitions, 8);
    BOOST_TEST_MESSAGE("alpha " << h0.of_h1 << ", beta " << 1 - h1.of_h1 << "; pairs " << h0.pairs << ", "
                                << h1.pairs);
    check_rate(h0.of_h1, 0.05, repetitions);
    check_rate(1 - h1.of_h1, 0.05, repetitions);
    shortest = std::min(shortest, h1.pairs);
    longest = std::max(longest, h1.pairs);
  }
  BOOST_TEST(longest < 1.15 * shortest);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
