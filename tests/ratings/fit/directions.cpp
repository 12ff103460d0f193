#include "ratings/fit/directions.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <memory>

#include "ratings/fit/bradley_terry.h"
#include "ratings/fit/contrast_interval.h"
#include "ratings/fit/likelihood_maximum.h"
#include "ratings/fit/pools.h"
#include "ratings/fit/ranked_model.h"
#include "ratings/fit/sparse_information.h"
#include "ratings/fit/strong_groups.h"
#include "tests/ratings/wide_fields.h"
#include "tests/tier.h"

BOOST_AUTO_TEST_SUITE(directions)

namespace {

using namespace toptile;
using namespace toptile::simulated;

struct Fitted {
  explicit Fitted(const Field& field)
      : model(cells(field), pools(field), true),
        best(maximum(model, Logits::Zero(model.parameters()))),
        spread(model, Scores(model, best.at), best.at, GameSpan(field.games)),
        group_of(strong_groups(model.players(), spread.links())),
        gauge(model, group_of, flow_of(model, model.cells()).part_of(),
              std::vector<double>(field.truth.size(), 1.0), options_of(field)) {}

  static RatingOptions options_of(const Field& field) {
    RatingOptions options;
    options.zero = field.zero;
    return options;
  }

  static std::vector<Cell> cells(const Field& field) {
    std::vector<Cell> cells;
    for (const ScoredGame& game : field.games)
      cells.push_back({game.first, game.second, 1, game.score, kTies});
    return cells;
  }

  // The pool of each player: players that games connect share one, and no pool is empty.
  static std::vector<int> pools(const Field& field) {
    std::vector<int> pool(field.truth.size());
    std::iota(pool.begin(), pool.end(), 0);
    for (bool moved = true; moved;) {
      moved = false;
      for (const ScoredGame& game : field.games) {
        int &one = pool[game.first], &other = pool[game.second];
        moved |= one != other;
        one = other = std::min(one, other);
      }
    }
    std::vector<int> number(pool.size(), -1);
    int next = 0;
    for (int& of_player : pool) {
      if (number[of_player] < 0) number[of_player] = next++;
      of_player = number[of_player];
    }
    return pool;
  }

  static constexpr double kTies = 0.02;
  class Scores : public GameScores {
   public:
    Scores(const BradleyTerry& model, const Logits& at) : model_(model), at_(at) {}
    int seat_term(const RankedGame&, int seat) const override { return seat == 0 ? model_.players() : -1; }
    std::array<double, kMaxPlayers> of(const RankedGame& game) const override {
      const double surplus =
          game.score(0) - chance(model_.seats(game.players[0], game.players[1]).difference(at_));
      return {surplus, -surplus};
    }
    bool counts(const RankedGame&) const override { return true; }
    double prior_ties(const RankedGame&) const override { return kTies; }

   private:
    const BradleyTerry& model_;
    const Logits& at_;
  };

  BradleyTerry model;
  Maximum best;
  ResultSpread spread;
  std::vector<int> group_of;
  Gauge gauge;
};

void check_near(double value, double right, double tolerance, int player) {
  BOOST_TEST(std::abs(value - right) <= tolerance, player << ": " << value << " should be " << right);
}

const std::vector<std::function<Field(Chance&)>> kFields = {
    [](Chance& chance) { return random_field(320, 6, chance); },
    [](Chance& chance) { return random_field(320, 2, chance); },
    [](Chance& chance) { return random_field(count_for(330, 700), count_for(40, 100), chance); },
    [](Chance& chance) { return ladder(320, 3, chance); },
    [](Chance& chance) { return ladder(400, 40, chance); },
    [](Chance& chance) { return two_crowds(330, chance); },
    [](Chance& chance) { return two_crowds(count_for(500, 1500), chance); },
    [](Chance& chance) { return generations(20, count_for(20, 60), 30, chance); },
    [](Chance& chance) { return generations(100, count_for(5, 12), 12, chance); },
};

}  // namespace

// A field, and its directions computed in two ways.
struct BothWays {
  explicit BothWays(const Field& played)
      : field(played),
        fitted(field),
        dense(dense_directions(fitted.model, fitted.best.at, fitted.gauge.weights())),
        sparse(sparse_directions(fitted.model, fitted.best.at, fitted.gauge.weights(), fitted.group_of)) {}

  int players() const { return field.players(); }
  int step() const { return 1 + players() / 97; }  // In a wide field, not every player is tested.
  bool are_in_one_pool(int one, int other) const {
    return fitted.model.pool_of()[one] == fitted.model.pool_of()[other];
  }

  Field field;
  Fitted fitted;
  std::unique_ptr<Directions> dense, sparse;
};

BOOST_AUTO_TEST_CASE(a_wide_field_is_solved_as_a_matrix_is) {
  for (std::size_t number = 0; number < kFields.size(); ++number) {
    BOOST_TEST_CONTEXT("field " << number) {
      Chance chance(number + 1);
      const Fitted fitted(kFields[number](chance));
      const BradleyTerry& model = fitted.model;
      const Logits right = model.gradient(Logits::Random(model.parameters()));
      // The second one makes no factor, however many steps that takes.
      for (const double most_entries : {SparseInformation::kMaxEntries, 0.0}) {
        SparseInformation sparse(model, most_entries);
        sparse.look_at(fitted.best.at);
        const Logits left = model.information(fitted.best.at) * sparse.solve(right) - right;
        BOOST_TEST(left.norm() <= 1e-7 * right.norm());
        if (most_entries == 0) BOOST_TEST(!sparse.is_factorised());
      }
      BOOST_TEST(model.gradient(fitted.best.at).norm() <= 1e-5);
    }
  }
}

BOOST_AUTO_TEST_CASE(directions_are_those_of_the_inverse) {
  for (std::size_t number = 0; number < kFields.size(); ++number) {
    BOOST_TEST_CONTEXT("field " << number) {
      Chance chance(number + 1);
      const BothWays both(kFields[number](chance));
      const auto& [field, fitted, dense, sparse] = both;
      const int players = both.players();
      for (int player = 0; player < players; player += both.step()) {
        const ContrastDirection right = dense->of_player(player), found = sparse->of_player(player);
        check_near(found.variance, right.variance, 6e-3 * right.variance, player);
        // The players that this player met, and the worth of moving first.
        for (const ScoredGame& game : field.games) {
          if (game.first != player) continue;
          const auto above = [&](const ContrastDirection& direction) {
            return direction.along[player] - direction.along[game.second];
          };
          check_near(above(found), above(right),
                     0.03 * right.variance + 0.02 * dense->of_player(game.second).variance, player);
        }
        check_near(found.along[players], right.along[players], 0.01 * right.variance, player);
        const int other = (player + 1) % players;
        if (!both.are_in_one_pool(player, other)) continue;
        const double distance = dense->between(player, other).variance;
        check_near(sparse->between(player, other).variance, distance, 0.02 * distance, player);
      }
      const ContrastDirection right = dense->of_seat_term(players), found = sparse->of_seat_term(players);
      check_near(found.variance, right.variance, 1e-6 * right.variance, players);
      check_near((found.along - right.along).cwiseAbs().tail(1)[0], 0, 1e-6 * right.variance, players);
    }
  }
}

BOOST_AUTO_TEST_CASE(intervals_of_wide_fields_are_those_of_all_meetings) {
  for (std::size_t number = 0; number < kFields.size(); ++number) {
    BOOST_TEST_CONTEXT("field " << number) {
      Chance chance(number + 1);
      const BothWays both(kFields[number](chance));
      const auto& [field, fitted, dense, sparse] = both;
      const ContrastIntervals whole(fitted.model, fitted.best, fitted.spread, *dense, fitted.gauge);
      const ContrastIntervals near(fitted.model, fitted.best, fitted.spread, *sparse, fitted.gauge, nullptr,
                                   {}, 0);
      const int players = both.players();
      for (int player = 0; player < players; player += both.step()) {
        const RatingEstimate right = whole.of_player(player), found = near.of_player(player);
        check_near(found.elo, right.elo, 1e-9, player);
        check_near(found.sd, right.sd, 0.03 * right.sd, player);
        check_near(found.error_low, right.error_low, 0.05 * right.error_low, player);
        check_near(found.error_high, right.error_high, 0.05 * right.error_high, player);
        const int other = (player + 7) % players;
        if (!both.are_in_one_pool(player, other)) continue;
        check_near(near.superiority(player, other).other_chance,
                   whole.superiority(player, other).other_chance, 0.02, player);
      }
      const RatingEstimate right = whole.of_seat_term(players), found = near.of_seat_term(players);
      check_near(found.sd, right.sd, 1e-4 * right.sd, players);
    }
  }
}

// If the worth of seats cannot be told from strengths, its variance is infinite.
BOOST_AUTO_TEST_CASE(seats_that_cannot_be_told_from_strengths_are_found) {
  std::vector<RankedGame> games;
  for (int game = 0; game < 10; ++game) games.push_back({3, {0, 1, 2}, {1, 2, 3}, game});
  const RankedModel always(3, GameSpan(games), 1, true);
  SparseInformation information(always);
  information.look_at(Logits::Zero(always.parameters()));
  BOOST_TEST(std::isinf(information.seat_variance()(0, 0)));

  for (int game = 0; game < 10; ++game) games.push_back({3, {1, 2, 0}, {1, 2, 3}, 10 + game});
  for (int game = 0; game < 10; ++game) games.push_back({3, {1, 0, 2}, {1, 2, 3}, 20 + game});
  const RankedModel mixed(3, GameSpan(games), 1, true);
  SparseInformation other(mixed);
  other.look_at(Logits::Zero(mixed.parameters()));
  BOOST_TEST(other.seat_variance()(0, 0) < 10);
  const Matrix inverse = Normal(mixed, mixed.information(Logits::Zero(mixed.parameters()))).inverse();
  BOOST_TEST((inverse.bottomRightCorner(2, 2) - other.seat_variance()).norm() < 1e-9);
}

BOOST_AUTO_TEST_SUITE_END()
