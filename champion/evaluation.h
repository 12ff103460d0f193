// What a move is worth beyond its points: the tiles that are kept, and how the play changes the board. The
// numbers are in Weights; this header says what they are multiplied with.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "champion/weights.h"
#include "engine/board_lines.h"
#include "engine/play_walk.h"

namespace toptile::champion {

// The worth of tiles that are kept.
Value leave_of(const Weights::OfPhase& weights, FaceSet vowels, const Tiles& kept);

// The worth of a play beyond its points and its leave: a word of so many tiles in the line of play, for which
// these tiles are laid on the board.
Value way_of(const Weights::OfPhase& weights, const Board& before, std::span<const LaidTile> laid,
             int length);

// The values of all plays of a rack: what each can keep is worked out beforehand. A thread may have one of
// these at a time.
class PlayValues {
 public:
  // `bag` is the number of tiles in the bag before the play.
  PlayValues(const Weights& weights, FaceSet vowels, const BoardLines& lines, const Tiles& rack, int bag);

  Value of(const FoundPlay& play) const;
  // No play is worth more than its points and this.
  Value most_beyond_points() const { return most_; }

 private:
  const BoardLines& lines_;
  std::array<const Weights::OfPhase*, kMaxBoardSize + 1> phases_{};  // The index is the number of tiles laid.
  // The tiles laid as one number: the sum of the strides of their faces.
  std::array<std::uint16_t, kMaxFaces> strides_{};
  std::vector<Value>& leaves_;  // The index is that number; the room is the thread's own.
  Value most_ = 0;
};

}  // namespace toptile::champion
