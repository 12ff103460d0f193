// The board: squares that hold stacks. The board knows the height and the top tile of each stack. The rules
// of a play need no more, and a position line has no more. The tiles below can be found in the game's turns.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstring>

#include "engine/tiles.h"

namespace toptile {

// Rows are counted from the top and columns from the left, both from 0.
struct Square {
  std::int8_t row = 0, column = 0;
  friend auto operator<=>(const Square&, const Square&) = default;
};

enum class Direction : std::uint8_t { across, down };

constexpr Direction other(Direction direction) {
  return direction == Direction::across ? Direction::down : Direction::across;
}

// The square that lies `count` steps further on, or back if `count` is negative. It may lie off the board.
constexpr Square step(Square square, Direction direction, int count) {
  if (direction == Direction::across) return {square.row, static_cast<std::int8_t>(square.column + count)};
  return {static_cast<std::int8_t>(square.row + count), square.column};
}

struct LaidTile {
  Square square;
  Face face = 0;
  friend bool operator==(const LaidTile&, const LaidTile&) = default;
};

class Board {
 public:
  explicit Board(int size) : size_(static_cast<std::int8_t>(size)) {
    TOPTILE_ASSERT(size >= 1 && size <= kMaxBoardSize);
  }

  int size() const { return size_; }
  bool has(Square square) const {
    return square.row >= 0 && square.row < size_ && square.column >= 0 && square.column < size_;
  }
  // Squares off the board have height 0, so that words end there.
  int height(Square square) const { return has(square) ? heights_[index(square)] : 0; }
  bool is_occupied(Square square) const { return height(square) > 0; }
  // The top tile's face. Meaningful only on an occupied square.
  Face top(Square square) const { return tops_[index(square)]; }
  bool is_empty() const { return tiles_ == 0; }
  // The number of all tiles, including those below others.
  int tiles() const { return tiles_; }
  // Rule 3: the four squares in the middle, or the single one if the board's size is odd.
  bool is_centre(Square square) const {
    const int low = (size_ - 1) / 2, high = size_ / 2;
    return square.row >= low && square.row <= high && square.column >= low && square.column <= high;
  }

  // Lays a tile on a square of the board. The judge decides whether it may lie there.
  void lay(LaidTile tile) {
    TOPTILE_ASSERT(has(tile.square));
    const std::size_t i = index(tile.square);
    tops_[i] = tile.face;
    ++heights_[i];
    ++tiles_;
  }
  // Takes the top tile off again. `below` is the face that then shows; it is ignored if the square becomes
  // empty.
  void lift(Square square, Face below) {
    const std::size_t i = index(square);
    TOPTILE_ASSERT(has(square) && heights_[i] > 0);
    --heights_[i];
    --tiles_;
    tops_[i] = heights_[i] == 0 ? Face{0} : below;
  }

  // Replaces the whole stack on a square.
  void put(Square square, int height, Face top) {
    TOPTILE_ASSERT(has(square) && height >= 0);
    const std::size_t i = index(square);
    tiles_ = static_cast<std::int16_t>(tiles_ + height - heights_[i]);
    heights_[i] = static_cast<std::uint8_t>(height);
    tops_[i] = height == 0 ? Face{0} : top;
  }

  // Whether a row holds the same stacks on another board of the same size.
  bool has_same_row(const Board& board, int row) const {
    const std::size_t first = static_cast<std::size_t>(row) * kMaxBoardSize;
    return std::memcmp(&heights_[first], &board.heights_[first], kMaxBoardSize) == 0 &&
           std::memcmp(&tops_[first], &board.tops_[first], kMaxBoardSize) == 0;
  }

  friend bool operator==(const Board&, const Board&) = default;

 private:
  static std::size_t index(Square square) {
    return static_cast<std::size_t>(square.row) * kMaxBoardSize + static_cast<std::size_t>(square.column);
  }

  std::int8_t size_;
  std::int16_t tiles_ = 0;
  // Empty squares hold 0, so that equality may compare the whole array.
  std::array<Face, kMaxBoardSize * kMaxBoardSize> tops_{};
  std::array<std::uint8_t, kMaxBoardSize * kMaxBoardSize> heights_{};
};

}  // namespace toptile
