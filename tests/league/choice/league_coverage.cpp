// How often the intervals of a league hold whose games are chosen by results. The long tier plays enough to
// measure it; its messages are a table, as in docs/league_choice.md:
//   TOPTILE_LONG=1 tests_league --run_test=league_coverage --log_level=message
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <string>
#include <vector>

#include "tests/league/choice/rated_league.h"
#include "tests/tier.h"

BOOST_AUTO_TEST_SUITE(league_coverage)

namespace {

using namespace toptile;
using namespace toptile::simulated;

struct LeagueField {
  std::string name;
  std::function<double(Chance&, int)> strength;  // Elo.
};

struct Held {
  double held = 0, below = 0, all = 0;

  void add(const RatingEstimate& estimate, double truth) {
    held += covers(estimate, truth);
    below += truth < estimate.elo - estimate.error_low;
    all += 1;
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(intervals_hold_though_results_choose_the_games) {
  const LeagueField fields[] = {
      {"near equals (deviation 20)", [](Chance& chance, int) { return 20 * normal(chance); }},
      {"deviation 300", [](Chance& chance, int) { return 300 * normal(chance); }},
      {"uniform over 1200", [](Chance& chance, int) { return 1200 * chance.uniform(); }},
      {"ten families of five near copies",
       [](Chance& chance, int i) { return 100.0 * (i % 10) + 3 * normal(chance); }}};
  constexpr int kBots = 50;
  const int large = 150, repetitions = count_for(5, large);
  const std::vector<std::size_t> looks =
      is_long_tier() ? std::vector<std::size_t>{1000, 4000, 10'000} : std::vector<std::size_t>{1000, 3000};
  for (const LeagueField& field : fields) {
    std::vector<Held> all(looks.size());
    std::vector<std::array<Held, 3>> thirds(looks.size());  // By true strength, the strongest first.
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      Chance chance(static_cast<std::uint64_t>(1000 + repetition));
      std::vector<double> truth;
      for (int i = 0; i < kBots; ++i) truth.push_back(field.strength(chance, i));
      RatedLeague league(truth, 0.5, 30, static_cast<std::uint64_t>(5000 + repetition));
      ChoosingLeague choosing({}, 4, kBots);
      for (std::size_t look = 0; look < looks.size(); ++look) {
        while (league.games.size() < looks[look]) choosing.play_some(league);
        const Ratings ratings = league.rate(league.games.size());
        const double zero = league.zero(ratings);
        for (int i = 0; i < kBots; ++i) {
          const auto above = std::ranges::count_if(truth, [&](double elo) { return elo > truth[i]; });
          all[look].add(ratings.players[i], truth[i] - zero);
          thirds[look][std::size_t(3 * above / kBots)].add(ratings.players[i], truth[i] - zero);
        }
      }
    }
    for (std::size_t look = 0; look < looks.size(); ++look) {
      const double share = all[look].held / all[look].all;
      std::string of_thirds;
      for (const Held& third : thirds[look])
        of_thirds += fmt::format("{:.1f} % | ", 100 * third.held / third.all);
      BOOST_TEST_MESSAGE(fmt::format("| {} | {} | {:.1f} % | {}{:.1f} % |", field.name, looks[look],
                                     100 * share, of_thirds, 100 * all[look].below / all[look].all));
      BOOST_TEST_CONTEXT(field.name << " after " << looks[look] << ": " << share << "; " << of_thirds) {
        // The intervals of a league depend on each other: they are taken to be worth a fifth as many.
        const double more = more_chance(0.95, kBots / 5.0 * repetitions, kBots / 5.0 * large);
        BOOST_TEST(share > 0.93 - more);
        BOOST_TEST(share < std::min(0.98 + more, 0.999));
        for (const Held& third : thirds[look]) BOOST_TEST(third.held / third.all > 0.92 - 1.7 * more);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
