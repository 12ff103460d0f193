// A race between candidates, of whom all that still run are tried with the same hidden tiles each time. Those
// that fall behind drop out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace toptile::champion {

// How one try of a candidate ended.
struct Outcome {
  double spread = 0;  // In points.
  double chance = 0;  // The share of a win, 0 … 1.
  std::uint64_t nodes = 0;
};

// What a candidate runs for. A chance to win counts as 1. A point of the spread counts so little that it
// decides only between chances that are nearly equal.
struct Aim {
  double of_win = 1, of_point = 0.0005;
  // The aim of those who want points, and nothing else.
  static constexpr Aim spread() { return {.of_win = 0}; }
  double merit(double chance, double spread) const { return of_win * chance + of_point * spread; }
  friend bool operator==(const Aim&, const Aim&) = default;
};

class Race {
 public:
  // `beliefs` says for each candidate what is thought of it before it is tried, in the merit of the aim. It
  // counts as much as a few tries. A candidate drops out when it is behind the leader by `confidence`
  // standard errors of the difference.
  Race(std::vector<double> beliefs, double confidence, const Aim& aim = {});

  // The numbers of the candidates that still run, in their order.
  const std::vector<std::size_t>& running() const { return running_; }
  // An outcome for each of them. All of them met the same tiles.
  void add(std::span<const Outcome> outcomes);
  void drop_those_behind();

  // What is known of a candidate.
  struct Standing {
    std::uint64_t tries = 0;
    double spread = 0, spread_error = 0;  // The mean, and its standard error.
    double chance = 0, chance_error = 0;
    double merit = 0;  // It has a part of what was thought of the candidate before.
    bool is_dropped = false;
  };
  Standing standing(std::size_t candidate) const;

 private:
  struct Sums {
    double sum = 0, squares = 0;
    void add(double value) {
      sum += value;
      squares += value * value;
    }
  };
  static double error_of(const Sums& sums, std::uint64_t count);
  double merit(std::size_t candidate) const;

  std::vector<double> beliefs_;
  double confidence_;
  Aim aim_;
  std::vector<std::size_t> running_;
  std::vector<std::uint64_t> tries_;
  std::vector<Sums> chances_, spreads_;
  std::vector<std::vector<Sums>>
      differences_;  // They are differences of merit; the lower number comes first.
};

}  // namespace toptile::champion
