// How often the intervals of a league hold whose games are chosen by results. The long tier plays enough to
// measure it; its messages are two tables, as in docs/league_choice.md:
//   TOPTILE_LONG=1 tests_league --run_test=league_coverage --log_level=message
#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <span>
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

// A league of ten bots. New versions arrive one after the other, each of a bot that is drawn.
struct ArrivingField {
  std::string name;
  double deviation;             // How far the first versions spread, in Elo.
  double gain, gain_deviation;  // How far a new version is above the one before, in Elo.
  double unchanged;             // The share of new versions that are copies of the version before.
  std::size_t games_a_version;  // As many games are played from one new version to the next.
  std::size_t versions;         // How many versions of a bot play; the oldest retires.
};

struct Held {
  double held = 0, below = 0, all = 0;

  void add(const RatingEstimate& estimate, double truth) {
    held += covers(estimate, truth);
    below += truth < estimate.elo - estimate.error_low;
    all += 1;
  }
  double share() const { return held / all; }
};

// The intervals of all bots and of each kind of bot.
class HeldOfKinds {
 public:
  explicit HeldOfKinds(std::size_t kinds) : kinds_(kinds) {}

  void add(const RatingEstimate& estimate, double truth, std::span<const int> kinds) {
    all_.add(estimate, truth);
    for (const int kind : kinds) kinds_[kind].add(estimate, truth);
  }

  // `more` is added to the bounds for all bots.
  void check(const std::string& name, double more) const {
    std::string row = fmt::format("| {} | {:.1f} % |", name, 100 * all_.share());
    for (const Held& kind : kinds_)
      row += kind.all > 0 ? fmt::format(" {:.1f} % |", 100 * kind.share()) : std::string(" |");
    row += fmt::format(" {:.1f} % |", 100 * all_.below / all_.all);
    BOOST_TEST_MESSAGE(row);
    BOOST_TEST_CONTEXT(row) {
      BOOST_TEST(all_.share() > 0.93 - more);
      BOOST_TEST(all_.share() < std::min(0.97 + more, 0.999));
      for (const Held& kind : kinds_) {
        if (kind.all == 0) continue;
        BOOST_TEST(kind.share() > 0.92 - 1.7 * more);
        BOOST_TEST(kind.share() <= std::min(0.98 + 1.7 * more, 1.0));
      }
    }
  }

 private:
  Held all_;
  std::vector<Held> kinds_;
};

enum Kind : int { newcomer, middle, veteran, retired, copy, kinds_of_bots };
constexpr int kMaxNewcomerSets = 29, kMaxMiddleSets = 99;

constexpr int kLarge = 300;  // Leagues of each field.

// The league of an ArrivingField.
class GrowingLeague {
 public:
  GrowingLeague(const ArrivingField& field, std::uint64_t seed)
      : field_(field), chance_(seed), league_(first_versions(), 0.5, 30, seed + 5000) {
    for (int bot = 0; bot < kBots; ++bot) versions_.push_back({bot});
  }

  // Plays until `count` more versions have arrived, and then on, for up to as long as until the next one.
  void play_versions(int count) {
    for (int i = 0; i < count; ++i, next_ += field_.games_a_version) {
      play_to(next_);
      add_version();
    }
    play_to(league_.games.size() + std::size_t(double(field_.games_a_version) * chance_.uniform()));
  }

  void look(HeldOfKinds& held) const {
    const Ratings ratings = league_.rate(league_.games.size());
    const double zero = league_.zero(ratings);
    for (int i = 0; i < league_.size(); ++i) {
      if (ratings.players[i].pool != 0) continue;  // It has not played yet.
      const int sets = league_.sets_of[i];
      std::vector<int> kinds{!league_.is_active[i]      ? retired
                             : sets <= kMaxNewcomerSets ? newcomer
                             : sets <= kMaxMiddleSets   ? middle
                                                        : veteran};
      if (std::ranges::count(league_.program, league_.program[i]) > 1) kinds.push_back(copy);
      held.add(ratings.players[i], league_.truth[i] - zero, kinds);
    }
  }

 private:
  static constexpr int kBots = 10;

  std::vector<double> first_versions() {
    std::vector<double> truth;
    for (int bot = 0; bot < kBots; ++bot) truth.push_back(field_.deviation * normal(chance_));
    return truth;
  }
  void play_to(std::size_t games) {
    while (league_.games.size() < games) choosing_.play_some(league_);
  }
  void add_version() {
    std::vector<int>& versions = versions_[chance_.below(kBots)];
    const double elo = league_.truth[versions.back()] + field_.gain + field_.gain_deviation * normal(chance_);
    league_.add({elo, versions.back(), chance_.uniform() < field_.unchanged});
    versions.push_back(league_.size() - 1);
    if (versions.size() > field_.versions)
      league_.is_active[versions[versions.size() - 1 - field_.versions]] = false;
  }

  const ArrivingField& field_;
  Chance chance_;
  RatedLeague league_;
  ChoosingLeague choosing_{{}, 4};
  std::vector<std::vector<int>> versions_;  // By bot.
  std::size_t next_ = 500;                  // The number of games at which the next version arrives.
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
  const int repetitions = count_for(5, kLarge);
  const std::vector<std::size_t> looks =
      is_long_tier() ? std::vector<std::size_t>{1000, 4000, 10'000} : std::vector<std::size_t>{1000, 3000};
  for (const LeagueField& field : fields) {
    // The kinds are thirds by true strength, the strongest first.
    std::vector<HeldOfKinds> held(looks.size(), HeldOfKinds(3));
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      Chance chance(static_cast<std::uint64_t>(1000 + repetition));
      std::vector<double> truth;
      for (int i = 0; i < kBots; ++i) truth.push_back(field.strength(chance, i));
      RatedLeague league(truth, 0.5, 30, static_cast<std::uint64_t>(5000 + repetition));
      ChoosingLeague choosing({}, 4);
      for (std::size_t look = 0; look < looks.size(); ++look) {
        while (league.games.size() < looks[look]) choosing.play_some(league);
        const Ratings ratings = league.rate(league.games.size());
        const double zero = league.zero(ratings);
        for (int i = 0; i < kBots; ++i) {
          const auto above = std::ranges::count_if(truth, [&](double elo) { return elo > truth[i]; });
          const int third = static_cast<int>(3 * above / kBots);
          held[look].add(ratings.players[i], truth[i] - zero, {{third}});
        }
      }
    }
    // The intervals of a league depend on each other: they are taken to be worth a fifth as many.
    const double more = more_chance(0.95, kBots / 5.0 * repetitions, kBots / 5.0 * kLarge);
    for (std::size_t look = 0; look < looks.size(); ++look)
      held[look].check(fmt::format("{} | {}", field.name, looks[look]), more);
  }
}

// The usual life of a league. Looks come at any time after a new version.
BOOST_AUTO_TEST_CASE(intervals_hold_though_new_versions_arrive_all_the_time) {
  const ArrivingField fields[] = {
      {"one version of each bot", 200, 15, 40, 0, 200, 1},
      {"two of each bot, a third of new ones unchanged", 200, 15, 40, 1.0 / 3, 100, 2},
      {"three of each bot, near equals, half of new ones unchanged", 20, 2, 5, 0.5, 100, 3},
      {"great gains, one version after 50 games", 300, 40, 80, 0.1, 50, 1}};
  const int repetitions = count_for(5, kLarge), looks = count_for(4, 12);
  for (const ArrivingField& field : fields) {
    HeldOfKinds held(kinds_of_bots);
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      GrowingLeague league(field, static_cast<std::uint64_t>(9000 + repetition));
      for (int look = 0; look < looks; ++look) {
        league.play_versions(3);
        league.look(held);
      }
    }
    // The intervals of a league, at all looks together, are taken to be worth two.
    held.check(field.name, more_chance(0.95, 2 * repetitions, 2 * kLarge));
  }
}

BOOST_AUTO_TEST_SUITE_END()
