#include "tournaments/exchange/side_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/json_fields.h"
#include "base/utf8.h"

namespace toptile {

namespace {

struct Sides {
  int side = 0, other = 1;
};

// The side's score in a game. Games with the same cluster share chance.
struct SideGame {
  int cluster = 0;
  double score = 0;
};

std::string named(const std::string& name) {
  return printable(name);
}

Result<int> player_of(const std::string& name, const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  return Error{fmt::format("there is no player {} here{}", named(name), meant_name(name, names))};
}

Result<Sides> sides_of(const SidesWanted& wanted, const std::vector<std::string>& names) {
  const bool names_both = !wanted.side.empty() && !wanted.other.empty();
  if (names.size() < 2)
    return Error{fmt::format("only {} plays here, but a ratio needs two players", named(names.front()))};
  if (names.size() > 2 && !names_both) {
    return Error{
        fmt::format("there are {} players here, but a ratio needs two: name them with --bot and --against",
                    names.size())};
  }
  Sides sides;
  if (!wanted.side.empty()) {
    TOPTILE_TRY(const auto side, player_of(wanted.side, names));
    sides = {side, 1 - side};
  }
  if (!wanted.other.empty()) {
    TOPTILE_TRY(const auto other, player_of(wanted.other, names));
    sides = {wanted.side.empty() ? 1 - other : sides.side, other};
  }
  if (sides.side == sides.other)
    return Error{
        fmt::format("{} does not play against itself: name another player", named(names[sides.side]))};
  return sides;
}

Trinomial count_singles(const std::vector<SideGame>& games) {
  Trinomial results;
  for (const SideGame& game : games) results.add(game.score);
  return results;
}

// Games of a cluster must be consecutive.
Result<SideResults> count(const std::vector<SideGame>& games, bool counts_singles, SideResults result) {
  Pentanomial pairs;
  std::uint64_t singles = 0;
  for (std::size_t at = 0, end = 0; at < games.size(); at = end) {
    end = at;
    while (end < games.size() && games[end].cluster == games[at].cluster) ++end;
    if (end - at > 2 && !counts_singles) {
      return Error{
          fmt::format("{} games of {} against {} share chance, but a pair has two games: count every game by "
                      "itself, or split them into pairs",
                      end - at, named(result.names[0]), named(result.names[1]))};
    }
    if (end - at == 2) pairs.add(games[at].score, games[at + 1].score);
    if (end - at == 1) ++singles;
  }
  if (counts_singles || pairs.pairs() == 0) {
    result.results = count_singles(games);
  } else {
    result.results = pairs;
    result.left_out += singles;
  }
  return result;
}

Error no_game(const SideResults& result) {
  return Error{fmt::format("there is no game of {} against {} with a result", named(result.names[0]),
                           named(result.names[1]))};
}

}  // namespace

Result<SideResults> side_results(const GameList& list, const SidesWanted& wanted) {
  if (list.players() == 0) return Error{"there is no game with two players here"};
  TOPTILE_TRY(const auto found, sides_of(wanted, list.names()));
  const auto [side, other] = found;
  SideResults result{{list.names()[side], list.names()[other]},
                     {},
                     list.players() == 2 ? static_cast<std::uint64_t>(list.unfinished()) : 0};
  std::vector<SideGame> games;
  for (const ScoredGame& game : list.games()) {
    if (game.first == side && game.second == other) games.push_back({game.cluster, game.score});
    if (game.first == other && game.second == side) games.push_back({game.cluster, 1 - game.score});
  }
  if (games.empty()) return no_game(result);
  std::ranges::stable_sort(games, {}, &SideGame::cluster);
  return count(games, wanted.counts_singles, std::move(result));
}

Result<SideResults> side_results(const ReadRun& run, const SidesWanted& wanted) {
  const std::vector<std::string> names = bot_names(run.plan.bots);
  if (run.plan.format.players != 2) {
    return Error{
        fmt::format("its games have {} players, but a ratio needs games with two", run.plan.format.players)};
  }
  TOPTILE_TRY(const auto found, sides_of(wanted, names));
  const auto [side, other] = found;
  SideResults result{{names[side], names[other]}, {}, 0};
  std::vector<SideGame> games;
  for (const GameResult& game : run.results) {
    const int first = game.by_seat[0].entrant, second = game.by_seat[1].entrant;
    if (!(first == side && second == other) && !(first == other && second == side)) continue;
    if (game.is_void()) {
      ++result.left_out;
    } else {
      games.push_back({static_cast<int>(game.set()), game.beaten(first == side ? 0 : 1)});
    }
  }
  if (games.empty()) return no_game(result);
  std::ranges::stable_sort(games, {}, &SideGame::cluster);
  return count(games, wanted.counts_singles, std::move(result));
}

}  // namespace toptile
