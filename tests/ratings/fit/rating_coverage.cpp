// How often the stated intervals contain the truth; the long tier plays many times more. In some minutes,
// this prints the table of docs/ratings_method.md:
//   tests_tournaments --run_test=coverage_table --log_level=message
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "ratings/fit/ratings.h"
#include "tests/ratings/wide_fields.h"
#include "tests/tier.h"

namespace {

using namespace toptile;
using namespace toptile::simulated;

constexpr double kAdvantage = 30;

const std::vector<double> kEven{-210, -150, -90, -30, 30, 90, 150, 210};
const std::vector<double> kShipped{727, 577, 240, -532, -1013};
const std::vector<double> kChampion{1200, 0, 0, 0, 0, 0, 0, 0};
const std::vector<double> kNewcomer{0, 50, 100, -50, -100, 30, 0};

struct Setting {
  const char* field;
  const std::vector<double>* truth;
  int seats;
  int clusters;   // The number between each two players; for games of three and four, the number in all.
  double shared;  // How often the games of a cluster have the same luck.
  std::vector<int> anchors = {};  // Players whose true ratings are held.
};

class Count {
 public:
  void add(bool is_covered) {
    covered_ += is_covered;
    ++all_;
  }
  double share() const { return double(covered_) / all_; }
  int all() const { return all_; }
  bool is_empty() const { return all_ == 0; }

 private:
  int covered_ = 0, all_ = 0;
};

struct Coverage {
  std::vector<Count> players;
  Count first_seat, neighbours, superior;
  int groups = 0;

  double share() const {
    double covered = 0, all = 0;
    for (const Count& count : players) {
      covered += count.is_empty() ? 0 : count.share() * count.all();
      all += count.all();
    }
    return covered / all;
  }
  double lowest() const {
    return extreme(1, [](double a, double b) { return std::min(a, b); });
  }
  double highest() const {
    return extreme(0, [](double a, double b) { return std::max(a, b); });
  }
  double extreme(double start, double (*better)(double, double)) const {
    for (const Count& count : players)
      if (!count.is_empty()) start = better(start, count.share());
    return start;
  }
};

// Six players who met often, and one who met two of them in one pair each.
Games with_newcomer(int pairs, double shared, Chance& chance) {
  const std::vector<double> veterans(kNewcomer.begin() + 1, kNewcomer.end());
  Games games = clustered_round_robin(veterans, kAdvantage, pairs, shared, chance);
  for (ScoredGame& game : games) {
    ++game.first;
    ++game.second;
  }
  int cluster = games.back().cluster;
  for (const int other : {1, 2}) {
    ++cluster;
    for (const auto& [one, two] : {std::pair(0, other), std::pair(other, 0)})
      games.push_back(
          {one, two, score_of(chance.uniform(), kNewcomer[one] - kNewcomer[two] + kAdvantage), cluster});
  }
  return games;
}

Ratings played(const Setting& setting, Chance& chance) {
  const int players = static_cast<int>(setting.truth->size());
  RatingOptions options;
  for (const int anchor : setting.anchors)
    options.anchors.push_back({anchor, (*setting.truth)[std::size_t(anchor)]});
  if (setting.seats > 2)
    return fit_ratings(
        players, clustered_races(*setting.truth, setting.seats, setting.clusters, setting.shared, chance),
        options);
  return fit_ratings(
      players,
      setting.truth == &kNewcomer
          ? with_newcomer(setting.clusters, setting.shared, chance)
          : clustered_round_robin(*setting.truth, kAdvantage, setting.clusters, setting.shared, chance),
      options);
}

Coverage coverage_of(const Setting& setting, int repetitions, std::uint64_t seed = 2024) {
  const std::vector<double>& truth = *setting.truth;
  Chance chance(seed);
  Coverage coverage{std::vector<Count>(truth.size()), {}, {}, {}, 0};
  for (int k = 0; k < repetitions; ++k) {
    const Ratings ratings = played(setting, chance);
    double zero = 0;
    int in_zero = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      if (!ratings.players[i].is_in_zero) continue;
      zero += truth[i];
      ++in_zero;
    }
    zero = setting.anchors.empty() ? zero / in_zero : 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      const PlayerRating& player = ratings.players[i];
      coverage.groups = std::max(coverage.groups, player.group + 1);
      if (!player.is_held) coverage.players[i].add(covers(player, truth[i] - zero));
      if (i == 0 || (player.is_held && ratings.players[i - 1].is_held)) continue;
      const int one = static_cast<int>(i) - 1, other = static_cast<int>(i);
      coverage.neighbours.add(covers(ratings.fit->difference(one, other), truth[i - 1] - truth[i]));
    }
    if (setting.seats == 2) coverage.first_seat.add(covers(ratings.first_seat, kAdvantage));
  }
  return coverage;
}

struct AnchoredSetting {
  Setting setting;
  int repetitions;
  double least, most;  // The bounds for all players together.
};
const AnchoredSetting kAnchored[] = {
    {{"even", &kEven, 2, 2, 0.0, {0, 7}}, 500, 0.94, 0.975},
    {{"even", &kEven, 2, 6, 0.7, {2, 3, 4}}, 500, 0.94, 0.975},
    {{"even", &kEven, 2, 20, 1.0, {0, 1}}, 300, 0.94, 0.97},
    {{"shipped", &kShipped, 2, 3, 0.0, {0, 4}}, 500, 0.94, 0.99},
    {{"shipped", &kShipped, 2, 3, 0.5, {0, 1}}, 500, 0.94, 0.99},
    {{"shipped", &kShipped, 2, 10, 0.5, {0, 1}}, 500, 0.94, 0.99},
    {{"shipped", &kShipped, 2, 50, 0.5, {1, 4}}, 500, 0.94, 0.98},
    {{"champion", &kChampion, 2, 4, 0.5, {0, 1}}, 300, 0.94, 0.98},
    {{"newcomer", &kNewcomer, 2, 20, 0.5, {1, 2, 3, 4, 5, 6}}, 1500, 0.94, 0.99},
    {{"even", &kEven, 3, 20, 0.5, {0, 7}}, 150, 0.93, 0.98},
    {{"shipped", &kShipped, 4, 40, 0.5, {0, 4}}, 150, 0.93, 0.99}};

}  // namespace

BOOST_AUTO_TEST_SUITE(rating_coverage)

// The bounds leave three deviations of such a share to chance. If only a few games decide, results come in
// steps, and the interval is rather too wide.
BOOST_AUTO_TEST_CASE(nineteen_intervals_in_twenty_cover_the_truth) {
  const struct {
    Setting setting;
    int repetitions;
    double least, most;  // The bounds for all players together.
  } table[] = {{{"even", &kEven, 2, 2, 0.0}, 500, 0.94, 0.975},
               {{"even", &kEven, 2, 6, 0.7}, 500, 0.94, 0.97},
               {{"even", &kEven, 2, 20, 1.0}, 500, 0.94, 0.97},
               {{"shipped", &kShipped, 2, 10, 0.5}, 500, 0.95, 0.985},
               {{"shipped", &kShipped, 2, 50, 0.5}, 500, 0.93, 0.97},
               {{"shipped", &kShipped, 2, 200, 0.5}, 300, 0.93, 0.975},
               {{"champion", &kChampion, 2, 20, 0.5}, 300, 0.93, 0.97},
               {{"newcomer", &kNewcomer, 2, 20, 0.5}, 300, 0.93, 0.975},
               {{"even", &kEven, 3, 50, 0.5}, 150, 0.93, 0.975},
               {{"shipped", &kShipped, 4, 40, 0.5}, 100, 0.93, 0.99},
               {{"shipped", &kShipped, 4, 100, 0.0}, 150, 0.93, 0.97}};
  for (const auto& [setting, large, least, most] : table) {
    const int repetitions = count_for(large / 6, large);
    const Coverage coverage = coverage_of(setting, repetitions);
    // The intervals of a tournament depend on each other; they are taken to be worth half as many that do
    // not.
    const double players = static_cast<double>(setting.truth->size()) / 2;
    const double more = more_chance(0.95, players * repetitions, players * large);
    double share = 0;
    for (const Count& player : coverage.players) share += player.share() / double(coverage.players.size());
    BOOST_TEST_CONTEXT(setting.field << ", " << setting.seats << " seats, " << setting.clusters
                                     << " clusters, luck " << setting.shared << ": " << share << ", from "
                                     << coverage.lowest() << " to " << coverage.highest() << ", neighbours "
                                     << coverage.neighbours.share()) {
      BOOST_TEST(share > least - more);
      BOOST_TEST(share < std::min(most + more, 0.999));
      // The bound holds for each player by itself, too.
      const double deviation = std::sqrt(0.95 * 0.05 / repetitions);
      BOOST_TEST(coverage.lowest() > 0.94 - 3 * deviation);
      BOOST_TEST(coverage.neighbours.share() > 0.93 - more);
      if (setting.seats == 2) BOOST_TEST(coverage.first_seat.share() > 0.95 - 3.5 * deviation);
      // So few repetitions as in the usual tier may all be right.
      if (setting.seats == 2 && is_long_tier())
        BOOST_TEST(coverage.first_seat.share() < 0.96 + 3.5 * deviation);
    }
  }
}

// Fields with many players, or in which each met few others. Each tournament has many intervals.
BOOST_AUTO_TEST_CASE(intervals_of_wide_and_sparse_fields_cover_the_truth) {
  const struct {
    const char* name;
    std::function<Field(Chance&)> field;
    int repetitions;  // Two crowds need many: all their intervals are right or wrong together.
  } table[] = {{"by lot, 6 pairs", [](Chance& chance) { return random_field(400, 6, chance); }, 12},
               {"by lot, 2 pairs", [](Chance& chance) { return random_field(400, 2, chance); }, 12},
               {"60 by lot, 2 pairs", [](Chance& chance) { return random_field(60, 2, chance); }, 60},
               {"8 by lot, 7 pairs", [](Chance& chance) { return random_field(8, 7, chance); }, 200},
               {"by lot, 70 pairs", [](Chance& chance) { return random_field(1200, 70, chance); }, 2},
               {"a ladder", [](Chance& chance) { return ladder(320, 4, chance); }, 12},
               {"two crowds", [](Chance& chance) { return two_crowds(320, chance); }, 30}};
  for (const auto& [name, field_of, large] : table) {
    const int repetitions = count_for(large / 4, large);
    if (repetitions == 0) continue;
    Chance chance(17);
    Count all, neighbours;
    for (int k = 0; k < repetitions; ++k) {
      const Field field = field_of(chance);
      const Ratings ratings = fit_ratings(field.players(), field.games, {});
      std::vector<double> zero(std::size_t(ratings.pools)), in_zero(zero.size());
      for (int i = 0; i < field.players(); ++i) {
        if (!ratings.players[i].is_in_zero) continue;
        zero[ratings.players[i].pool] += field.truth[i];
        in_zero[ratings.players[i].pool] += 1;
      }
      for (int i = 0; i < field.players(); ++i) {
        const PlayerRating& player = ratings.players[i];
        if (player.interval == Interval::none) continue;
        all.add(covers(player, field.truth[i] - zero[player.pool] / in_zero[player.pool]));
        if (i == 0 || (field.players() > 8 && i % 8 != 0) || ratings.players[i - 1].pool != player.pool)
          continue;
        neighbours.add(covers(ratings.fit->difference(i - 1, i), field.truth[i - 1] - field.truth[i]));
      }
    }
    BOOST_TEST_MESSAGE(name << ": " << all.share() << ", neighbours " << neighbours.share());
    BOOST_TEST_CONTEXT(name << ": " << all.share() << ", neighbours " << neighbours.share()) {
      // The intervals depend on each other in the same way: the half of each eighth counts.
      const double more =
          more_chance(0.95, neighbours.all() / 2.0, neighbours.all() / 2.0 * large / repetitions);
      BOOST_TEST(all.share() > 0.93 - more);
      BOOST_TEST(all.share() < std::min(0.98 + more, 0.999));
      BOOST_TEST(neighbours.share() > 0.92 - more);
    }
  }
}

// Anchors are at their true ratings. Intervals are tried where few results, or lopsided ones, say where the
// others are.
BOOST_AUTO_TEST_CASE(intervals_from_fixed_anchors_cover_the_truth) {
  for (const auto& [setting, large, least, most] : kAnchored) {
    const int repetitions = count_for(large / 6, large);
    const Coverage coverage = coverage_of(setting, repetitions);
    const double players = double(setting.truth->size() - setting.anchors.size());
    // With anchors, the intervals of a tournament hardly depend on each other.
    const double more = more_chance(0.95, players * repetitions, players * large);
    BOOST_TEST_CONTEXT(setting.field << ", " << setting.anchors.size() << " anchors, " << setting.seats
                                     << " seats, " << setting.clusters << " clusters, luck " << setting.shared
                                     << ": " << coverage.share() << ", from " << coverage.lowest() << " to "
                                     << coverage.highest() << ", neighbours "
                                     << coverage.neighbours.share()) {
      BOOST_TEST(coverage.share() > least - more);
      BOOST_TEST(coverage.share() < std::min(most + more, 0.9995));
      BOOST_TEST(coverage.lowest() > 0.935 - 3 * std::sqrt(0.95 * 0.05 / repetitions));
      BOOST_TEST(coverage.neighbours.share() > 0.93 - more);
    }
  }
}

// Two equals may be called "certain" once in twenty times: on either side once in forty.
BOOST_AUTO_TEST_CASE(equals_are_rarely_told_apart) {
  for (const auto& [pairs, shared] :
       {std::pair(3, 0.0), std::pair(11, 0.0), std::pair(11, 0.5), std::pair(100, 0.5)}) {
    Chance chance(4);
    int above = 0, below = 0;
    const int large = 3000, repetitions = count_for(600, large);
    for (int k = 0; k < repetitions; ++k) {
      const Ratings ratings = fit_ratings(2, clustered_round_robin({0, 0}, 0, pairs, shared, chance), {});
      const double superiority = ratings.fit->superiority(0, 1);
      above += superiority > 0.975;
      below += superiority < 0.025;
    }
    BOOST_TEST_MESSAGE(pairs << " pairs: " << double(above) / repetitions << " and "
                             << double(below) / repetitions);
    // The sums of a few pairs that share luck have so few values that hardly any goes beyond.
    const double most = 0.034 + more_chance(0.025, repetitions, large);
    BOOST_TEST(above < most * repetitions);
    BOOST_TEST(below < most * repetitions);
    if (shared == 0 || pairs == 100)
      BOOST_TEST(above + below > (0.025 - more_chance(0.05, repetitions, large)) * repetitions);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(coverage_table, *boost::unit_test::disabled())

BOOST_AUTO_TEST_CASE(of_all_fields) {
  constexpr int kRepetitions = 3000;
  std::string table = "| field | seats | games | luck shared | all | worst | best | neighbours |\n";
  const Setting settings[] = {{"even", &kEven, 2, 2, 0},
                              {"even", &kEven, 2, 2, 0.7},
                              {"even", &kEven, 2, 2, 1},
                              {"even", &kEven, 2, 6, 0},
                              {"even", &kEven, 2, 6, 0.7},
                              {"even", &kEven, 2, 6, 1},
                              {"even", &kEven, 2, 20, 0},
                              {"even", &kEven, 2, 20, 0.7},
                              {"even", &kEven, 2, 20, 1},
                              {"shipped", &kShipped, 2, 10, 0.5},
                              {"shipped", &kShipped, 2, 50, 0.5},
                              {"shipped", &kShipped, 2, 200, 0.5},
                              {"champion", &kChampion, 2, 20, 0.5},
                              {"newcomer", &kNewcomer, 2, 20, 0.5},
                              {"even", &kEven, 3, 100, 0.5},
                              {"even", &kEven, 4, 100, 0.5},
                              {"shipped", &kShipped, 3, 100, 0.5},
                              {"shipped", &kShipped, 4, 100, 0.5}};
  for (const Setting& setting : settings) {
    const Coverage coverage = coverage_of(setting, kRepetitions, 7);
    double share = 0;
    for (const Count& player : coverage.players) share += player.share() / double(coverage.players.size());
    table += fmt::format("| {} | {} | {} | {:.0f} % | {:.1f} % | {:.1f} % | {:.1f} % | {:.1f} % |\n",
                         setting.field, setting.seats, setting.clusters * setting.seats, 100 * setting.shared,
                         100 * share, 100 * coverage.lowest(), 100 * coverage.highest(),
                         100 * coverage.neighbours.share());
  }
  BOOST_TEST_MESSAGE(table);
}

BOOST_AUTO_TEST_CASE(of_fields_with_fixed_anchors) {
  constexpr int kRepetitions = 3000;
  std::string table = "| field | anchors | seats | games | luck shared | all | worst | best | neighbours |\n";
  for (const AnchoredSetting& anchored : kAnchored) {
    const Setting& setting = anchored.setting;
    const Coverage coverage = coverage_of(setting, kRepetitions / (setting.seats > 2 ? 5 : 1), 7);
    std::string anchors;
    for (const int anchor : setting.anchors)
      anchors += fmt::format("{}{:+}", anchors.empty() ? "" : ", ", (*setting.truth)[std::size_t(anchor)]);
    table += fmt::format("| {} | {} | {} | {} | {:.0f} % | {:.1f} % | {:.1f} % | {:.1f} % | {:.1f} % |\n",
                         setting.field, anchors, setting.seats, setting.clusters * setting.seats,
                         100 * setting.shared, 100 * coverage.share(), 100 * coverage.lowest(),
                         100 * coverage.highest(), 100 * coverage.neighbours.share());
  }
  BOOST_TEST_MESSAGE(table);
}

BOOST_AUTO_TEST_SUITE_END()
