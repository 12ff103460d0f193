#include "ratings/fit/pools.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <cstddef>
#include <utility>

#include "ratings/fit/connected_players.h"

namespace toptile {
namespace {

// The part of each player. Points flow from each player of a part to all others of it, and back; with a prior
// they flow along all games. They reach all players of a body at once.
std::vector<int> parts_of(int players, std::span<const Cell> cells, std::span<const int> body_of) {
  const auto flows_both_ways = [](const Cell& cell) { return cell.won() > 0 && cell.lost() > 0; };
  if (std::ranges::all_of(cells, flows_both_ways)) {
    ConnectedPlayers connected(players);
    for (const Cell& cell : cells) connected.join(body_of[cell.first], body_of[cell.second]);
    return connected.numbers();
  }
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> beaten(static_cast<std::size_t>(players));
  for (const Cell& cell : cells) {
    const auto first = std::size_t(body_of[cell.first]), second = std::size_t(body_of[cell.second]);
    if (cell.won() > 0) boost::add_edge(first, second, beaten);
    if (cell.lost() > 0) boost::add_edge(second, first, beaten);
  }
  std::vector<int> part(static_cast<std::size_t>(players));
  boost::strong_components(beaten, part.data());
  return part;
}

}  // namespace

std::vector<int> pools_of(int players, std::span<const Cell> cells, std::span<const int> body_of) {
  std::vector<int> part = parts_of(players, cells, body_of);
  for (std::size_t i = 0; i < part.size(); ++i) part[i] = part[body_of[i]];
  const int parts = part.empty() ? 0 : *std::ranges::max_element(part) + 1;
  struct Pool {
    int part = 0, players = 0, first = 0;
  };
  std::vector<Pool> pools(static_cast<std::size_t>(parts));
  for (int player = players - 1; player >= 0; --player) {
    Pool& pool = pools[part[player]];
    pool = {part[player], pool.players + 1, player};
  }
  std::vector<int> number(pools.size());
  std::erase_if(pools,
                [](const Pool& pool) { return pool.players == 0; });  // Its players went to their body.
  std::ranges::sort(pools, {}, [](const Pool& pool) { return std::pair(-pool.players, pool.first); });
  for (std::size_t i = 0; i < pools.size(); ++i) number[pools[i].part] = static_cast<int>(i);
  for (int& of_player : part) of_player = number[of_player];
  return part;
}

}  // namespace toptile
