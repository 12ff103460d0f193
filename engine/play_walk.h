// The walk over the word graph that finds the plays of a rack (engine/movegen.h says how). It is for
// movegen.cpp alone.
//
// A sink decides what is done with the plays: `bool take(const FoundPlay&)` returns whether to go on. If the
// walk is bounded, `Worth least() const` says what a play must be worth to be of use, and the walk may leave
// out plays that are worth less. If it is bounded by worth and not by points, the sink also has
// `const PlayWorths& worths() const`.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

#include "engine/board_lines.h"
#include "engine/movegen.h"
#include "engine/play_bounds.h"

namespace toptile {

enum class Bounded { no, by_points, by_worth };

// A play as the walk finds it. The word is valid only during the call of take().
struct FoundPlay {
  Square start;
  Direction direction;
  std::span<const Face> word;
  int points, tiles_laid;

  ScoredPlay scored() const { return {{start, direction, Word(word)}, points, tiles_laid}; }
};

template <Bounded kBounded, class Sink>
class PlayWalk {
 public:
  PlayWalk(const BoardLines& lines, const Tiles& rack, Sink& sink)
      : lines_(lines),
        rules_(lines.rules()),
        lexicon_(lines.lexicon()),
        rack_(rules_, rack, worths_laid(sink)),
        sink_(sink) {
    for (FaceSet faces = rack_.faces; faces != 0; faces &= faces - 1)
      counts_[lowest(faces)] = static_cast<std::uint8_t>(rack.count(lowest(faces)));
    for (int number = 0; number < rules_.size; ++number) {
      find_starts(Direction::across, number);
      find_starts(Direction::down, number);
    }
    sort_starts();
  }

  void walk() {
    if (!walk_from_board()) return;
    if constexpr (kIsBounded) drop_starts();
    lay_beginning(lexicon_.root(), 0, rack_.faces, {});
  }

 private:
  static constexpr bool kIsBounded = kBounded != Bounded::no;
  static constexpr bool kHasWorths = kBounded == Bounded::by_worth;
  static constexpr int kMaxLines = 2 * kMaxBoardSize;
  static constexpr std::size_t kMaxStarts = kMaxLines * kMaxBoardSize;

  // A place where a word may begin. The squares from there to the line's next anchor are free, and tiles of
  // the rack may be laid on all of them.
  struct Start {
    const BoardLine* line;
    Direction direction;
    std::uint8_t number, place;
    std::uint8_t free;  // The number of squares before the anchor.

    std::size_t bounds() const { return number * 2U + static_cast<std::size_t>(direction); }
  };

  // What is known of the tiles laid so far beyond their points: the worths of the squares, and the
  // combination. A walk without worths needs nothing.
  struct KnownTiles {
    Worth squares = 0;
    std::size_t combination = 0;
  };
  struct Nothing {};
  using TilesSoFar = std::conditional_t<kHasWorths, KnownTiles, Nothing>;

  static const std::array<Worth, kMaxHeight + 1>* worths_laid(const Sink& sink) {
    if constexpr (kHasWorths) return &sink.worths().laid;
    return nullptr;
  }

  TilesSoFar with_tile(TilesSoFar tiles, Face face, int height) const {
    if constexpr (kHasWorths) {
      const PlayWorths& worths = sink_.worths();
      tiles.squares += worths.laid[static_cast<std::size_t>(height)];
      tiles.combination += worths.strides[face];
    }
    return tiles;
  }

  // The most that the tiles laid and the tiles kept are worth.
  Worth most_of(TilesSoFar tiles) const {
    if constexpr (kHasWorths) return tiles.squares + sink_.worths().most[tiles.combination];
    return 0;
  }

  // Rule 3: the places where a tile connects a play to the board or, on an empty board, covers the centre.
  Places anchors_of(const BoardLine& line, int number) const {
    if (!lines_.board().is_empty()) return line.occupied | line.has_cross;
    const Places centre = place_set((rules_.size - 1) / 2) | place_set(rules_.size / 2);
    return (centre & place_set(number)) != 0 ? centre : 0;
  }

  void find_starts(Direction direction, int number) {
    const BoardLine& line = lines_.line(direction, number);
    Places anchors = anchors_of(line, number);
    if (anchors == 0) return;
    Places layable = 0;
    if constexpr (kIsBounded) {
      PlayBounds& bounds =
          bounds_[static_cast<std::size_t>(number) * 2 + static_cast<std::size_t>(direction)];
      bounds.read(line, rack_);
      layable = bounds.layable();
    } else {
      for (int place = 0; place < rules_.size; ++place)
        layable |= Places{(line.allowed[place] & rack_.faces) != 0} << place;
    }
    const Places possible = layable | line.occupied;
    anchors &= possible;
    for (Places rest = possible & ~(line.occupied << 1); rest != 0; rest &= rest - 1) {
      const int place = std::countr_zero(rest);
      if (anchors >> place == 0) break;
      const int free = std::countr_zero(anchors >> place);
      if (free > rack_.tiles || std::countr_one(possible >> place) <= free) continue;
      found_[found_count_++] = {&line, direction, static_cast<std::uint8_t>(number),
                                static_cast<std::uint8_t>(place), static_cast<std::uint8_t>(free)};
    }
  }

  // Sorts the starts by their number of free squares.
  void sort_starts() {
    std::array<std::uint16_t, kMaxBoardSize> next{};
    for (std::size_t i = 0; i < found_count_; ++i) ++next[found_[i].free];
    std::uint16_t sum = 0;
    for (std::size_t free = 0; free < kMaxBoardSize; ++free) {
      first_[free] = sum;
      sum = static_cast<std::uint16_t>(sum + next[free]);
      if (next[free] > 0) most_free_ = static_cast<int>(free);
      next[free] = first_[free];
    }
    first_[kMaxBoardSize] = sum;
    for (std::size_t i = 0; i < found_count_; ++i) {
      const Start& start = found_[i];
      const std::size_t at = next[start.free]++;
      const auto anchor = static_cast<std::size_t>(start.place + start.free);
      starts_[at] = start;
      meets_[at] = start.line->stays[anchor] | (start.line->allowed[anchor] & rack_.faces);
      if constexpr (kIsBounded) {
        const PlayBounds& bounds = bounds_[start.bounds()];
        most_[at] = static_cast<std::int16_t>(
            std::max(bounds.any(start.place, rack_.tiles), bounds.flat(start.place, rack_.tiles)) +
            most_of({}));
      }
    }
  }

  // Finds the words that begin on an anchor. A bounded walk takes the most promising starts first.
  bool walk_from_board() {
    const std::size_t count = first_[1];
    if constexpr (!kIsBounded) {
      for (std::size_t i = 0; i < count; ++i) {
        if (meets_root(i) && !walk_from(i, lexicon_.root(), rack_.faces, {})) return false;
      }
    } else {
      std::array<std::int32_t, kMaxStarts> keys;
      for (std::size_t i = 0; i < count; ++i)
        keys[i] = static_cast<std::int32_t>(most_[i]) * static_cast<std::int32_t>(kMaxStarts) +
                  static_cast<std::int32_t>(i);
      for (std::size_t left = count; left > 0; --left) {
        const auto most = std::max_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(left));
        const auto i = static_cast<std::size_t>(*most & static_cast<std::int32_t>(kMaxStarts - 1));
        if (most_[i] < sink_.least()) break;
        *most = keys[left - 1];
        if (meets_root(i) && !walk_from(i, lexicon_.root(), rack_.faces, {})) return false;
      }
    }
    return true;
  }

  bool meets_root(std::size_t i) const { return (lexicon_.root().children & meets_[i]) != 0; }

  // Leaves out the starts on free squares that are of no use any more. These are many, because good plays are
  // usually found by now.
  void drop_starts() {
    std::size_t kept = first_[1], from = kept;
    const int most_free = std::exchange(most_free_, 0);
    for (int free = 1; free <= most_free; ++free) {
      const auto f = static_cast<std::size_t>(free);
      const std::size_t end = first_[f + 1];
      for (first_[f] = static_cast<std::uint16_t>(kept); from < end; ++from) {
        if (most_[from] < sink_.least()) continue;
        starts_[kept] = starts_[from];
        meets_[kept] = meets_[from];
        most_[kept++] = most_[from];
        most_free_ = free;
      }
      first_[f + 1] = static_cast<std::uint16_t>(kept);
    }
  }

  // The first `laid` letters of a word lie on free squares, and `node` is where they lead. Walks on from all
  // starts with this many free squares, then lays the next letter. Returns false when the sink has had
  // enough; the functions below do the same.
  bool lay_beginning(const Lexicon::Node& node, int laid, FaceSet rack, TilesSoFar tiles) {
    if (laid > 0 && !walk_from_anchors(node, laid, rack, tiles)) return false;
    if (laid == most_free_) return true;
    for (FaceSet faces = node.children & rack; faces != 0; faces &= faces - 1) {
      const Face face = lowest(faces);
      beginning_[laid] = face;
      const FaceSet left = take_tile(face, rack);
      const bool goes_on =
          lay_beginning(lexicon_.child(node, face), laid + 1, left, with_tile(tiles, face, 0));
      ++counts_[face];
      if (!goes_on) return false;
    }
    return true;
  }

  bool walk_from_anchors(const Lexicon::Node& node, int laid, FaceSet rack, TilesSoFar tiles) {
    // The bound of a start counts the squares, and the best of all tiles.
    Worth fewer = 0;
    if constexpr (kHasWorths) fewer = sink_.worths().most[0] - sink_.worths().most[tiles.combination];
    const std::size_t first = first_[laid], end = first_[static_cast<std::size_t>(laid) + 1];
    for (std::size_t from = first; from < end; from += 64) {
      // The starts that `node` meets, found without a branch for each.
      std::uint64_t met = 0;
      const std::size_t count = std::min<std::size_t>(64, end - from);
      for (std::size_t i = 0; i < count; ++i) {
        bool is_met = (node.children & meets_[from + i]) != 0;
        if constexpr (kIsBounded) is_met &= most_[from + i] - fewer >= sink_.least();
        met |= std::uint64_t{is_met} << i;
      }
      for (; met != 0; met &= met - 1) {
        const std::size_t i = from + static_cast<std::size_t>(std::countr_zero(met));
        std::memcpy(&word_[starts_[i].place], beginning_.data(), kMaxBoardSize);
        if (!walk_from(i, node, rack, tiles)) return false;
      }
    }
    return true;
  }

  // Walks on from start `i` with a node that meets it.
  bool walk_from(std::size_t i, const Lexicon::Node& node, FaceSet rack, TilesSoFar tiles) {
    start_ = &starts_[i];
    line_ = start_->line;
    const int anchor = start_->place + start_->free;
    return extend(anchor, &node, (place_set(start_->free) - 1) << start_->place, 0, rack, tiles);
  }

  // Continues the word at a place that is the anchor or lies behind it, so that the word is connected (rule
  // 3).
  bool extend(int place, const Lexicon::Node* node, Places laid, int cross_points, FaceSet rack,
              TilesSoFar tiles) {
    const BoardLine& line = *line_;
    for (;; ++place) {
      const auto p = static_cast<std::size_t>(place);
      for (FaceSet faces = node->children & line.allowed[p] & rack; faces != 0; faces &= faces - 1) {
        const Face face = lowest(faces);
        const Places laid_now = laid | place_set(place);
        if (const int run = line.run_length[p]; run != 0) {  // Rule 6.
          const Places squares = places_between(place - run + 1, place);
          if ((laid_now & squares) == squares) break;
        }
        const int cross =
            cross_points + (set_of(face) == rack_.qu ? line.cross_qu_points[p] : line.cross_points[p]);
        const FaceSet left = take_tile(face, rack);
        word_[p] = face;
        bool goes_on = true;
        if (contains(node->ends, face) && line.stays[p + 1] == 0) goes_on = take(place, laid_now, cross);
        const FaceSet following = line.stays[p + 1] | (line.allowed[p + 1] & left);
        if (goes_on && following != 0) {
          const Lexicon::Node& child = lexicon_.child(*node, face);
          const TilesSoFar tiles_now = with_tile(tiles, face, line.height(place));
          if ((child.children & following) != 0 && can_reach_least(place + 1, laid_now, cross, tiles_now))
            goes_on = extend(place + 1, &child, laid_now, cross, left, tiles_now);
        }
        ++counts_[face];
        if (!goes_on) return false;
      }
      // Here the letter that is there stays.
      if ((node->children & line.stays[p]) == 0) return true;
      const Face face = lowest(line.stays[p]);
      word_[p] = face;
      if (contains(node->ends, face) && line.stays[p + 1] == 0 && laid != 0 &&
          !take(place, laid, cross_points))
        return false;
      const FaceSet following = line.stays[p + 1] | (line.allowed[p + 1] & rack);
      if (following == 0) return true;
      node = &lexicon_.child(*node, face);
      if ((node->children & following) == 0 || !can_reach_least(place + 1, laid, cross_points, tiles))
        return true;
    }
  }

  // Takes a tile off the rack and returns the faces left.
  FaceSet take_tile(Face face, FaceSet rack) { return rack & ~(FaceSet{--counts_[face] == 0} << face); }

  // Whether a word that continues at a place could still be of use.
  bool can_reach_least(int place, Places laid, int cross_points, TilesSoFar known) const {
    if constexpr (!kIsBounded) {
      return true;
    } else {
      const PlayBounds& bounds = bounds_[start_->bounds()];
      const int tiles_laid = std::popcount(laid), left = rack_.tiles - tiles_laid;
      const int tiles = tiles_from_start(place) + tiles_laid;
      const auto worth = [&](int tile_points) {
        const int points = cross_points + tiles * tile_points;
        if constexpr (kHasWorths) return worth_of(points, 0) + most_of(known);
        return worth_of(points, tiles_laid);
      };
      if (worth(rules_.stacked_points) + bounds.any(place, left) >= sink_.least()) return true;
      return (laid & line_->occupied) == 0 &&
             worth(rules_.flat_points) + bounds.flat(place, left) >= sink_.least();
    }
  }

  // The number of tiles that stood there before the play, from the word's beginning up to a place.
  int tiles_from_start(int end) const {
    return line_->tiles_before[end] - line_->tiles_before[start_->place];
  }

  // Gives a play to the sink, unless a rule forbids it. Its word is in the lexicon, ends at the place `last`,
  // and lays at least one tile.
  [[gnu::noinline]] bool take(int last, Places laid, int cross_points) {
    const int length = last - start_->place + 1, tiles_laid = std::popcount(laid);
    if (length < 2) return true;
    if (tiles_laid == 1) {
      // A play of one tile that forms words both ways counts only across.
      if (start_->direction == Direction::down && (laid & line_->has_cross) != 0) return true;
      if (only_adds_s(last, laid, length)) return true;
    }
    const BoardLine& line = *line_;
    int points = cross_points;
    const int tiles = tiles_from_start(last + 1) + tiles_laid;
    const std::span<const Face> word(&word_[start_->place], static_cast<std::size_t>(length));
    if (((laid & line.occupied) | (line.stacked & places_between(start_->place, last))) != 0) {
      points += tiles * rules_.stacked_points;
    } else {
      points += tiles * rules_.flat_points;
      if (rack_.qu != 0 && std::ranges::find(word, lowest(rack_.qu)) != word.end()) points += rules_.qu_bonus;
    }
    if (tiles_laid == rules_.rack && rack_.tiles == rules_.rack) points += rules_.all_tiles_bonus;
    return sink_.take(FoundPlay{square_of(start_->direction, start_->number, start_->place),
                                start_->direction, word, points, tiles_laid});
  }

  // Whether rule 7 forbids a play of one tile.
  bool only_adds_s(int last, Places laid, int length) const {
    const auto s = rules_.plural_face();
    return s && laid == place_set(last) && word_[last] == *s && (laid & line_->occupied) == 0 &&
           length >= 3 && word_[static_cast<std::size_t>(last) - 1] != *s &&
           (laid & line_->has_cross & ~line_->only_adds_s) == 0;
  }

  const BoardLines& lines_;
  const Ruleset& rules_;
  const Lexicon& lexicon_;
  const PlayBounds::OfRack rack_;
  Sink& sink_;
  std::array<std::uint8_t, kMaxFaces> counts_{};  // How many tiles of each face are not laid.

  std::array<Start, kMaxStarts> found_;
  std::size_t found_count_ = 0;
  // The same starts by their number of free squares: the index where each number begins, the starts
  // themselves, what may stand on the anchor of each, and the most that a play from each can be worth.
  std::array<std::uint16_t, kMaxBoardSize + 1> first_{};
  std::array<Start, kMaxStarts> starts_;
  std::array<FaceSet, kMaxStarts> meets_;
  std::array<std::int16_t, kMaxStarts> most_;
  int most_free_ = 0;
  std::array<PlayBounds, kIsBounded ? kMaxLines : 0> bounds_;

  const Start* start_ = nullptr;
  const BoardLine* line_ = nullptr;
  std::array<Face, 2 * kMaxBoardSize> word_{};  // Indexed by place, with room to copy a whole beginning.
  std::array<Face, kMaxBoardSize> beginning_{};
};

}  // namespace toptile
