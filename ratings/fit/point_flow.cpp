#include "ratings/fit/point_flow.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <cstddef>
#include <map>
#include <utility>

#include "ratings/fit/connected_players.h"

namespace toptile {
namespace {

struct OneWay {
  int winner = 0, loser = 0;
  auto operator<=>(const OneWay&) const = default;
};

// The parts of a graph of players, where points flow along `ways` only.
std::vector<int> strong_parts(int players, const std::vector<OneWay>& ways) {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> beaten(static_cast<std::size_t>(players));
  for (const OneWay& way : ways) boost::add_edge(std::size_t(way.winner), std::size_t(way.loser), beaten);
  std::vector<int> part(static_cast<std::size_t>(players));
  boost::strong_components(beaten, part.data());
  return part;
}

// For each number below `count`, the values given with it, one number after the other.
void list_by_number(int count, std::span<const std::pair<int, int>> pairs, std::vector<int>& first,
                    std::vector<int>& values) {
  first.assign(static_cast<std::size_t>(count) + 1, 0);
  for (const auto& [number, value] : pairs) ++first[number + 1];
  for (int i = 0; i < count; ++i) first[i + 1] += first[i];
  values.resize(pairs.size());
  std::vector<int> next = first;
  for (const auto& [number, value] : pairs) values[next[number]++] = value;
}

}  // namespace

// Two players who took points from each other are in one part, so that few others are left to look at.
PointFlow::PointFlow(int players, std::span<const PointsOfTwo> meetings) {
  ConnectedPlayers both_ways(players);
  for (const PointsOfTwo& met : meetings)
    if (met.one_scored && met.other_scored) both_ways.join(met.one, met.other);
  part_of_ = both_ways.numbers();
  std::vector<OneWay> ways;
  for (const PointsOfTwo& met : meetings) {
    if (met.one_scored == met.other_scored) continue;
    const int winner = met.one_scored ? met.one : met.other, loser = met.one_scored ? met.other : met.one;
    if (part_of_[winner] != part_of_[loser]) ways.push_back({part_of_[winner], part_of_[loser]});
  }
  const auto count = [](const std::vector<int>& numbers) {
    return numbers.empty() ? 0 : *std::ranges::max_element(numbers) + 1;
  };
  if (!ways.empty()) {
    std::ranges::sort(ways);
    ways.erase(std::unique(ways.begin(), ways.end()), ways.end());
    const std::vector<int> strong = strong_parts(count(part_of_), ways);
    for (int& part : part_of_) part = strong[part];
    for (OneWay& way : ways) way = {strong[way.winner], strong[way.loser]};
    std::erase_if(ways, [](const OneWay& way) { return way.winner == way.loser; });
  }
  const int parts = count(part_of_);
  std::vector<std::pair<int, int>> pairs;
  for (int player = 0; player < players; ++player) pairs.emplace_back(part_of_[player], player);
  list_by_number(parts, pairs, first_player_, players_);
  pairs.clear();
  for (const OneWay& way : ways) pairs.emplace_back(way.winner, way.loser);
  list_by_number(parts, pairs, below_.first, below_.parts);
  for (auto& [winner, loser] : pairs) std::swap(winner, loser);
  list_by_number(parts, pairs, above_.first, above_.parts);
}

std::span<const int> PointFlow::players_of(int part) const {
  const auto begin = std::size_t(first_player_[part]), end = std::size_t(first_player_[part + 1]);
  return std::span(players_).subspan(begin, end - begin);
}

std::vector<int> PointFlow::within_parts(std::vector<int> set_of) const {
  std::map<std::pair<int, int>, int> numbers;
  for (std::size_t i = 0; i < set_of.size(); ++i) {
    const int next = static_cast<int>(numbers.size());
    set_of[i] = numbers.try_emplace({set_of[i], part_of_[i]}, next).first->second;
  }
  return set_of;
}

std::span<const int> PointFlow::Neighbours::of(int part) const {
  return std::span(parts).subspan(std::size_t(first[part]), std::size_t(first[part + 1] - first[part]));
}

template <class Visit>
void PointFlow::walk(std::vector<int> open, std::vector<bool>& seen, Visit neighbours) const {
  while (!open.empty()) {
    const int part = open.back();
    open.pop_back();
    neighbours(part, [&](std::span<const int> next) {
      for (const int neighbour : next) {
        if (seen[neighbour]) continue;
        seen[neighbour] = true;
        open.push_back(neighbour);
      }
    });
  }
}

std::vector<bool> PointFlow::reached(int part, Side side) const {
  std::vector<bool> seen(static_cast<std::size_t>(parts()));
  seen[part] = true;
  walk({part}, seen, [&](int at, const auto& go) { go((side == Side::above ? above_ : below_).of(at)); });
  return seen;
}

std::vector<bool> PointFlow::connected(std::span<const int> from, const std::vector<bool>& without) const {
  std::vector<bool> seen = without;
  std::vector<int> open;
  for (const int part : from) {
    if (seen[part]) continue;
    seen[part] = true;
    open.push_back(part);
  }
  walk(std::move(open), seen, [&](int at, const auto& go) {
    go(above_.of(at));
    go(below_.of(at));
  });
  for (std::size_t part = 0; part < seen.size(); ++part) seen[part] = seen[part] && !without[part];
  return seen;
}

}  // namespace toptile
