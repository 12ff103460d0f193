// A race between candidates. All that are still in it are tried with the same hidden tiles each time; those
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

// What candidates are compared by. A win counts 1. A point of spread counts so little that it decides only
// between nearly equal chances to win.
struct Aim {
  double of_win = 1, of_point = 0.0005;
  // The aim that counts only points.
  static constexpr Aim spread() { return {.of_win = 0}; }
  double merit(double chance, double spread) const { return of_win * chance + of_point * spread; }
  friend bool operator==(const Aim&, const Aim&) = default;
};

class Race {
 public:
  // `beliefs` has each candidate's estimated merit before it is tried, in units of `aim`. It counts as much
  // as a few tries. A candidate drops out when it is behind the leader by `confidence` standard errors of the
  // difference.
  Race(std::vector<double> beliefs, double confidence, const Aim& aim = {});

  // The indices of the candidates that are still in the race, in ascending order.
  const std::vector<std::size_t>& running() const { return running_; }
  // Adds an outcome for each candidate in running(). All must have met the same tiles.
  void add(std::span<const Outcome> outcomes);
  void drop_those_behind();

  // The statistics of a candidate.
  struct Standing {
    std::uint64_t tries = 0;
    double spread = 0, spread_error = 0;  // The mean, and its standard error; 0 before 2 tries.
    double chance = 0, chance_error = 0;
    double merit = 0;  // Includes a part of the candidate's belief.
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
  std::vector<std::vector<Sums>> differences_;  // Differences of merit; the lower index comes first.
};

}  // namespace toptile::champion
