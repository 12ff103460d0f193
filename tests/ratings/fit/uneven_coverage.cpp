// How often the stated intervals contain the truth where games are not those of the model alone. The long
// tier plays enough to measure it; its messages are the rows of a table in docs/ratings_method.md:
//   TOPTILE_LONG=1 tests_ratings --run_test=uneven_coverage --log_level=message
#include <fmt/format.h>

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "ratings/fit/ratings.h"
#include "tests/ratings/uneven_fields.h"
#include "tests/tier.h"

BOOST_AUTO_TEST_SUITE(uneven_coverage)

namespace {

using namespace toptile;
using namespace toptile::simulated;

struct Held {
  double held = 0, all = 0;
  double share() const { return held / all; }
};

struct Bounded {
  UnevenField field;
  double most = 0.98;  // For all intervals.
  double most_of_a_kind = 0.98;
};

}  // namespace

BOOST_AUTO_TEST_CASE(intervals_of_each_kind_of_bot_hold) {
  const int large = 3000, repetitions = count_for(200, large);
  // A circle is more than chance to intervals, so that they are too wide.
  for (const auto& [field, most, most_of_a_kind] :
       {Bounded{field_of_copies(6, 2, 40)}, Bounded{field_of_copies(6, 6, 120)},
        Bounded{field_of_copies(6, 4, 4)}, Bounded{field_of_copies(6, 20, 20)},
        Bounded{field_of_copies(12, 4, 4)}, Bounded{field_of_ties(2, 0.8)}, Bounded{field_of_ties(6, 0.8)},
        Bounded{field_of_ties(20, 0.8)}, Bounded{field_of_ties(6, 0.5)},
        Bounded{field_of_circles(6), 0.985, 0.985}, Bounded{field_of_circles(20), 0.985, 0.985},
        Bounded{field_that_drifts(6)}, Bounded{field_that_drifts(20)}, Bounded{field_with_one_link(4)},
        Bounded{field_with_one_link(20)}, Bounded{field_with_a_loser(2, 700), 0.98, 0.9994},
        Bounded{field_with_a_loser(6, 700), 0.98, 0.985}}) {
    Chance chance(99);
    Held all;
    std::vector<Held> of_kind(field.kinds.size());
    for (int k = 0; k < repetitions; ++k) {
      const Ratings ratings = fit_ratings(field.players(), field.play(chance), {});
      double zero = 0, in_zero = 0;
      for (int i = 0; i < field.players(); ++i) {
        if (!ratings.players[i].is_in_zero) continue;
        zero += field.truth[i];
        in_zero += 1;
      }
      for (int i = 0; i < field.players(); ++i) {
        const bool is_held = covers(ratings.players[i], field.truth[i] - zero / in_zero);
        for (Held* held : {&all, &of_kind[std::size_t(field.kind_of[i])]}) {
          held->held += is_held;
          held->all += 1;
        }
      }
    }
    std::string kinds;
    for (std::size_t kind = 0; kind < of_kind.size() && of_kind.size() > 1; ++kind)
      kinds +=
          fmt::format("{}{} {:.1f} %", kind == 0 ? "" : ", ", field.kinds[kind], 100 * of_kind[kind].share());
    BOOST_TEST_MESSAGE(fmt::format("| {} | {:.1f} % | {} |", field.name, 100 * all.share(), kinds));
    BOOST_TEST_CONTEXT(field.name << ": " << all.share() << "; " << kinds) {
      // The intervals of a tournament depend on each other: they are taken to be worth a quarter as many.
      const double more =
          more_chance(0.95, repetitions * field.players() / 4.0, large * field.players() / 4.0);
      BOOST_TEST(all.share() > 0.93 - more);
      BOOST_TEST(all.share() < std::min(most + more, 0.9995));
      for (const Held& held : of_kind) {
        BOOST_TEST(held.share() > 0.92 - more);
        BOOST_TEST(held.share() < std::min(most_of_a_kind + more, 0.9995));
      }
    }
  }
}

// It is endlessly far below the others, whose intervals hold as if it did not play.
BOOST_AUTO_TEST_CASE(interval_of_a_bot_that_resigns_every_game_holds) {
  const int large = 3000, repetitions = count_for(200, large);
  for (const int pairs : {1, 6}) {
    const UnevenField field = field_with_a_loser(pairs, 1e6);
    Chance chance(7);
    Held of_loser, of_others;
    for (int k = 0; k < repetitions; ++k) {
      const Ratings ratings = fit_ratings(7, field.play(chance), {});
      const PlayerRating& loser = ratings.players[6];
      of_loser.held += covers(loser, -1e6) && std::isfinite(loser.error_high) && !loser.is_in_zero;
      of_loser.all += 1;
      double zero = 0, in_zero = 0;
      for (int i = 0; i < 6; ++i) {
        zero += ratings.players[i].is_in_zero ? field.truth[i] : 0;
        in_zero += ratings.players[i].is_in_zero;
      }
      for (int i = 0; i < 6; ++i)
        of_others.held += covers(ratings.players[i], field.truth[i] - zero / in_zero);
      of_others.all += 6;
    }
    BOOST_TEST_MESSAGE(fmt::format("| one resigns every game, {} pairs | | loser {:.1f} %, other {:.1f} % |",
                                   pairs, 100 * of_loser.share(), 100 * of_others.share()));
    const double more = more_chance(0.95, repetitions * 6 / 4.0, large * 6 / 4.0);
    BOOST_TEST(of_loser.share() > 0.99);
    BOOST_TEST(of_others.share() > 0.93 - more);
    BOOST_TEST(of_others.share() < 0.99 + more);
  }
}

BOOST_AUTO_TEST_SUITE_END()
