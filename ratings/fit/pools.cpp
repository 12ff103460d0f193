#include "ratings/fit/pools.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "ratings/fit/point_flow.h"

namespace toptile {
namespace {

// The part of each player. Points flow from each player of a part to all others of it, and back; with a prior
// they flow along all games. They reach all players of a body at once.
std::vector<int> parts_of(int players, std::span<const Cell> cells, std::span<const int> body_of) {
  std::vector<PointsOfTwo> meetings;
  meetings.reserve(cells.size());
  for (const Cell& cell : cells)
    meetings.push_back({body_of[cell.first], body_of[cell.second], cell.won() > 0, cell.lost() > 0});
  return PointFlow(players, meetings).part_of();
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

PointFlow flow_of(const RatingModel& model, std::span<const Cell> cells) {
  std::vector<PointsOfTwo> meetings;
  meetings.reserve(cells.size());
  for (const Cell& cell : cells)
    meetings.push_back(
        {model.body_of(cell.first), model.body_of(cell.second), cell.scored > 0, cell.scored < cell.played});
  return {model.players(), meetings};
}

PointFlow flow_of(const RatingModel& model, const GameSpan& games) {
  std::vector<PointsOfTwo> meetings;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const RankedGame game = games[i];
    for (int seat = 0; seat < game.seats; ++seat) {
      for (int other = 0; other < seat; ++other) {
        const double score = game.score_against(seat, other);
        meetings.push_back(
            {model.body_of(game.players[seat]), model.body_of(game.players[other]), score > 0, score < 1});
      }
    }
  }
  return {model.players(), meetings};
}

}  // namespace toptile
