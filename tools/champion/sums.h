// Sums of integers. They do not depend on the order of addition, so results do not depend on the number of
// threads.
#pragma once

#include <cstdint>

#include "base/json_fields.h"

namespace toptile::champion {

// Enough for a mean and its standard error.
struct Sum {
  std::int64_t count = 0, sum = 0, squares = 0;

  void add(std::int64_t value) {
    ++count;
    sum += value;
    squares += value * value;
  }
  void add(const Sum& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
  }
  friend bool operator==(const Sum&, const Sum&) = default;
};

// How games ended for one side.
struct GameResults {
  Sum spread;
  std::int64_t half_wins = 0;  // A tie is half a win.

  void add(int value) {
    spread.add(value);
    half_wins += value > 0 ? 2 : value == 0 ? 1 : 0;
  }
  void add(const GameResults& other) {
    spread.add(other.spread);
    half_wins += other.half_wins;
  }
  friend bool operator==(const GameResults&, const GameResults&) = default;
};

// Two numbers of the same game, for their covariance.
struct CrossSum {
  Sum x, y;
  std::int64_t products = 0;

  void add(std::int64_t of_x, std::int64_t of_y) {
    x.add(of_x);
    y.add(of_y);
    products += of_x * of_y;
  }
  void add(const CrossSum& other) {
    x.add(other.x);
    y.add(other.y);
    products += other.products;
  }
  friend bool operator==(const CrossSum&, const CrossSum&) = default;
};

// [count, sum, sum of squares]
inline std::size_t index_of(int number) {
  return static_cast<std::size_t>(number);
}

inline Json json_of(const Sum& sum) {
  return Json::array({sum.count, sum.sum, sum.squares});
}

}  // namespace toptile::champion
