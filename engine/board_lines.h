// A board seen as rows and columns. Each line holds, as bit masks, what a play along it needs to know about
// every square, above all the cross-sets. The lines are updated move by move: laying a play recomputes only
// the squares whose cross words it changes, and taking it back restores exactly the same bytes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/board.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile {

// A set of places of a line: bit p stands for place p. Places are counted from 0 at the line's beginning.
using Places = std::uint32_t;
constexpr Places place_set(int place) {
  return Places{1} << place;
}
// The places from the first to the last, both included.
constexpr Places places_between(int first, int last) {
  return (Places{2} << last) - (Places{1} << first);
}

// The square at a place of a line.
constexpr Square square_of(Direction direction, int line, int place) {
  return direction == Direction::across
             ? Square{static_cast<std::int8_t>(line), static_cast<std::int8_t>(place)}
             : Square{static_cast<std::int8_t>(place), static_cast<std::int8_t>(line)};
}

// A row or a column. A square's cross word is the word across the line that a tile laid on the square becomes
// part of. It has none if both neighbours across the line are empty. The arrays have one place beyond the
// last square: no tile is there, and none may be laid there.
struct BoardLine {
  template <class T>
  using ByPlace = std::array<T, kMaxBoardSize + 1>;

  ByPlace<FaceSet> stays{};                 // The set of the face on top; empty on an empty square.
  ByPlace<FaceSet> allowed{};               // The cross-set less the face on top; empty on a full stack.
  ByPlace<std::int16_t> cross_points{};     // Points of the cross word with a tile here; 0 without one.
  ByPlace<std::int16_t> cross_qu_points{};  // The same if the tile spells QU.
  ByPlace<std::uint8_t> tiles_before{};     // The number of tiles in all stacks before the place.
  ByPlace<std::uint8_t> run_length{};       // Length of the run of two or more that ends here; else 0.
  Places occupied = 0;
  Places stacked = 0;      // The places with a stack of two tiles or more.
  Places has_cross = 0;    // The places with a cross word.
  Places only_adds_s = 0;  // The places where an S would only add itself to the cross word (rule 7).

  int height(int place) const {
    const auto p = static_cast<std::size_t>(place);
    return tiles_before[p + 1] - tiles_before[p];
  }
  friend bool operator==(const BoardLine&, const BoardLine&) = default;
};

class BoardLines {
 public:
  // Begins with an empty board. Both must outlive the lines, and the lexicon's alphabet must be the
  // ruleset's.
  BoardLines(const Ruleset& rules, const Lexicon& lexicon);

  const Ruleset& rules() const { return *rules_; }
  const Lexicon& lexicon() const { return *lexicon_; }
  const Board& board() const { return board_; }
  const BoardLine& line(Direction direction, int number) const { return lines_[index(direction, number)]; }

  // Changes to another board, which must have the ruleset's size and no stack higher than it allows. The
  // fewer squares differ, the faster this is. Plays that were laid before can no longer be taken back.
  void become(const Board& board);

  // Lays the tiles of a play: one or more, in one line, at most one on a square.
  void lay(std::span<const LaidTile> laid);
  // Takes back the last play that has not been taken back yet; there must be one.
  void take_back();

  // Compares the board and the lines, but not what could be taken back.
  friend bool operator==(const BoardLines& a, const BoardLines& b) {
    return a.board_ == b.board_ && a.lines_ == b.lines_;
  }

 private:
  static std::size_t index(Direction direction, int number) {
    return static_cast<std::size_t>(number) * 2 + static_cast<std::size_t>(direction);
  }
  BoardLine& line_to_change(Direction direction, int number) { return lines_[index(direction, number)]; }
  void read_stack(Square square);
  void read_letters(Direction direction, int number, Places changed);
  FaceSet faces_between(const Lexicon::Node& prefix, std::span<const FaceSet> after) const;

  const Ruleset* rules_;
  const Lexicon* lexicon_;
  Board board_;
  std::array<BoardLine, 2 * kMaxBoardSize> lines_{};  // The order is row 1, column a, row 2 and so on.
  // The board and the lines before each play that can be taken back.
  std::vector<Board> earlier_boards_;
  std::vector<BoardLine> earlier_lines_;
};

}  // namespace toptile
