// How good a play along a line can be at best: for every place of the line and every number of tiles left on
// the rack, the most that the squares from there on could add to a word. Words are not looked up; what the
// cross-sets and the rack allow on each square is. The generator's search for the best play leaves out what
// cannot reach the best so far (the idea of the shadow plays of MAGPIE, here place by place).
#pragma once

#include <array>
#include <cstdint>

#include "engine/board_lines.h"

namespace toptile {

// A play's worth as one number: a point counts 16, a tile laid costs 1, so that of two plays with the same
// points the one that lays fewer tiles is worth more.
using Worth = int;
constexpr Worth worth_of(int points, int tiles_laid) {
  return points * 16 - tiles_laid;
}
inline constexpr Worth kWorthless = -16'000;

class PlayBounds {
 public:
  // One for every number of tiles left; the last stands for seven and any more.
  static constexpr int kLanes = 8;
  using Lanes [[gnu::vector_size(2 * kLanes)]] = std::int16_t;

  // Whether the worth of every play of so many tiles under a ruleset fits into the numbers here. Where not,
  // there are no bounds.
  static bool can_hold(const Ruleset& rules, int tiles);

  // What the bounds of all lines need to know of a rack.
  struct OfRack {
    OfRack(const Ruleset& rules, const Tiles& rack);

    const Ruleset& rules;
    FaceSet faces;
    FaceSet qu;  // The face that spells QU, whether the rack holds it or not.
    int tiles;
    Worth bonus;  // For laying all tiles of the rack.
    // A square's part, by the height of its stack: with a tile laid on it but for the cross word, and with
    // the letter that stays.
    std::array<Worth, kMaxHeight + 1> laid;
    Worth laid_flat;  // On an empty square.
    std::array<Lanes, kMaxHeight + 1> stays, stays_flat;
  };

  void read(const BoardLine& line, const OfRack& rack);

  // The places where a tile of the rack may be laid.
  Places layable() const { return layable_; }

  // The most that the squares from a place on, which goes on a word, or that the word's end there, can add
  // with some tiles left on the rack: whatever the word's stacks, by the points of a tile of a stack,
  Worth any(int place, int tiles_left) const {
    return any_[static_cast<std::size_t>(place)][lane(tiles_left)];
  }
  // and by those of a flat word, as long as it can be one.
  Worth flat(int place, int tiles_left) const {
    return flat_[static_cast<std::size_t>(place)][lane(tiles_left)];
  }

 private:
  static int lane(int tiles_left) { return tiles_left < kLanes ? tiles_left : kLanes - 1; }
  static Lanes all(Worth worth);

  BoardLine::ByPlace<Lanes> any_, flat_;
  Places layable_ = 0;
};

}  // namespace toptile
