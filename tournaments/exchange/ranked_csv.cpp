#include "tournaments/exchange/ranked_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/json_fields.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/shown_name.h"
#include "tournaments/exchange/csv_rows.h"
#include "tournaments/exchange/written_results.h"

namespace toptile {
namespace {

constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

std::size_t place_of(const std::vector<std::string>& names, const std::string& name) {
  const auto at = std::ranges::find(names, name);
  return at == names.end() ? kAbsent : static_cast<std::size_t>(at - names.begin());
}

std::string_view field_of(const RankedColumns::Fields& fields, std::size_t place) {
  return place == kAbsent ? std::string_view() : fields[place];
}

Error wrong(std::string_view what, std::string_view field, std::string_view allowed) {
  return {fmt::format("the {} \"{}\" is {}", what, printable(field), allowed)};
}

}  // namespace

bool RankedColumns::is_header(const std::vector<std::string>& names) {
  return place_of(names, "player1") != kAbsent && place_of(names, "first") == kAbsent;
}

Result<void> RankedColumns::read_header(const std::vector<std::string>& names) {
  for (int number = 1; place_of(names, fmt::format("player{}", number)) != kAbsent; ++number) {
    const auto place = [&](const char* name) { return place_of(names, fmt::format("{}{}", name, number)); };
    if (number > kMaxPlayers)
      return Error{fmt::format("there is a player{}, but a game has at most {}", number, kMaxPlayers)};
    if (place("rank") == kAbsent) return Error{fmt::format("no column is called rank{}", number)};
    for (const char* name : {"player", "rank", "points", "fate"})
      if (std::ranges::count(names, fmt::format("{}{}", name, number)) > 1)
        return Error{fmt::format("two columns are called {}{}", name, number)};
    seats_.push_back({place("player"), place("rank"), place("points"), place("fate")});
  }
  if (seats_.size() < 2) return Error{"no column is called player2"};
  set_ = place_of(names, "set");
  return success();
}

Result<std::optional<RankedColumns::Sitting>> RankedColumns::read_seat(const Seat& seat, const Fields& fields,
                                                                       GameList& list) const {
  const std::string_view fate = field_of(fields, seat.fate);
  if (fate == "withdrawn") return std::optional<Sitting>();
  if (!fate.empty() && fate != "played" && fate != "forfeited")
    return wrong("fate", fate, "not one of played, forfeited and withdrawn");
  Sitting sitting;
  const std::string_view name = unguarded(fields[seat.player]);
  const int players_before = list.players();
  sitting.player = list.player(name);
  if (list.players() > players_before) {
    if (const auto fault = name_fault(name)) return Error{*fault};
  }
  const auto rank = parse_number<int>(fields[seat.rank]);
  if (!rank || *rank < 1 || *rank > kMaxPlayers)
    return wrong("rank", fields[seat.rank], fmt::format("not a whole number from 1 to {}", kMaxPlayers));
  sitting.rank = *rank;
  const std::string_view points = field_of(fields, seat.points);
  if (points.empty() || fate == "forfeited") return std::optional(sitting);
  sitting.points = parse_number<int>(points);
  if (!sitting.points || *sitting.points > kMaxResultScore || *sitting.points < -kMaxResultScore)
    return wrong("number of points", points, "not a whole number");
  return std::optional(sitting);
}

Result<void> RankedColumns::read_row(const Fields& fields, GameList& list) {
  RankedGame game;
  game.seats = 0;
  std::array<int, kMaxPlayers> points{};
  bool has_points = true;
  for (const Seat& seat : seats_) {
    TOPTILE_TRY(const auto read, read_seat(seat, fields, list));
    if (!read) continue;
    const Sitting& sitting = *read;
    const auto begin = game.players.begin();
    if (std::find(begin, begin + game.seats, sitting.player) != begin + game.seats)
      return Error{fmt::format("{} plays itself", printable(fields[seat.player]))};
    const auto at = static_cast<std::size_t>(game.seats++);
    game.players[at] = sitting.player;
    game.ranks[at] = sitting.rank;
    points[at] = sitting.points.value_or(0);
    has_points = has_points && sitting.points;
  }
  if (game.seats < 2) {
    list.add_unfinished();
    return success();
  }
  if (has_points) game.points = points;
  const std::string_view set = field_of(fields, set_);
  game.cluster = set.empty() ? list.clusters() : sets_.cluster(set, list);
  list.add_ranked(game);
  return success();
}

}  // namespace toptile
