#include "engine/movegen.h"

#include <algorithm>
#include <string>

namespace toptile {

namespace {

Square square_of(Direction direction, int line, int place) {
  return direction == Direction::across
             ? Square{static_cast<std::int8_t>(line), static_cast<std::int8_t>(place)}
             : Square{static_cast<std::int8_t>(place), static_cast<std::int8_t>(line)};
}

std::string notation(const ScoredPlay& play, const Alphabet& alphabet) {
  std::string text;
  append_placement(text, play.placement, alphabet);
  return text;
}

}  // namespace

bool is_before(const ScoredPlay& a, const ScoredPlay& b, const Alphabet& alphabet) {
  if (a.points != b.points) return a.points > b.points;
  if (a.tiles_laid != b.tiles_laid) return a.tiles_laid < b.tiles_laid;
  return notation(a, alphabet) < notation(b, alphabet);
}

void sort_best_first(std::vector<ScoredPlay>& plays, const Alphabet& alphabet) {
  std::ranges::sort(plays,
                    [&](const ScoredPlay& a, const ScoredPlay& b) { return is_before(a, b, alphabet); });
}

// Walks one line of the board for all plays in it. `sink` takes each play and says whether to go on.
template <class Sink>
class LineWalk {
 public:
  LineWalk(const Ruleset& rules, const Lexicon& lexicon, Tiles rack, Sink& sink)
      : rules_(rules),
        lexicon_(lexicon),
        rack_(rack),
        has_full_rack_(rack.size() == rules.rack),
        sink_(sink) {}

  // False when the sink has had enough.
  bool walk(const MoveGenerator::Line& line, Direction direction, int number) {
    line_ = &line;
    direction_ = direction;
    for (int start = 0; start < rules_.size; ++start) {
      if (start > 0 && at(start - 1).height > 0) continue;
      if (!can_reach_anchor(start)) continue;
      start_ = square_of(direction, number, start);
      if (!extend(start, lexicon_.root(), State{})) return false;
    }
    return true;
  }

 private:
  // What the word so far comes to.
  struct State {
    int tiles = 0;         // Of its stacks, those below too.
    int cross_points = 0;  // Of the words across it.
    std::int8_t laid = 0;
    std::int8_t last_laid = 0;  // The place of the last laid tile.
    bool is_flat = true;
    bool has_qu = false;
    bool is_anchored = false;   // Rule 3 holds.
    bool keeps_letter = false;  // A letter of the run being passed stays: rule 6 holds for it.
  };

  const MoveGenerator::Cell& at(int place) const { return (*line_)[static_cast<std::size_t>(place)]; }

  // Before the first anchor all squares are empty: each costs a tile.
  bool can_reach_anchor(int start) const {
    for (int place = start; place < rules_.size && place - start < rack_.size() + 1; ++place) {
      if (at(place).is_anchor) return at(place).height > 0 || place - start < rack_.size();
    }
    return false;
  }

  bool extend(int place, const Lexicon::Node& node, const State& state) {
    const MoveGenerator::Cell& cell = at(place);
    if (cell.height > 0 && contains(node.children, cell.top)) {
      State next = state;
      next.tiles = state.tiles + cell.height;
      next.is_flat = state.is_flat && cell.height == 1;
      next.has_qu = state.has_qu || cell.top == rules_.qu();
      next.is_anchored = true;
      next.keeps_letter = true;
      if (!advance(place, node, cell.top, next)) return false;
    }
    for (FaceSet faces = node.children & rack_.faces() & cell.allowed; faces != 0; faces &= faces - 1) {
      const Face face = lowest(faces);
      const bool is_qu = face == rules_.qu();
      State next = state;
      next.tiles = state.tiles + cell.height + 1;
      next.cross_points = state.cross_points + (is_qu ? cell.cross_qu_points : cell.cross_points);
      next.is_flat = state.is_flat && cell.height == 0;
      next.has_qu = state.has_qu || is_qu;
      next.is_anchored = state.is_anchored || cell.is_anchor;
      next.keeps_letter = state.keeps_letter && cell.height > 0;
      next.last_laid = static_cast<std::int8_t>(place);
      ++next.laid;
      rack_.remove(face);
      const bool goes_on = advance(place, node, face, next);
      rack_.add(face);
      if (!goes_on) return false;
    }
    return true;
  }

  bool advance(int place, const Lexicon::Node& node, Face face, const State& state) {
    if (at(place).ends_word && !state.keeps_letter) return true;  // Rule 6.
    word_.push_back(face);
    bool goes_on = true;
    if (contains(node.ends, face) && at(place + 1).height == 0 && state.laid > 0 && state.is_anchored)
      goes_on = take(place, state);
    if (goes_on && place + 1 < rules_.size) goes_on = extend(place + 1, lexicon_.child(node, face), state);
    word_.pop_back();
    return goes_on;
  }

  bool take(int place, const State& state) {
    if (word_.size() < 2) return true;
    if (state.laid == 1) {
      const MoveGenerator::Cell& cell = at(state.last_laid);
      if (direction_ == Direction::down && cell.has_cross) return true;  // Found across already.
      const bool only_adds_s_here = state.last_laid == place && word_.back() == rules_.plural_face() &&
                                    cell.height == 0 && word_.size() >= 3 &&
                                    word_[word_.size() - 2] != word_.back();
      if (only_adds_s_here && (!cell.has_cross || cell.only_adds_s)) return true;  // Rule 7.
    }
    int points = state.cross_points;
    if (state.is_flat) {
      points += state.tiles * rules_.flat_points + (state.has_qu ? rules_.qu_bonus : 0);
    } else {
      points += state.tiles * rules_.stacked_points;
    }
    if (has_full_rack_ && state.laid == rules_.rack) points += rules_.all_tiles_bonus;
    return sink_(ScoredPlay{{start_, direction_, word_}, points, state.laid});
  }

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  Tiles rack_;
  const bool has_full_rack_;
  Sink& sink_;
  const MoveGenerator::Line* line_ = nullptr;
  Direction direction_ = Direction::across;
  Square start_;
  Word word_;
};

MoveGenerator::MoveGenerator(const Ruleset& rules, const Lexicon& lexicon)
    : rules_(rules), lexicon_(lexicon), seen_(rules.size) {
  TOPTILE_ASSERT(rules.alphabet() == lexicon.alphabet());
}

template <class Sink>
void MoveGenerator::walk(const Board& board, const Tiles& rack, Sink sink) {
  look_at(board);
  LineWalk<Sink> line_walk(rules_, lexicon_, rack, sink);
  for (Direction direction : {Direction::across, Direction::down}) {
    for (int line = 0; line < rules_.size; ++line) {
      if (!line_walk.walk(lines_[static_cast<std::size_t>(direction)][static_cast<std::size_t>(line)],
                          direction, line))
        return;
    }
  }
}

void MoveGenerator::generate(const Board& board, const Tiles& rack, std::vector<ScoredPlay>& plays) {
  plays.clear();
  walk(board, rack, [&](const ScoredPlay& play) {
    plays.push_back(play);
    return true;
  });
}

bool MoveGenerator::find_best(const Board& board, const Tiles& rack, ScoredPlay& best) {
  bool has_one = false;
  walk(board, rack, [&](const ScoredPlay& play) {
    if (!has_one || is_before(play, best, rules_.alphabet())) best = play;
    has_one = true;
    return true;
  });
  return has_one;
}

bool MoveGenerator::has_play(const Board& board, const Tiles& rack) {
  bool has_one = false;
  walk(board, rack, [&](const ScoredPlay&) {
    has_one = true;
    return false;
  });
  return has_one;
}

void MoveGenerator::look_at(const Board& board) {
  TOPTILE_ASSERT(board.size() == rules_.size);
  const bool anchors_moved = !has_seen_ || seen_.is_empty() != board.is_empty();
  if (!anchors_moved && seen_ == board) return;
  for (Direction direction : {Direction::across, Direction::down}) {
    for (int line = 0; line < rules_.size; ++line) {
      if (anchors_moved || !is_line_seen(direction, line, board)) look_at_line(direction, line, board);
    }
  }
  seen_ = board;
  has_seen_ = true;
}

bool MoveGenerator::is_line_seen(Direction direction, int line, const Board& board) const {
  for (int place = 0; place < rules_.size; ++place) {
    const Square square = square_of(direction, line, place);
    if (board.height(square) != seen_.height(square) || board.top(square) != seen_.top(square)) return false;
  }
  return true;
}

// A line's letters decide where its own words end, and for the lines that cross it what may be laid on the
// crossing.
void MoveGenerator::look_at_line(Direction direction, int line, const Board& board) {
  const int size = rules_.size;
  std::array<int, kMaxBoardSize + 2> height{};  // From index 1, an empty square on either side.
  std::array<Face, kMaxBoardSize + 2> top{};
  for (int i = 1; i <= size; ++i) {
    const Square square = square_of(direction, line, i - 1);
    height[static_cast<std::size_t>(i)] = board.height(square);
    top[static_cast<std::size_t>(i)] = board.top(square);
  }
  const auto height_at = [&](int i) { return height[static_cast<std::size_t>(i)]; };
  const auto top_at = [&](int i) { return top[static_cast<std::size_t>(i)]; };

  for (int i = 1; i <= size; ++i) {
    const Square square = square_of(direction, line, i - 1);
    cell(direction, square).ends_word = height_at(i) > 0 && height_at(i - 1) > 0 && height_at(i + 1) == 0;

    int first = i, last = i;
    while (height_at(first - 1) > 0) --first;
    while (height_at(last + 1) > 0) ++last;
    Cell& crossing = cell(other(direction), square);
    const bool ends_word = crossing.ends_word;
    crossing = Cell{};
    crossing.ends_word = ends_word;
    crossing.top = top_at(i);
    crossing.height = static_cast<std::uint8_t>(height_at(i));
    crossing.has_cross = first < last;
    crossing.is_anchor = board.is_empty() ? board.is_centre(square) : height_at(i) > 0 || crossing.has_cross;

    crossing.allowed = rules_.alphabet().all();
    if (crossing.has_cross) {
      crossing.allowed = 0;
      const Lexicon::Node* node = &lexicon_.root();
      int place = first;
      while (place < i && contains(node->children, top_at(place)))
        node = &lexicon_.child(*node, top_at(place++));
      if (place == i && last == i) crossing.allowed = node->ends;
      for (FaceSet faces = place == i && last > i ? node->children : 0; faces != 0; faces &= faces - 1) {
        const Lexicon::Node* after = &lexicon_.child(*node, lowest(faces));
        int next = i + 1;
        while (next < last && contains(after->children, top_at(next)))
          after = &lexicon_.child(*after, top_at(next++));
        if (next == last && contains(after->ends, top_at(last))) crossing.allowed |= set_of(lowest(faces));
      }

      int tiles = 1;
      bool is_flat = height_at(i) == 0, has_qu = false;
      for (int j = first; j <= last; ++j) {
        tiles += height_at(j);
        is_flat = is_flat && (j == i || height_at(j) == 1);
        has_qu = has_qu || (j != i && top_at(j) == rules_.qu());
      }
      const int plain = tiles * (is_flat ? rules_.flat_points : rules_.stacked_points);
      crossing.cross_points = plain + (is_flat && has_qu ? rules_.qu_bonus : 0);
      crossing.cross_qu_points = plain + (is_flat ? rules_.qu_bonus : 0);
      crossing.only_adds_s = last == i && i - first >= 2 && top_at(i - 1) != rules_.plural_face();
    }
    if (height_at(i) > 0) crossing.allowed &= ~set_of(top_at(i));
    if (height_at(i) >= rules_.height) crossing.allowed = 0;
  }
}

}  // namespace toptile
