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

// A number that is smaller for a play that is before another one, from its points, its tiles, its square and
// the first faces of its word. If two are equal, is_before decides. No ruleset allows a million points.
std::uint64_t order_of(const ScoredPlay& play, const Alphabet& alphabet) {
  constexpr int kPointsEnd = 1 << 20, kFacesCounted = 4;
  TOPTILE_ASSERT(play.points >= 0 && play.points < kPointsEnd);
  const auto& [start, direction, word] = play.placement;
  const auto row = static_cast<std::uint64_t>(order_of_row(direction, start.row));
  const auto column = static_cast<std::uint64_t>(start.column);
  const bool is_across = direction == Direction::across;
  std::uint64_t order = static_cast<std::uint64_t>(kPointsEnd - 1 - play.points);
  order = order << 5 | static_cast<std::uint64_t>(play.tiles_laid);
  order = order << 1 | static_cast<std::uint64_t>(!is_across);
  order = is_across ? order << 10 | row << 4 | column : order << 10 | column << 6 | row;
  for (int i = 0; i < kFacesCounted; ++i)
    order = order << 6 | static_cast<std::uint64_t>(i < word.size() ? alphabet.rank_of_text(word[i]) + 1 : 0);
  return order;
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
  struct Ordered {
    std::uint64_t order;
    std::uint32_t index;
  };
  std::vector<Ordered> ordered;
  ordered.reserve(plays.size());
  for (const ScoredPlay& play : plays)
    ordered.push_back({order_of(play, alphabet), static_cast<std::uint32_t>(ordered.size())});
  std::ranges::sort(ordered, [&](const Ordered& a, const Ordered& b) {
    return a.order != b.order ? a.order < b.order : is_before(plays[a.index], plays[b.index], alphabet);
  });
  std::vector<ScoredPlay> sorted;
  sorted.reserve(plays.size());
  for (const Ordered& each : ordered) sorted.push_back(plays[each.index]);
  plays.swap(sorted);
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
