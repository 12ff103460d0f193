// Results of games of two as CSV rows. The first row names the columns, in any order; columns with other
// names are ignored:
//   first   the player who moved first
//   second  the other player
//   score   the first player's score: 1, 0.5 or 0, or 1-0, 1/2-1/2, 0-1; * if the game has no result
//   pair    optional: games with the same text here share chance, as two games on one seed do; if it is
//           empty or missing, the game shares it with no other
//   spread  optional, may be empty: the first player's points less the second player's
// If there is a column player1 and no column first, the columns are those of ranked_csv.h.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ratings/tables/game_list.h"
#include "tournaments/exchange/csv_rows.h"
#include "tournaments/exchange/ranked_csv.h"

namespace toptile {

class CsvResults {
 public:
  // Takes the complete rows off the text. Unless `is_last`, the text continues in the next call, which must
  // get the remaining bytes followed by the next ones. An error names the line, and no call may follow it.
  Result<void> take(std::string_view& text, bool is_last, GameList& list);

 private:
  enum Column { kFirst, kSecond, kScore, kPair, kSpread };
  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

  Result<void> read_header();
  Result<void> read_row(GameList& list);
  bool has(Column column) const { return places_[column] != kAbsent; }
  std::string_view field(Column column) const { return rows_.fields()[places_[column]]; }
  Error error(const std::string& what) const;

  CsvRows rows_;
  std::array<std::size_t, 5> places_{};  // The indices of the columns among the fields.
  std::size_t columns_ = 0;              // The number of columns; 0 until the header is read.
  ClusterNames pairs_;
  std::optional<RankedColumns> ranked_;
};

}  // namespace toptile
