#include "engine/board_lines.h"

#include <algorithm>
#include <bit>

namespace toptile {

BoardLines::BoardLines(const Ruleset& rules, const Lexicon& lexicon)
    : rules_(&rules), lexicon_(&lexicon), board_(rules.size) {
  TOPTILE_ASSERT(rules.alphabet() == lexicon.alphabet());
  for (Direction direction : {Direction::across, Direction::down}) {
    for (int number = 0; number < rules.size; ++number) {
      auto& allowed = line_to_change(direction, number).allowed;
      std::fill_n(allowed.begin(), rules.size, rules.alphabet().all());
    }
  }
}

void BoardLines::become(const Board& board) {
  TOPTILE_ASSERT(board.size() == rules_->size);
  earlier_boards_.clear();
  earlier_lines_.clear();
  std::array<std::array<Places, kMaxBoardSize>, 2> changed{};  // Indexed by direction and line.
  for (int row = 0; row < rules_->size; ++row) {
    if (board.has_same_row(board_, row)) continue;
    for (int column = 0; column < rules_->size; ++column) {
      const Square square = square_of(Direction::across, row, column);
      if (board.height(square) == board_.height(square) && board.top(square) == board_.top(square)) continue;
      board_.put(square, board.height(square), board.top(square));
      read_stack(square);
      changed[0][row] |= place_set(column);
      changed[1][column] |= place_set(row);
    }
  }
  for (Direction direction : {Direction::across, Direction::down}) {
    for (int number = 0; number < rules_->size; ++number) {
      const Places places = changed[static_cast<std::size_t>(direction)][number];
      if (places != 0) read_letters(direction, number, places);
    }
  }
}

void BoardLines::lay(std::span<const LaidTile> laid) {
  TOPTILE_ASSERT(!laid.empty());
  earlier_boards_.push_back(board_);
  earlier_lines_.insert(earlier_lines_.end(), lines_.begin(), lines_.begin() + 2 * rules_->size);
  Places rows = 0, columns = 0;
  for (const LaidTile& tile : laid) {
    board_.lay(tile);
    read_stack(tile.square);
    rows |= place_set(tile.square.row);
    columns |= place_set(tile.square.column);
  }
  TOPTILE_ASSERT(std::has_single_bit(rows) || std::has_single_bit(columns));
  for (Places rest = rows; rest != 0; rest &= rest - 1)
    read_letters(Direction::across, std::countr_zero(rest), columns);
  for (Places rest = columns; rest != 0; rest &= rest - 1)
    read_letters(Direction::down, std::countr_zero(rest), rows);
}

void BoardLines::take_back() {
  TOPTILE_ASSERT(!earlier_boards_.empty());
  board_ = earlier_boards_.back();
  earlier_boards_.pop_back();
  const auto earlier = earlier_lines_.end() - 2 * rules_->size;
  std::copy(earlier, earlier_lines_.end(), lines_.begin());
  earlier_lines_.erase(earlier, earlier_lines_.end());
}

// Updates what the two lines through a square know of its own stack.
void BoardLines::read_stack(Square square) {
  const int height = board_.height(square);
  TOPTILE_ASSERT(height <= rules_->height);
  const auto read = [&](BoardLine& line, int place) {
    const int more = height - line.height(place);
    for (int i = place + 1; i <= rules_->size; ++i) {
      std::uint8_t& tiles = line.tiles_before[i];
      tiles = static_cast<std::uint8_t>(tiles + more);
    }
    line.stays[place] = height > 0 ? set_of(board_.top(square)) : 0;
    line.occupied = (line.occupied & ~place_set(place)) | (height > 0 ? place_set(place) : 0);
    line.stacked = (line.stacked & ~place_set(place)) | (height > 1 ? place_set(place) : 0);
  };
  read(line_to_change(Direction::across, square.row), square.column);
  read(line_to_change(Direction::down, square.column), square.row);
}

// The letters of a line decide where its runs end, and what the lines that cross it may lay on the squares
// they share with it. This updates both when the letters at some places have changed: in the runs that hold
// these places, and on the squares next to those runs.
void BoardLines::read_letters(Direction direction, int number, Places changed) {
  BoardLine& own = line_to_change(direction, number);
  const auto is_in = [](Places set, int place) { return (set >> place & 1) != 0; };
  const Places runs = own.occupied | changed;
  int first = std::countr_zero(changed), last = static_cast<int>(std::bit_width(changed)) - 1;
  while (first > 0 && is_in(runs, first - 1)) --first;
  while (is_in(runs, last + 1)) ++last;
  first = std::max(first - 1, 0);
  last = std::min(last + 1, rules_->size - 1);

  int begin = first;  // The beginning of the run that ends before the place.
  while (begin > 0 && is_in(own.occupied, begin - 1)) --begin;
  const Lexicon::Node* prefix = &lexicon_->root();  // The node of that run; null if no word begins so.
  const Places here = place_set(number);            // This line's place in the lines that cross it.
  const auto n = static_cast<std::size_t>(number);
  for (int place = begin; place <= last; ++place) {
    const auto p = static_cast<std::size_t>(place);
    const FaceSet top = own.stays[p];
    if (place >= first) {
      // The end of the run that follows the place.
      const int end = place + 1 + std::countr_one(own.occupied >> (place + 1));
      const bool ends_run = top != 0 && end == place + 1 && begin < place;
      own.run_length[p] = static_cast<std::uint8_t>(ends_run ? end - begin : 0);

      const bool has_word = end - begin > 1;
      FaceSet allowed = rules_->alphabet().all();
      int points = 0, qu_points = 0;
      bool only_adds_s = false;
      if (has_word) {
        const std::span<const FaceSet> after(&own.stays[p] + 1, &own.stays[0] + end);
        allowed = prefix == nullptr ? 0 : faces_between(*prefix, after);
        const Places others = places_between(begin, end - 1) & ~place_set(place);
        const int tiles = own.tiles_before[end] - own.tiles_before[begin] + 1;
        if (top != 0 || (own.stacked & others) != 0) {
          points = qu_points = tiles * rules_->stacked_points;
        } else {
          points = tiles * rules_->flat_points;
          qu_points = points + rules_->qu_bonus;
          const FaceSet qu = rules_->qu() ? set_of(*rules_->qu()) : 0;
          for (int i = begin; i < end; ++i) {
            if ((own.stays[i] & qu) != 0) points = qu_points;
          }
        }
        const FaceSet s = rules_->plural_face() ? set_of(*rules_->plural_face()) : 0;
        only_adds_s = end == place + 1 && place - begin >= 2 && (own.stays[p - 1] & s) == 0;
      }
      const int height = own.height(place);
      BoardLine& crossing = line_to_change(other(direction), place);
      crossing.allowed[n] = height < rules_->height ? allowed & ~top : 0;
      crossing.cross_points[n] = static_cast<std::int16_t>(points);
      crossing.cross_qu_points[n] = static_cast<std::int16_t>(qu_points);
      crossing.has_cross = (crossing.has_cross & ~here) | (has_word ? here : 0);
      crossing.only_adds_s = (crossing.only_adds_s & ~here) | (only_adds_s ? here : 0);
    }
    if (top == 0) {
      begin = place + 1;
      prefix = &lexicon_->root();
    } else if (prefix != nullptr) {
      prefix = (prefix->children & top) != 0 ? &lexicon_->child(*prefix, lowest(top)) : nullptr;
    }
  }
}

// The faces that make a word between a prefix and the letters `after`.
FaceSet BoardLines::faces_between(const Lexicon::Node& prefix, std::span<const FaceSet> after) const {
  if (after.empty()) return prefix.ends;
  // Whether the letters from number `i` on lead from a node to the end of a word.
  const auto ends_word = [&](const Lexicon::Node* node, std::size_t i) {
    for (; i + 1 < after.size(); ++i) {
      if ((node->children & after[i]) == 0) return false;
      node = &lexicon_->child(*node, lowest(after[i]));
    }
    return (node->ends & after[i]) != 0;
  };
  FaceSet fitting = 0;
  if (&prefix == &lexicon_->root()) {
    const Lexicon::Beginnings& beginnings = lexicon_->beginnings(lowest(after[0]));
    if (after.size() == 1) return beginnings.words;
    if (after.size() == 2) return beginnings.ending_in(after[1]);
    for (FaceSet faces = beginnings.followed_by(after[1]); faces != 0; faces &= faces - 1) {
      if (ends_word(beginnings.nodes[lowest(faces)], 1)) fitting |= set_of(lowest(faces));
    }
    return fitting;
  }
  for (FaceSet faces = prefix.children; faces != 0; faces &= faces - 1) {
    if (ends_word(&lexicon_->child(prefix, lowest(faces)), 0)) fitting |= set_of(lowest(faces));
  }
  return fitting;
}

}  // namespace toptile
