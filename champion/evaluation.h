// The worth of a move beyond its points: the tiles that are kept, and how the play changes the board. Weights
// has the numbers; this header applies them.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "champion/weights.h"
#include "engine/board_lines.h"
#include "engine/play_bounds.h"
#include "engine/play_walk.h"

namespace toptile::champion {

// The worth of the tiles that are kept.
Value leave_of(const Weights::OfPhase& weights, FaceSet vowels, const Tiles& kept);

// The worth of a play beyond its points and its leave. `length` is the number of squares of the word in the
// line of play, and `laid` has the tiles laid for it.
Value way_of(const Weights::OfPhase& weights, const Board& before, std::span<const LaidTile> laid,
             int length);

// The values of all plays of a rack. The worth of all leaves is computed beforehand. A thread may have one of
// these at a time.
class PlayValues {
 public:
  // `bag` is the number of tiles in the bag before the play.
  PlayValues(const Weights& weights, FaceSet vowels, const BoardLines& lines, const Tiles& rack, int bag);

  Value of(const FoundPlay& play) const;
  // Bounds for the walk: no play of a given value is worth less in them than least_worth(value).
  const PlayWorths& worths() const { return worths_; }
  static Worth least_worth(Value value);

 private:
  void set_worths(const Tiles& rack, std::span<const std::uint16_t> laid_of);

  const BoardLines& lines_;
  std::array<const Weights::OfPhase*, kMaxBoardSize + 1> phases_{};  // Indexed by the number of tiles laid.
  std::vector<Value>& leaves_;  // Indexed by the combination laid; the memory belongs to the thread.
  PlayWorths worths_;
};

}  // namespace toptile::champion
