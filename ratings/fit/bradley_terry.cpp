#include "ratings/fit/bradley_terry.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_set>
#include <utility>

namespace toptile {

std::vector<Cell> cells_of(int players, const GameSpan& games) {
  const auto n = static_cast<std::size_t>(players);
  std::vector<Cell> cells;
  if (n * n <= games.size()) {
    cells.resize(n * n);
    for (std::size_t i = 0; i < games.size(); ++i) {
      const RankedGame game = games[i];
      Cell& cell = cells[std::size_t(game.players[0]) * n + std::size_t(game.players[1])];
      cell.first = game.players[0];
      cell.second = game.players[1];
      cell.played += games.times(i);
      cell.scored += games.times(i) * game.score(0);
    }
    std::erase_if(cells, [](const Cell& cell) { return cell.played == 0; });
    return cells;
  }
  struct Played {
    int first = 0, second = 0, times = 1;
    float scored = 0;
  };
  std::vector<Played> list;
  list.reserve(games.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    const RankedGame game = games[i];
    const int times = games.times(i);
    list.push_back({game.players[0], game.players[1], times, static_cast<float>(times * game.score(0))});
  }
  const auto seats = [](const Played& game) { return std::pair(game.first, game.second); };
  std::ranges::sort(list, {}, seats);
  cells.reserve(list.size());  // The system does not take memory that is never written to.
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i == 0 || seats(list[i]) != seats(list[i - 1])) cells.push_back({list[i].first, list[i].second});
    cells.back().played += list[i].times;
    cells.back().scored += double{list[i].scored};
  }
  return cells;
}

double BradleyTerry::log_likelihood(const Logits& at) const {
  double total = 0;
  for (const Cell& cell : cells_) {
    // The logarithm of the less likely side's chance is lower than that of the other side by |logit|.
    const double logit = edge(cell, at), less_likely = logit >= 0 ? cell.lost() : cell.won();
    total -= (cell.played + cell.virtual_ties) * std::log1p(std::exp(-std::abs(logit))) +
             less_likely * std::abs(logit);
  }
  return total;
}

Logits BradleyTerry::gradient(const Logits& at) const {
  Logits result = Logits::Zero(parameters());
  for (const Cell& cell : cells_) {
    const Chances chance = chances(edge(cell, at));
    // This is not computed as won - games · chance. Near a chance of 1, that difference of large numbers
    // would be mostly rounding.
    const double surplus = cell.won() * chance.other - cell.lost() * chance.one;
    result[cell.first] += surplus;
    result[cell.second] -= surplus;
    if (has_advantage_) result[players()] += surplus;
  }
  return result;
}

std::vector<double> BradleyTerry::weights(const Logits& at) const {
  std::vector<double> result;
  result.reserve(cells_.size());
  for (const Cell& cell : cells_) {
    const Chances chance = chances(edge(cell, at));
    result.push_back((cell.played + cell.virtual_ties) * chance.one * chance.other);
  }
  return result;
}

// The likelihood is unbounded exactly if there is a direction (r, ±1) that goes against no result: no cell in
// which the second seat scored moves in favour of the first seat, and no cell in which the first seat scored
// moves against it. These are constraints r_i - r_j <= ±1. They can be met unless their graph has a negative
// cycle (Bellman and Ford). The players of a body move alike. If both signs have a solution, the sum of the
// two has no advantage in it. As points flow both ways, that sum changes no cell, and so neither solution
// does.
AdvantageCase advantage_case(std::span<const Cell> cells, std::span<const int> body_of) {
  const int players = static_cast<int>(body_of.size());
  // If two met in both orders, each time with points for both, there is no such direction.
  const auto has_both = [](const Cell& cell) { return cell.won() > 0 && cell.lost() > 0; };
  std::unordered_set<std::uint64_t> met;
  const auto key = [](int first, int second) {
    return std::uint64_t(std::uint32_t(first)) << 32 | std::uint32_t(second);
  };
  for (const Cell& cell : cells) {
    if (!has_both(cell)) continue;
    const int first = body_of[cell.first], second = body_of[cell.second];
    if (first == second || met.contains(key(second, first))) return AdvantageCase::finite;
    met.insert(key(first, second));
  }
  const auto rises_for_ever = [&](int direction) {
    std::vector<int> strength(static_cast<std::size_t>(players));
    const auto at_most = [&](int i, int j, int bound) {
      if (strength[i] <= strength[j] + bound) return false;
      strength[i] = strength[j] + bound;
      return true;
    };
    for (bool moved = true; moved;) {
      moved = false;
      for (const Cell& cell : cells) {
        const int first = body_of[cell.first], second = body_of[cell.second];
        if (cell.won() > 0) moved |= at_most(second, first, direction);
        if (cell.lost() > 0) moved |= at_most(first, second, -direction);
        // A path without a cycle is no longer than this.
        if (std::min(strength[first], strength[second]) <= -players) return false;
      }
    }
    return true;
  };
  const bool up = rises_for_ever(1), down = rises_for_ever(-1);
  if (up && down) return AdvantageCase::unidentified;
  return up || down ? AdvantageCase::unbounded : AdvantageCase::finite;
}

}  // namespace toptile
