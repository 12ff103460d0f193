// Which players took points from which others. Where points flow one way only, results limit how far two
// sides are apart on one side only.
#pragma once

#include <span>
#include <vector>

namespace toptile {

// The points that two players took from each other.
struct PointsOfTwo {
  int one = 0, other = 0;
  bool one_scored = false, other_scored = false;
};

class PointFlow {
 public:
  // The same two players may be given more than once. Players are 0 … players-1.
  PointFlow(int players, std::span<const PointsOfTwo> meetings);

  // The part of each player, numbered from 0: points flow from each player of a part to all others of it,
  // directly or through others.
  const std::vector<int>& part_of() const { return part_of_; }
  int parts() const { return static_cast<int>(first_player_.size()) - 1; }
  std::span<const int> players_of(int part) const;

  // Splits sets of players, given by number, where they are of different parts.
  std::vector<int> within_parts(std::vector<int> set_of) const;

  enum class Side { above, below };
  // Which parts are on this side of the part, including itself: above it are those that took points from it,
  // directly or through others. By number of the part.
  std::vector<bool> reached(int part, Side side) const;
  // Which parts games connect with any of `from` if the parts of `without` and their games are left out.
  std::vector<bool> connected(std::span<const int> from, const std::vector<bool>& without) const;

 private:
  // The parts next to each part on one side, one after the other.
  struct Neighbours {
    std::vector<int> first, parts;
    std::span<const int> of(int part) const;
  };
  template <class Visit>
  void walk(std::vector<int> open, std::vector<bool>& seen, Visit neighbours) const;

  std::vector<int> part_of_;
  std::vector<int> first_player_, players_;
  Neighbours above_, below_;
};

}  // namespace toptile
