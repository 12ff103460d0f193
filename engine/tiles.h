// Faces and tiles. A face is what a tile shows, an index into the ruleset's alphabet; a tile is known by its
// face.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "base/assert.h"

namespace toptile {

// An index into the alphabet, 0 … 31, in the order of the symbols.
using Face = std::uint8_t;
inline constexpr int kMaxFaces = 32;

// Bit f stands for face f.
using FaceSet = std::uint32_t;
constexpr FaceSet set_of(Face face) {
  return FaceSet{1} << face;
}
constexpr bool contains(FaceSet set, Face face) {
  return (set >> face & 1) != 0;
}

// The lowest face of a set that is not empty.
inline Face lowest(FaceSet set) {
  return static_cast<Face>(std::countr_zero(set));
}

inline constexpr int kMaxBoardSize = 16;
inline constexpr int kMaxHeight = 9;  // The highest stack of any ruleset.

// The faces of a word, or of a part of one, in reading order. A word is never longer than a board.
class Word {
 public:
  Word() = default;
  Word(std::initializer_list<Face> faces) {
    for (Face face : faces) push_back(face);
  }
  explicit Word(std::span<const Face> faces) : size_(static_cast<std::uint8_t>(faces.size())) {
    TOPTILE_ASSERT(faces.size() <= kMaxBoardSize);
    std::ranges::copy(faces, faces_.begin());
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Face operator[](int i) const { return faces_[i]; }
  Face back() const { return faces_[size_ - 1U]; }
  const Face* begin() const { return faces_.data(); }
  const Face* end() const { return faces_.data() + size_; }

  void push_back(Face face) {
    TOPTILE_ASSERT(size_ < kMaxBoardSize);
    faces_[size_++] = face;
  }
  void pop_back() { faces_[--size_] = 0; }

  friend auto operator<=>(const Word&, const Word&) = default;

 private:
  std::array<Face, kMaxBoardSize> faces_{};  // Unused places are 0, so that equality may compare them all.
  std::uint8_t size_ = 0;
};

// A multiset of tiles: a rack, the unseen tiles, a ruleset's whole set.
class Tiles {
 public:
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int count(Face face) const { return counts_[face]; }

  // The faces of which there is at least one.
  FaceSet faces() const { return faces_; }

  // There may be up to 255 tiles of a face.
  void add(Face face) {
    TOPTILE_ASSERT(face < kMaxFaces && counts_[face] < 255);
    ++counts_[face];
    ++size_;
    faces_ |= set_of(face);
  }
  // There must be such a tile.
  void remove(Face face) {
    TOPTILE_ASSERT(face < kMaxFaces && counts_[face] > 0);
    --size_;
    if (--counts_[face] == 0) faces_ &= ~set_of(face);
  }

  friend bool operator==(const Tiles&, const Tiles&) = default;

 private:
  std::array<std::uint8_t, kMaxFaces> counts_{};
  FaceSet faces_ = 0;
  std::int16_t size_ = 0;
};

}  // namespace toptile
