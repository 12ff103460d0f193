#include "ratings/tables/certain_circles.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

#include "ratings/fit/confidence.h"

namespace toptile {
namespace {

constexpr double kFalseCircles = 0.05;  // The chance that any win is called certain among equals.
constexpr double kMinDeviations = 1.9;  // Fewer make nothing certain, with any degrees of freedom.

struct ComparedPair {
  CertainWin win;
  double chance = 1;  // The chance of such a surplus between two equals, on either side.
};

ComparedPair compare(const HeadToHead& met, double pooled) {
  const double surplus = met.points - met.level.points(), variance = met.level.believed_variance(pooled);
  const CertainWin win = surplus > 0 ? CertainWin{met.one, met.other} : CertainWin{met.other, met.one};
  const double deviations = std::abs(surplus) / std::sqrt(variance);
  if (!(variance > 0) || deviations < kMinDeviations) return {win, 1};
  return {win, 2 * student_tail(met.level.degrees() + met.level.believed_degrees(), deviations)};
}

// The players that each player beats.
class Wins {
 public:
  explicit Wins(int players, std::span<const CertainWin> wins) : beaten_(static_cast<std::size_t>(players)) {
    for (const CertainWin& win : wins) beaten_[win.winner].push_back(win.loser);
  }
  int players() const { return static_cast<int>(beaten_.size()); }
  const std::vector<int>& beaten_by(int player) const { return beaten_[player]; }

  // Removes, again and again, players who beat nobody or are beaten by nobody. Usually that is nearly
  // everybody.
  void keep_circles() {
    std::vector<std::vector<int>> beaten_by(beaten_.size());
    std::vector<int> wins(beaten_.size()), losses(beaten_.size()), open;
    for (int player = 0; player < players(); ++player) {
      wins[player] = static_cast<int>(beaten_[player].size());
      for (const int loser : beaten_[player]) beaten_by[loser].push_back(player);
    }
    for (int player = 0; player < players(); ++player) {
      losses[player] = static_cast<int>(beaten_by[player].size());
      if (wins[player] == 0 || losses[player] == 0) open.push_back(player);
    }
    std::vector<bool> is_out(beaten_.size());
    while (!open.empty()) {
      const int player = open.back();
      open.pop_back();
      if (is_out[player]) continue;
      is_out[player] = true;
      for (const int loser : beaten_[player])
        if (--losses[loser] == 0) open.push_back(loser);
      for (const int winner : beaten_by[player])
        if (--wins[winner] == 0) open.push_back(winner);
    }
    for (int player = 0; player < players(); ++player) {
      if (is_out[player]) beaten_[player].clear();
      std::erase_if(beaten_[player], [&](int loser) { return is_out[loser]; });
    }
  }

 private:
  std::vector<std::vector<int>> beaten_;
};

// The player before each player on a shortest chain of wins from `start`; -1 if no chain leads there.
std::vector<int> ways_from(int start, const Wins& wins) {
  std::vector<int> before(static_cast<std::size_t>(wins.players()), -1), next{start};
  for (std::size_t i = 0; i < next.size(); ++i) {
    for (const int loser : wins.beaten_by(next[i])) {
      if (loser == start || before[loser] >= 0) continue;
      before[loser] = next[i];
      next.push_back(loser);
    }
  }
  return before;
}

}  // namespace

std::vector<CertainWin> certain_wins(std::span<const HeadToHead> met, double pooled) {
  std::vector<ComparedPair> comparisons;
  for (const HeadToHead& pairing : met) comparisons.push_back(compare(pairing, pooled));
  std::ranges::sort(comparisons, {},
                    [](const ComparedPair& each) { return std::pair(each.chance, each.win); });
  std::vector<CertainWin> wins;
  for (const ComparedPair& each : comparisons) {
    if (each.chance > kFalseCircles / double(comparisons.size() - wins.size())) break;
    wins.push_back(each.win);
  }
  std::ranges::sort(wins);
  return wins;
}

std::vector<Circle> circles_of(int players, std::span<const CertainWin> won) {
  Wins wins(players, won);
  wins.keep_circles();
  std::vector<Circle> circles;
  for (int loser = 0; loser < players; ++loser) {
    if (wins.beaten_by(loser).empty()) continue;
    const std::vector<int> before = ways_from(loser, wins);
    for (int winner = 0; winner < players; ++winner) {
      if (before[winner] < 0 || !std::ranges::binary_search(wins.beaten_by(winner), loser)) continue;
      Circle circle;
      for (int player = winner; player != loser; player = before[player]) circle.push_back(player);
      circle.push_back(loser);
      std::ranges::reverse(circle);
      std::rotate(circle.begin(), std::ranges::min_element(circle), circle.end());
      circles.push_back(std::move(circle));
    }
  }
  std::ranges::sort(circles, {},
                    [](const Circle& circle) { return std::tuple(circle.size(), std::cref(circle).get()); });
  circles.erase(std::unique(circles.begin(), circles.end()), circles.end());
  return circles;
}

}  // namespace toptile
