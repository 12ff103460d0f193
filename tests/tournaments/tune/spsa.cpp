#include "tournaments/tune/spsa.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

namespace toptile {
BOOST_AUTO_TEST_SUITE(spsa)

namespace {

SpsaTerms terms_of(std::vector<TunedOption> options, int pairs, std::uint64_t seed = 1) {
  return {std::move(options), pairs, 4, usual_rate(pairs), seed};
}

const TunedOption kWhole = {"Depth", 20, 0, 100, 10, true};
const TunedOption kReal = {"Scale", 0.2, 0, 1, 0.1, false};

// The bot whose option is nearer to its best value is stronger: a difference of the whole range is worth this
// many Elo at the edge.
constexpr double kElo = 600;

double strength(const SpsaTerms& terms, const std::vector<double>& values, const std::vector<double>& best) {
  double elo = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double off = (values[i] - best[i]) / (terms.options[i].most - terms.options[i].least);
    elo -= kElo * off * off;
  }
  return elo;
}

// Plays the whole tuning with games that are won by chance; `elo_of` says how strong values are.
Spsa tuned(const SpsaTerms& terms, const auto& elo_of) {
  Spsa spsa(terms);
  std::mt19937_64 random(terms.seed);
  std::uniform_real_distribution<double> uniform;
  while (!spsa.is_over()) {
    const TwoSides sides = spsa.next();
    const double elo = elo_of(sides.plus) - elo_of(sides.minus);
    const double chance = 1 / (1 + std::pow(10, -elo / 400));
    double score = 0;
    for (int game = 0; game < 2 * sides.pairs; ++game) score += uniform(random) < chance ? 1 : -1;
    spsa.take(score);
  }
  return spsa;
}

BOOST_AUTO_TEST_CASE(it_finds_the_best_values_from_any_seed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const SpsaTerms terms = terms_of({kWhole, kReal}, 20'000, seed);
    const Spsa end = tuned(terms, [&](const auto& values) { return strength(terms, values, {70, 0.8}); });
    BOOST_TEST(end.values()[0] == 70, boost::test_tools::tolerance(0.2));
    BOOST_TEST(end.values()[1] == 0.8, boost::test_tools::tolerance(0.2));
  }
}

// The hard case: few pairs, twelve options, and only two of them matter.
BOOST_AUTO_TEST_CASE(among_idle_options_those_that_matter_gain_strength_on_average) {
  constexpr int kSeeds = 200;
  double gain = 0, squares = 0, idle_squares = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const SpsaTerms terms =
        terms_of(std::vector<TunedOption>(12, {"Option", 50, 0, 100, 5, false}), 1000, seed);
    // Each of the two is 37.5 Elo better at 75.
    const auto elo_of = [&](const std::vector<double>& all) {
      return strength(terms, {all[3], all[7]}, {75, 75});
    };
    const Spsa end = tuned(terms, elo_of);
    const double one = elo_of(end.values()) - elo_of(std::vector<double>(12, 50));
    gain += one / kSeeds;
    squares += one * one / kSeeds;
    idle_squares += std::pow(end.values()[0] - 50, 2) / kSeeds;
  }
  const double error = std::sqrt((squares - gain * gain) / kSeeds);
  BOOST_TEST_MESSAGE("gain " << gain << " of 75 Elo, standard error " << error << ", idle options moved by "
                             << std::sqrt(idle_squares));
  BOOST_TEST(gain > 5 * error);
  // What does not matter moves by noise alone, about half of its last step.
  BOOST_TEST(std::sqrt(idle_squares) < 7.5);
}

BOOST_AUTO_TEST_CASE(where_nothing_matters_it_stays_near_its_start) {
  double squares = 0;
  constexpr int kSeeds = 200;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Spsa spsa =
        tuned(terms_of({{"Idle", 50, 0, 100, 5, false}}, 2000, seed), [](const auto&) { return 0.0; });
    squares += std::pow(spsa.values()[0] - 50, 2);
  }
  // The usual rate promises a move of about half of the last step, which is 5; early steps are greater.
  const double mean_move = std::sqrt(squares / kSeeds);
  BOOST_TEST(mean_move > 1.5);
  BOOST_TEST(mean_move < 7.5);
}

BOOST_AUTO_TEST_CASE(the_same_scores_give_the_same_values_and_another_seed_others) {
  const auto after = [](std::uint64_t seed) {
    Spsa spsa(terms_of({kWhole, kReal}, 100, seed));
    for (const double score : {2.0, -1.0, 0.5}) spsa.take(score);
    const TwoSides sides = spsa.next();
    return std::tuple(spsa.values(), sides.plus, sides.minus);
  };
  BOOST_TEST((after(1) == after(1)));
  BOOST_TEST((after(1) != after(2)));
}

BOOST_AUTO_TEST_CASE(steps_and_rates_are_those_of_the_formulas) {
  const SpsaTerms terms = terms_of({kReal}, 1000);
  Spsa spsa(terms);
  BOOST_TEST(spsa.step_of(0) == 0.1 * std::pow(1000, 0.101), boost::test_tools::tolerance(1e-9));
  const double before = spsa.values()[0];
  const bool is_up = spsa.next().plus[0] > spsa.next().minus[0];
  spsa.take(3);
  const double rate = usual_rate(1000) * std::pow(1100.0 / 101, 0.602) / std::pow(1000, 0.202);
  const double pull = rate * 0.1 * std::pow(1000, 0.101) * 3;
  BOOST_TEST(spsa.values()[0] == before + (is_up ? pull : -pull), boost::test_tools::tolerance(1e-9));
  while (!spsa.is_over()) spsa.take(0);
  BOOST_TEST(spsa.pairs_played() == 1000);
}

BOOST_AUTO_TEST_CASE(sides_stay_within_their_limits_and_whole_numbers_are_right_on_average) {
  double sum = 0;
  int both = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    SpsaTerms terms = terms_of({{"A", 10.25, 0, 100, 1, true}, {"B", 0.5, 0, 100, 90, true}}, 1, seed);
    terms.batch = 1;
    const TwoSides sides = Spsa(terms).next();
    for (const std::vector<double>& side : {sides.plus, sides.minus}) {
      for (const double value : side) {
        BOOST_REQUIRE(value == std::trunc(value));
        BOOST_REQUIRE(value >= 0);
        BOOST_REQUIRE(value <= 100);
      }
      sum += side[0];
      ++both;
    }
  }
  BOOST_TEST(sum / both == 10.25, boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_CASE(wrong_terms_are_told) {
  const auto fault_of = [](auto change) {
    SpsaTerms terms = terms_of({kWhole}, 100);
    change(terms);
    const auto checked = check_terms(terms);
    return checked ? std::string() : checked.error().message;
  };
  BOOST_TEST(fault_of([](SpsaTerms&) {}).empty());
  BOOST_TEST(fault_of([](SpsaTerms& terms) { terms.options.clear(); }) == "name an option to tune");
  BOOST_TEST(fault_of([](SpsaTerms& terms) { terms.options[0].start = 101; }) ==
             "option Depth: start 101 is not between min 0 and max 100");
  BOOST_TEST(fault_of([](SpsaTerms& terms) { terms.options[0].most = 0; }) ==
             "option Depth: min 0 must be below max 0");
  BOOST_TEST(fault_of([](SpsaTerms& terms) {
               terms.options[0].last_step = 0;
             }).find("step 0 is out of range") != std::string::npos);
  BOOST_TEST(fault_of([](SpsaTerms& terms) { terms.options[0].least = 0.5; }).find("whole numbers") !=
             std::string::npos);
  BOOST_TEST(fault_of([](SpsaTerms& terms) { terms.options.push_back(kWhole); }) ==
             "option Depth: it is named twice");
  BOOST_TEST(fault_of([](SpsaTerms& terms) { terms.pairs = 0; }).find("out of range") != std::string::npos);
  BOOST_TEST(fault_of([](SpsaTerms& terms) { terms.batch = 101; }).find("out of range") != std::string::npos);
  BOOST_TEST(fault_of([](SpsaTerms& terms) { terms.last_rate = 0; }).find("out of range") !=
             std::string::npos);
  BOOST_TEST(fault_of([](SpsaTerms& terms) {
               terms.options[0].start = std::nan("");
             }).find("a number is expected") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_json_is_read_as_it_was_written) {
  const SpsaTerms terms = terms_of({kWhole, kReal}, 100, 1ull << 63);
  const auto read = spsa_terms_from_json(spsa_terms_to_json(terms), "terms");
  BOOST_REQUIRE(read);
  BOOST_TEST((read.value() == terms));
  Json wrong = spsa_terms_to_json(terms);
  wrong["options"][0]["start"] = 1000;
  BOOST_TEST(!spsa_terms_from_json(wrong, "terms"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
