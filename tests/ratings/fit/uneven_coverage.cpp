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
        Bounded{field_with_one_link(20)}}) {
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

BOOST_AUTO_TEST_SUITE_END()
