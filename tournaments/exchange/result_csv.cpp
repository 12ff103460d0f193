#include "tournaments/exchange/result_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/json_fields.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/shown_name.h"
#include "tournaments/exchange/written_results.h"

namespace toptile {
namespace {

constexpr std::array<std::string_view, 5> kColumns = {"first", "second", "score", "pair", "spread"};
constexpr std::size_t kNeeded = 3;  // The first columns, as many as this, are required.

std::optional<double> parse_score(std::string_view text) {
  if (text == "1-0") return 1;
  if (text == "0-1") return 0;
  if (text == "1/2-1/2") return 0.5;
  const auto number = parse_written_number<double>(text);
  return number && (*number == 0 || *number == 0.5 || *number == 1) ? number : std::nullopt;
}

}  // namespace

Result<void> CsvResults::take(std::string_view& text, bool is_last, GameList& list) {
  while (true) {
    switch (rows_.take(text, is_last)) {
      case CsvRows::Taken::row: {
        TOPTILE_TRY_TO(columns_ == 0 ? read_header() : read_row(list));
        continue;
      }
      case CsvRows::Taken::none:
        if (is_last && columns_ == 0)
          return error("there is no header that names the columns first,second,score");
        return success();
      case CsvRows::Taken::broken:
        return error(
            "a quote is in the wrong place; put the whole field in quotes, and double the quotes inside it");
    }
  }
}

Error CsvResults::error(const std::string& what) const {
  return {fmt::format("line {}: {}", rows_.line(), what)};
}

Result<void> CsvResults::read_header() {
  std::vector<std::string> names(rows_.fields().begin(), rows_.fields().end());
  if (names.front().starts_with(kByteOrderMark)) names.front().erase(0, kByteOrderMark.size());
  columns_ = names.size();
  for (const char other : {';', '\t'}) {
    if (columns_ == 1 && names.front().find(other) != std::string::npos)
      return error(
          fmt::format("the columns are separated by {}, not by commas; save the table as CSV with commas",
                      other == ';' ? "semicolons" : "tabs"));
  }
  if (RankedColumns::is_header(names)) {
    if (const auto read = ranked_.emplace().read_header(names); !read) return error(read.error().message);
    return success();
  }
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    const auto at = std::ranges::find(names, kColumns[column]);
    places_[column] = at == names.end() ? kAbsent : static_cast<std::size_t>(at - names.begin());
    if (at != names.end() && std::ranges::count(names, kColumns[column]) > 1)
      return error(fmt::format("two columns are called {}", kColumns[column]));
    if (at == names.end() && column < kNeeded)
      return error(
          fmt::format("no column is called {}; the first line names the columns, as in first,second,score",
                      kColumns[column]));
  }
  return success();
}

Result<void> CsvResults::read_row(GameList& list) {
  if (rows_.fields().size() != columns_)
    return error(
        fmt::format("there are {} fields here, but {} in the first line", rows_.fields().size(), columns_));
  if (ranked_) {
    if (const auto read = ranked_->read_row(rows_.fields(), list); !read) return error(read.error().message);
    return success();
  }
  ScoredGame game;
  const int players_before = list.players();
  const std::string_view first = unguarded(field(kFirst)), second = unguarded(field(kSecond));
  game.first = list.player(first);
  game.second = list.player(second);
  if (list.players() > players_before) {
    for (const std::string_view name : {first, second})
      if (const auto fault = name_fault(name)) return error(*fault);
  }
  if (game.first == game.second) return error(fmt::format("{} plays itself", printable(first)));
  if (field(kScore) == "*") {
    list.add_unfinished();
    return success();
  }
  const auto score = parse_score(field(kScore));
  if (!score)
    return error(fmt::format("the score \"{}\" is not 1, 0.5 or 0 (or 1-0, 1/2-1/2, 0-1; * without a result)",
                             printable(field(kScore))));
  game.score = *score;
  int spread = kNoSpread;
  if (has(kSpread) && !field(kSpread).empty()) {
    const auto points = parse_written_number<int>(field(kSpread));
    if (!points || *points > kMaxResultScore || *points < -kMaxResultScore)
      return error(
          fmt::format("the spread \"{}\" is not a whole number of points", printable(field(kSpread))));
    spread = *points;
  }
  const bool is_paired = has(kPair) && !field(kPair).empty();
  game.cluster = is_paired ? pairs_.cluster(field(kPair), list) : list.clusters();
  list.add(game, spread);
  return success();
}

}  // namespace toptile
