// Results of games of two to four as CSV rows. `toptile export --as csv` writes games of three and four in
// this form. The first row names the columns, in any order; columns with other names are ignored. N is a
// seat; seats count from 1 without a gap:
//   playerN  the player in the seat
//   rankN    the rank, where 1 is the best; players who tie have the same
//   pointsN  optional, may be empty: the points in the game
//   fateN    optional: played; forfeited (the points say nothing); withdrawn (not in the game at all)
//   set      optional: games with the same text here share chance; if it is empty, the game shares it with no
//            other
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ratings/tables/game_list.h"

namespace toptile {

class RankedColumns {
 public:
  using Fields = std::vector<std::string_view>;

  // Whether a first row names these columns, and not those for games of two (result_csv.h).
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

  // The player in a seat; nullopt if the player was withdrawn.
  Result<std::optional<Sitting>> read_seat(const Seat& seat, const Fields& fields, GameList& list) const;

  std::vector<Seat> seats_;
  std::size_t set_ = 0;
  ClusterNames sets_;
};

}  // namespace toptile
