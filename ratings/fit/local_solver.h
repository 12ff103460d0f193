// Conjugate gradients that begin at one or two players of a large field and look at others only as far as
// necessary: those who met them, those who met these, and so on.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "ratings/fit/sparse_information.h"

namespace toptile {

// A group of players, measured by the mean of its members, weighted by their information. With these weights,
// steps begin with the same value for all members.
struct Home {
  int number = 0;
  std::vector<int> members;
  double information = 0;
  // The information times a vector that is 1 on the members. It is 0 except where links lead out of the home.
  std::vector<std::pair<int, double>> border;
};

class LocalSolver {
 public:
  struct Field {
    const SparseInformation::Rows& information;  // The players' part.
    const Logits& diagonal;
    // The home of which each player is a member, or -1: a guest may depend on a few results far away.
    const std::vector<int>& home_of_member;
    bool is_exact = false;  // Whether solutions are exact apart from rounding.
  };

  // The field must outlive this object.
  explicit LocalSolver(const Field& field);

  // Solves for how far the player is above the mean of its home, or above another player if there is no home,
  // and adds the direction to `along`. Returns the variance, of which a few parts in 1000 may be missing.
  double solve(int player, const Home* home, std::optional<int> other, Logits& along);

 private:
  bool is_member(int player, const Home* home) const {
    return home != nullptr && field_.home_of_member[player] == home->number;
  }
  bool is_guest(int player) const { return field_.home_of_member[player] < 0; }
  bool reach_from(std::size_t first);
  void multiply();
  double size_of_residual(const Home* home) const;

  const Field& field_;
  Logits solution_, residual_, step_, product_;
  std::vector<int> reached_;  // The places at which any of the four vectors may be other than 0.
  std::vector<char> is_reached_;
};

}  // namespace toptile
