// Simulates leagues with known strengths, to compare GameChoice with other rules: how many games a newcomer
// and the top of the table need. bench/league_choice.py makes the tables of docs/league_choice.md from the
// output.
//   league_choice [KEY=VALUE...]
// The keys are the members of Settings.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "league/choice/game_choice.h"
#include "ratings/fit/ratings.h"
#include "tests/league/choice/rated_league.h"

namespace {

using namespace toptile;
using simulated::Chance;
using League = simulated::RatedLeague;

struct Settings {
  int newcomers = 16;     // Repetitions of leagues that a newcomer joins.
  int tables = 16;        // Repetitions of leagues that start without games.
  int workers = 4;        // Blocks that are chosen before the first of them has results.
  double shared = 0.5;    // How often the games of a set have the same luck.
  double advantage = 30;  // Elo of moving first.
  int seed = 1;
  double top = OrderWeights{}.top, precision = OrderWeights{}.precision, share = ChoiceTerms{}.most_share;
  int placement = ChoiceTerms{}.placement_sets;
  int only_choice = 0;  // 1 leaves the other rules out.
  int field = 0;        // The number of the only field to play, from 1; 0 plays all.
};

constexpr int kEstablished = 50, kPlaces = 10;
constexpr double kGoalElo = 25;  // Half the width of the newcomer's interval, and the tolerance of a rank.
constexpr int kHistoryOfEachPair = 10;  // Sets.
constexpr int kMaxOwnSets = 1500;
constexpr double kFirstLook = 1000, kLastLook = 32'000,
                 kLookRatio = 1.189207115;  // Games; four checks per doubling.

struct Field {
  const char* name;
  std::function<double(Chance&, int)> strength;  // The Elo of one contender.
};

const std::vector<Field>& fields() {
  static const std::vector<Field> all{
      {"normal 300", [](Chance& chance, int) { return 300 * simulated::normal(chance); }},
      {"normal 20", [](Chance& chance, int) { return 20 * simulated::normal(chance); }},
      {"normal 50", [](Chance& chance, int) { return 50 * simulated::normal(chance); }},
      {"uniform 1200", [](Chance& chance, int) { return 1200 * chance.uniform() - 600; }},
      // Ten families 100 Elo apart, each of five nearly equal versions.
      {"clones",
       [](Chance& chance, int i) { return 100.0 * (i % 10) - 450 + 3 * simulated::normal(chance); }},
  };
  return all;
}

// A rule for choosing meetings.
class Rule {
 public:
  virtual ~Rule() = default;
  // Chooses the next meetings and plays them.
  virtual void play_some(League& league) = 0;
};

class RandomPair : public Rule {
 public:
  void play_some(League& league) override {
    const int one = league.chance.below(league.size()), other = league.chance.below(league.size() - 1);
    league.play(one, other + (other >= one));
  }
};

class RoundRobin : public Rule {
 public:
  void play_some(League& league) override {
    if (left_.empty()) {
      for (int i = 0; i < league.size(); ++i)
        for (int j = 0; j < i; ++j) left_.emplace_back(i, j);
      for (std::size_t i = left_.size(); i > 1; --i)
        std::swap(left_[i - 1], left_[league.chance.below(static_cast<int>(i))]);
    }
    const auto [one, other] = left_.back();
    left_.pop_back();
    league.play(one, other);
  }

 private:
  std::vector<std::pair<int, int>> left_;
};

// The last contender plays every set, against a random opponent.
class NewcomerAlways : public Rule {
 public:
  void play_some(League& league) override {
    league.play(league.size() - 1, league.chance.below(league.size() - 1));
  }
};

// TrueSkill for two players (R. Herbrich, T. Minka, T. Graepel, "TrueSkill: A Bayesian skill rating system",
// 2006). Every game updates both. Ties are rare here, and change nothing.
class TrueSkill : public Rule {
 public:
  enum class Who { best_pair, most_uncertain };

  // Includes the games that the league has already.
  TrueSkill(Who who, const League& league)
      : who_(who), mean_(league.truth.size(), 25), variance_(mean_.size(), 25.0 / 3 * 25 / 3) {
    see_new_games(league);
  }

  void play_some(League& league) override {
    const int one = who_ == Who::most_uncertain ? most_uncertain() : -1;
    std::optional<double> best;
    std::pair<int, int> pair;
    for (int i = 0; i < league.size(); ++i) {
      for (int j = 0; j < i; ++j) {
        if (one >= 0 && i != one && j != one) continue;
        const double quality = log_quality(i, j);
        if (best && quality <= *best) continue;
        best = quality;
        pair = {i, j};
      }
    }
    league.play(pair.first, pair.second);
    see_new_games(league);
  }

 private:
  static constexpr double kBeta2 = 25.0 / 6 * 25 / 6;

  int most_uncertain() const {
    return static_cast<int>(std::ranges::max_element(variance_) - variance_.begin());
  }

  // The logarithm of the chance of a draw, relative to that of two equal players with exactly known
  // strengths.
  double log_quality(int one, int other) const {
    const double sum = 2 * kBeta2 + variance_[one] + variance_[other], apart = mean_[one] - mean_[other];
    return std::log(2 * kBeta2 / sum) / 2 - apart * apart / (2 * sum);
  }

  void see_new_games(const League& league) {
    for (; seen_ < league.games.size(); ++seen_) {
      const ScoredGame& game = league.games[seen_];
      if (game.score == 1) see_win(game.first, game.second);
      if (game.score == 0) see_win(game.second, game.first);
    }
  }

  void see_win(int winner, int loser) {
    const double c2 = 2 * kBeta2 + variance_[winner] + variance_[loser], c = std::sqrt(c2);
    const double t = (mean_[winner] - mean_[loser]) / c;
    const double below = std::max(1e-300, std::erfc(-t / std::numbers::sqrt2) / 2);
    const double v = std::exp(-t * t / 2) / std::sqrt(2 * std::numbers::pi) / below, w = v * (v + t);
    mean_[winner] += variance_[winner] / c * v;
    mean_[loser] -= variance_[loser] / c * v;
    variance_[winner] *= 1 - variance_[winner] / c2 * w;
    variance_[loser] *= 1 - variance_[loser] / c2 * w;
  }

  Who who_;
  std::vector<double> mean_, variance_;
  std::size_t seen_ = 0;
};

class Choice : public Rule {
 public:
  explicit Choice(const Settings& settings) : choosing_(terms_of(settings), settings.workers) {}
  void play_some(League& league) override { choosing_.play_some(league); }

 private:
  static ChoiceTerms terms_of(const Settings& settings) {
    ChoiceTerms terms;
    terms.weights = {settings.top, settings.precision};
    terms.most_share = settings.share;
    terms.placement_sets = settings.placement;
    return terms;
  }

  simulated::ChoosingLeague choosing_;
};

struct NamedRule {
  const char* name;
  bool is_for_tables;
  std::function<std::unique_ptr<Rule>(const League&)> make;
};

std::vector<NamedRule> rules(const Settings& settings) {
  std::vector<NamedRule> all{
      {"this rule", true, [&settings](const League&) { return std::make_unique<Choice>(settings); }}};
  if (settings.only_choice) return all;
  all.push_back({"random pair", true, [](const League&) { return std::make_unique<RandomPair>(); }});
  all.push_back({"round robin", true, [](const League&) { return std::make_unique<RoundRobin>(); }});
  all.push_back({"TrueSkill: most uncertain", true, [](const League& league) {
                   return std::make_unique<TrueSkill>(TrueSkill::Who::most_uncertain, league);
                 }});
  all.push_back({"TrueSkill: best pair", true, [](const League& league) {
                   return std::make_unique<TrueSkill>(TrueSkill::Who::best_pair, league);
                 }});
  all.push_back({"newcomer always", false, [](const League&) { return std::make_unique<NewcomerAlways>(); }});
  return all;
}

std::vector<double> strengths(const Field& field, int count, Chance& chance) {
  std::vector<double> all;
  for (int i = 0; i < count; ++i) all.push_back(field.strength(chance, i));
  return all;
}

// How many of the intervals contain the true strength, relative to the ratings' zero.
int covered(const League& league, const Ratings& ratings) {
  const double zero = league.zero(ratings);
  int held = 0;
  for (int i = 0; i < league.size(); ++i)
    held += simulated::covers(ratings.players[i], league.truth[i] - zero);
  return held;
}

// After how many games the newcomer's interval is as narrow as the goal, to within 10 of its own sets.
void simulate_newcomer(const Settings& settings, const Field& field, int repetition) {
  const auto seed = static_cast<std::uint64_t>(settings.seed * 100'000 + repetition);
  Chance chance(seed);
  League before(strengths(field, kEstablished, chance), settings.shared, settings.advantage, seed + 50'000);
  before.add({field.strength(chance, chance.below(kEstablished))});
  for (int set = 0; set < kHistoryOfEachPair; ++set)
    for (int i = 0; i < kEstablished; ++i)
      for (int j = 0; j < i; ++j) before.play(i, j);
  const std::size_t history = before.games.size();
  const int newcomer = kEstablished;

  for (const NamedRule& named : rules(settings)) {
    League league = before;
    const std::unique_ptr<Rule> rule = named.make(league);
    std::vector<std::size_t> games_at{history};  // The number of games when the newcomer had this many sets.
    const std::size_t most_games = history + 200'000;
    const auto play_to = [&](int own) {
      while (league.sets_of[newcomer] < own && league.games.size() < most_games) {
        const std::size_t seen = league.games.size();
        rule->play_some(league);
        for (std::size_t game = seen; game < league.games.size(); game += 2) {
          const ScoredGame& played = league.games[game];
          if (played.first == newcomer || played.second == newcomer) games_at.push_back(game + 2);
        }
      }
      return league.sets_of[newcomer] >= own;
    };
    const auto error_at = [&](int own) {
      const PlayerRating& rating = league.rate(games_at[own]).players[newcomer];
      return std::max(rating.error_low, rating.error_high);
    };
    int low = 200, high = 400;
    bool is_reached = play_to(high) && error_at(high) <= kGoalElo;
    while (!is_reached && high < kMaxOwnSets) {
      low = high;
      high += 100;
      if (!play_to(high)) break;
      is_reached = error_at(high) <= kGoalElo;
    }
    if (!is_reached) {
      fmt::print("newcomer,{},{},{},,,,\n", field.name, named.name, repetition);
      continue;
    }
    while (high - low > 10) {
      const int middle = (low + high) / 2;
      (error_at(middle) <= kGoalElo ? high : low) = middle;
    }
    const Ratings ratings = league.rate(games_at[high]);
    fmt::print("newcomer,{},{},{},{},{},{},{}\n", field.name, named.name, repetition, 2 * high,
               games_at[high] - history, covered(league, ratings), league.size());
  }
}

// All contenders start without games. At each check, the table's top ten ranks are compared with the true
// ones.
void simulate_table(const Settings& settings, const Field& field, int repetition) {
  const auto seed = static_cast<std::uint64_t>(settings.seed * 100'000 + 20'000 + repetition);
  Chance chance(seed);
  const League before(strengths(field, kEstablished, chance), settings.shared, settings.advantage,
                      seed + 50'000);
  std::vector<double> best = before.truth;
  std::ranges::sort(best, std::greater());
  for (const NamedRule& named : rules(settings)) {
    if (!named.is_for_tables) continue;
    League league = before;
    const std::unique_ptr<Rule> rule = named.make(league);
    for (double look = kFirstLook; look <= kLastLook * 1.001; look *= kLookRatio) {
      while (static_cast<double>(league.games.size()) < look) rule->play_some(league);
      const Ratings ratings = league.rate(league.games.size());
      std::vector<int> order(league.truth.size());
      std::iota(order.begin(), order.end(), 0);
      std::ranges::stable_sort(
          order, [&](int one, int other) { return ratings.players[one].elo > ratings.players[other].elo; });
      double sum = 0, worst = 0;
      for (int place = 0; place < kPlaces; ++place) {
        const double off = std::abs(league.truth[order[place]] - best[place]);
        sum += off;
        worst = std::max(worst, off);
      }
      // The distribution of games: the sets of the true top ten, and those in which they met each other.
      double of_top = 0, within_top = 0, most_share = 0;
      for (int i = 0; i < league.size(); ++i) {
        if (league.truth[i] >= best[kPlaces - 1]) of_top += league.sets_of[i];
        for (int j = 0; j < league.size(); ++j) {
          if (league.truth[i] >= best[kPlaces - 1] && league.truth[j] >= best[kPlaces - 1])
            within_top += league.sets[i][j];
          if (league.sets_of[i] > 0) most_share = std::max(most_share, league.sets[i][j] / league.sets_of[i]);
        }
      }
      const auto fewest = *std::ranges::min_element(league.sets_of);
      fmt::print("table,{},{},{},{:.0f},{:.2f},{:.2f},{},{},{:.3f},{:.3f},{:.3f},{}\n", field.name,
                 named.name, repetition, look, sum / kPlaces, worst, covered(league, ratings), league.size(),
                 of_top / static_cast<double>(league.games.size()), within_top / std::max(of_top, 1.0),
                 most_share, fewest);
    }
  }
}

// Stores the argument's value if it has this key, and returns whether it has.
template <class T>
bool take(std::string_view argument, std::string_view key, T& value) {
  if (argument.substr(0, key.size() + 1) != std::string(key) + "=") return false;
  const std::string_view text = argument.substr(key.size() + 1);
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size();
}

}  // namespace

int main(int count, char** arguments) {
  Settings settings;
  for (int i = 1; i < count; ++i) {
    const std::string_view given = arguments[i];
    const bool is_known =
        take(given, "newcomers", settings.newcomers) || take(given, "tables", settings.tables) ||
        take(given, "workers", settings.workers) || take(given, "shared", settings.shared) ||
        take(given, "advantage", settings.advantage) || take(given, "seed", settings.seed) ||
        take(given, "top", settings.top) || take(given, "precision", settings.precision) ||
        take(given, "share", settings.share) || take(given, "placement", settings.placement) ||
        take(given, "only_choice", settings.only_choice) || take(given, "field", settings.field);
    if (!is_known) {
      fmt::print(stderr, "league_choice: {} is not a KEY=VALUE of a known key and a number\n", given);
      return 2;
    }
  }
  int number = 0;
  for (const Field& field : fields()) {
    if (++number != settings.field && settings.field != 0) continue;
    for (int repetition = 0; repetition < settings.newcomers; ++repetition)
      simulate_newcomer(settings, field, repetition);
    for (int repetition = 0; repetition < settings.tables; ++repetition)
      simulate_table(settings, field, repetition);
  }
}
