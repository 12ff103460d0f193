// A board as its rows and columns see it: of each line what a play along it must know of every square, the
// cross-sets above all, as bit masks. Kept up to date move by move: laying a play works out anew only the
// squares whose cross words it changes, and taking it back restores the very bytes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/board.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile {

// Some places of a line, which are counted from 0 at its beginning: bit p stands for place p.
using Places = std::uint32_t;
constexpr Places place_set(int place) {
  return Places{1} << place;
}
// From the first to the last, both included.
constexpr Places places_between(int first, int last) {
  return (Places{2} << last) - (Places{1} << first);
}

// The square of a line's place.
constexpr Square square_of(Direction direction, int line, int place) {
  return direction == Direction::across
             ? Square{static_cast<std::int8_t>(line), static_cast<std::int8_t>(place)}
             : Square{static_cast<std::int8_t>(place), static_cast<std::int8_t>(line)};
}

// A row or a column. The cross word of a square is the word at right angles to the line that a tile laid
// there is part of; there is none where both neighbours on that side are empty. The arrays go one place past
// the last square: nothing stays there and nothing may be laid.
struct BoardLine {
  template <class T>
  using ByPlace = std::array<T, kMaxBoardSize + 1>;

  ByPlace<FaceSet> stays{};  // The face on top; none on an empty square.
  ByPlace<FaceSet>
      allowed{};  // What may be laid: the cross-set, less the face on top; nothing on a full stack.
  ByPlace<std::int16_t> cross_points{};     // Of the cross word with a tile laid here, 0 where there is none,
  ByPlace<std::int16_t> cross_qu_points{};  // and with the tile that spells QU.
  ByPlace<std::uint8_t> tiles_before{};     // In all stacks before the place.
  ByPlace<std::uint8_t> run_length{};       // Of the run of two squares or more that ends here; 0 elsewhere.
  Places occupied = 0;
  Places stacked = 0;      // Two tiles high or higher.
  Places has_cross = 0;    // There is a cross word.
  Places only_adds_s = 0;  // An S laid here does to the cross word what rule 7 forbids.

  int height(int place) const {
    const auto p = static_cast<std::size_t>(place);
    return tiles_before[p + 1] - tiles_before[p];
  }
  friend bool operator==(const BoardLine&, const BoardLine&) = default;
};

class BoardLines {
 public:
  // An empty board. Both must outlive the lines; the lexicon's alphabet must be the ruleset's.
  BoardLines(const Ruleset& rules, const Lexicon& lexicon);

  const Ruleset& rules() const { return *rules_; }
  const Lexicon& lexicon() const { return *lexicon_; }
  const Board& board() const { return board_; }
  const BoardLine& line(Direction direction, int number) const { return lines_[index(direction, number)]; }

  // Becomes another board of the ruleset's size and with no higher stack than it allows; the fewer squares
  // differ, the faster. No play that was laid can be taken back any more.
  void become(const Board& board);

  // Lays the tiles of a play: one or more, in one line, at most one on a square.
  void lay(std::span<const LaidTile> laid);
  // Takes back the last play that was laid and not taken back yet; there must be one.
  void take_back();

  // The same board and lines; what could be taken back is not compared.
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
  std::array<BoardLine, 2 * kMaxBoardSize> lines_{};  // Row 1, column a, row 2 and so on.
  // Before each play that can be taken back.
  std::vector<Board> earlier_boards_;
  std::vector<BoardLine> earlier_lines_;
};

}  // namespace toptile
