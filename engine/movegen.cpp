#include "engine/movegen.h"

#include <algorithm>

#include "engine/play_walk.h"

namespace toptile {

namespace {

// Ranks row numbers as they are sorted in notation, where the column's letter or the point follows them.
int order_of_row(Direction direction, int row) {
  const int number = row + 1;
  if (number >= 10) return number;
  if (number == 1) return direction == Direction::across ? 17 : 9;  // "10d" < "1d", but "d1." < "d10."
  return 17 + number;
}

// Whether the notation of `a` is smaller byte by byte than that of `b`, which must be a different play.
bool is_notation_before(const Placement& a, const Placement& b, const Alphabet& alphabet) {
  if (a.direction != b.direction) return a.direction == Direction::across;  // A digit is before a letter.
  const int row_a = order_of_row(a.direction, a.start.row), row_b = order_of_row(a.direction, b.start.row);
  const bool is_across = a.direction == Direction::across;
  if (is_across && row_a != row_b) return row_a < row_b;
  if (a.start.column != b.start.column) return a.start.column < b.start.column;
  if (row_a != row_b) return row_a < row_b;
  int i = 0;
  while (i < a.word.size() && i < b.word.size() && a.word[i] == b.word[i]) ++i;
  if (i == a.word.size() || i == b.word.size()) return i < b.word.size();
  return alphabet.text(a.word[i]) < alphabet.text(b.word[i]);  // No text begins another.
}

struct ListSink {
  std::vector<ScoredPlay>& plays;
  bool take(const FoundPlay& play) {
    plays.push_back(play.scored());
    return true;
  }
};

struct CountSink {
  int count = 0;
  bool take(const FoundPlay&) {
    ++count;
    return true;
  }
};

struct FirstSink {
  std::optional<Placement> first;
  bool take(const FoundPlay& play) {
    first = play.scored().placement;
    return false;
  }
};

struct BestSink {
  ScoredPlay& best;
  const Alphabet& alphabet;
  Worth best_worth = kWorthless;

  Worth least() const { return best_worth; }
  bool take(const FoundPlay& found) {
    const Worth worth = worth_of(found.points, found.tiles_laid);
    if (worth < best_worth) return true;
    const ScoredPlay play = found.scored();
    if (worth > best_worth || is_before(play, best, alphabet)) best = play;
    best_worth = worth;
    return true;
  }
  bool has_one() const { return best_worth > kWorthless; }
};

}  // namespace

bool is_before(const ScoredPlay& a, const ScoredPlay& b, const Alphabet& alphabet) {
  if (a.points != b.points) return a.points > b.points;
  if (a.tiles_laid != b.tiles_laid) return a.tiles_laid < b.tiles_laid;
  return is_notation_before(a.placement, b.placement, alphabet);
}

void sort_best_first(std::vector<ScoredPlay>& plays, const Alphabet& alphabet) {
  std::ranges::sort(plays,
                    [&](const ScoredPlay& a, const ScoredPlay& b) { return is_before(a, b, alphabet); });
}

void generate_plays(const BoardLines& lines, const Tiles& rack, std::vector<ScoredPlay>& plays) {
  plays.clear();
  ListSink sink{plays};
  PlayWalk<Bounded::no, ListSink>(lines, rack, sink).walk();
}

int count_plays(const BoardLines& lines, const Tiles& rack) {
  CountSink sink;
  PlayWalk<Bounded::no, CountSink>(lines, rack, sink).walk();
  return sink.count;
}

bool find_best_play(const BoardLines& lines, const Tiles& rack, ScoredPlay& best) {
  BestSink sink{best, lines.rules().alphabet()};
  if (PlayBounds::can_hold(lines.rules(), rack.size())) {
    PlayWalk<Bounded::by_points, BestSink>(lines, rack, sink).walk();
  } else {
    PlayWalk<Bounded::no, BestSink>(lines, rack, sink).walk();
  }
  return sink.has_one();
}

std::optional<Placement> find_play(const BoardLines& lines, const Tiles& rack) {
  FirstSink sink;
  PlayWalk<Bounded::no, FirstSink>(lines, rack, sink).walk();
  return sink.first;
}

}  // namespace toptile
