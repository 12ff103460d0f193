// The connected parts of a field: players whom games connect, directly or through others.
#pragma once

#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace toptile {

class ConnectedPlayers {
 public:
  explicit ConnectedPlayers(int players) : root_(static_cast<std::size_t>(players)) {
    std::iota(root_.begin(), root_.end(), 0);
  }

  void join(int one, int other) {
    one = root(one);
    other = root(other);
    if (one > other) std::swap(one, other);
    root_[other] = one;
  }

  // The number of each player's part. Parts are numbered from 0 in the order of their first players.
  std::vector<int> numbers() {
    std::vector<int> numbers(root_.size());
    int count = 0;
    for (int player = 0; player < static_cast<int>(root_.size()); ++player)
      numbers[player] = root(player) == player ? count++ : numbers[root(player)];
    return numbers;
  }

 private:
  int root(int player) {
    while (root_[player] != player) player = root_[player] = root_[root_[player]];
    return player;
  }

  std::vector<int> root_;  // A player of the same part with a lower number, or the player itself.
};

}  // namespace toptile
