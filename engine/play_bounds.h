// Upper bounds on the worth of plays along a line. For every place of the line and every number of tiles left
// on the rack, they hold the most that the squares from there on could add to a word. They respect what the
// cross-sets and the rack allow on each square, but look up no words. The generator's search for the best
// play skips plays that cannot reach the best so far. This is the idea of MAGPIE's shadow plays, applied
// place by place.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/board_lines.h"

namespace toptile {

// A play's worth as one number: a point counts 16, and a tile laid costs 1. If two plays have the same
// points, the one that lays fewer tiles is worth more.
using Worth = int;
constexpr Worth worth_of(int points, int tiles_laid) {
  return points * 16 - tiles_laid;
}
inline constexpr Worth kWorthless = -16'000;

// The worth of plays beyond their points, for a search by value. It replaces the cost of 1 for each tile
// laid.
struct PlayWorths {
  // The worth of a laid tile, indexed by the height of the stack below it.
  std::array<Worth, kMaxHeight + 1> laid{};
  // A combination of tiles is a number: the sum of the strides of their faces.
  std::array<std::uint16_t, kMaxFaces> strides{};
  // Indexed by combination: the most that a play that lays at least these tiles is worth beyond its points
  // and `laid`.
  std::span<const Worth> most;
};

class PlayBounds {
 public:
  // One lane for every number of tiles left; the last stands for seven or more.
  static constexpr int kLanes = 8;
  using Lanes [[gnu::vector_size(2 * kLanes)]] = std::int16_t;

  // Whether a lane can hold the worth of every play from a rack of `tiles` tiles under a ruleset. If not,
  // bounds cannot be used.
  static bool can_hold(const Ruleset& rules, int tiles);
  static bool can_hold(const Ruleset& rules, int tiles, const PlayWorths& worths);

  // The facts about a rack that the bounds of all lines need.
  struct OfRack {
    // Without `laid`, a tile laid costs 1; see PlayWorths.
    OfRack(const Ruleset& rules, const Tiles& rack,
           const std::array<Worth, kMaxHeight + 1>* worths_laid = nullptr);

    const Ruleset& rules;
    FaceSet faces;
    FaceSet qu;  // The face that spells QU, whether the rack holds it or not.
    int tiles;
    Worth bonus;  // The bonus for laying all tiles of the rack; 0 unless it is full.
    // The worth of a square by the height of its stack: `laid` if a tile is laid on it, without the cross
    // word, and `stays` if its letter stays.
    std::array<Worth, kMaxHeight + 1> laid;
    Worth laid_flat;  // The worth of a tile on an empty square, in a flat word.
    std::array<Lanes, kMaxHeight + 1> stays, stays_flat;
  };

  void read(const BoardLine& line, const OfRack& rack);

  // The places where a tile of the rack may be laid.
  Places layable() const { return layable_; }

  // The most that can be added from a place on with this many tiles left on the rack: by the squares that
  // continue the word, or by ending the word there. It holds for a word with any stacks, and counts the
  // points of stacked tiles.
  Worth any(int place, int tiles_left) const { return any_[place][lane(tiles_left)]; }
  // The same with the points of flat tiles, for a word that can still be flat.
  Worth flat(int place, int tiles_left) const { return flat_[place][lane(tiles_left)]; }

 private:
  static int lane(int tiles_left) { return tiles_left < kLanes ? tiles_left : kLanes - 1; }
  static Lanes all(Worth worth);

  BoardLine::ByPlace<Lanes> any_, flat_;
  Places layable_ = 0;
};

}  // namespace toptile
