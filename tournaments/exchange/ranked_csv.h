// Results of games of two to four as rows of CSV, as `toptile export --as csv` writes those of three and
// four. The first row names the columns, in any order; columns of other names are passed over. N is a seat,
// from 1 and without a gap:
//   playerN  who sat there
//   rankN    1 is the best; who tie share one
//   pointsN  optional, may be empty: in the game
//   fateN    optional: played; forfeited, so that points say nothing; withdrawn, not in the game at all
//   set      optional: games with the same text here share chance; with an empty one, a game shares it with
//            no other
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"
#include "tournaments/ratings/game_list.h"

namespace toptile {

class RankedColumns {
 public:
  using Fields = std::vector<std::string_view>;

  // That a first row names these columns, and not those of results of two.
  static bool is_header(const std::vector<std::string>& names);

  // Errors say what is wrong, not where.
  Result<void> read_header(const std::vector<std::string>& names);
  Result<void> read_row(const Fields& fields, GameList& list);

 private:
  struct Seat {
    std::size_t player, rank, points, fate;
  };
  struct Sitting {
    int player = 0;
    int rank = 0;
    std::optional<int> points;
  };

  // Nothing of who was withdrawn.
  Result<std::optional<Sitting>> read_seat(const Seat& seat, const Fields& fields, GameList& list) const;

  std::vector<Seat> seats_;
  std::size_t set_ = 0;
  ClusterNames sets_;
};

}  // namespace toptile
