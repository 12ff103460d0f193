#include "champion/bluff.h"

#include <algorithm>
#include <bit>

namespace toptile::champion {

namespace {

// The most steps of the search from one square where the first tile is laid. On a line of 11 squares there
// are not so many.
constexpr int kMaxSteps = 1 << 11;

bool is_in(Places set, int place) {
  return (set >> place & 1) != 0;
}

// What each place of a play may not show, in a few places of a line.
using Unfit = boost::container::static_vector<FaceSet, kMaxBoardSize>;

// Whether the tiles suffice for these places, each of which is unfit for one face at most. By Hall's theorem
// they do unless so many places are unfit for the same face that the tiles of other faces are too few.
bool can_fill(std::span<const FaceSet> unfit, const Tiles& tiles) {
  if (static_cast<int>(unfit.size()) > tiles.size()) return false;
  for (FaceSet faces = tiles.faces(); faces != 0; faces &= faces - 1) {
    const Face face = lowest(faces);
    const auto places = std::ranges::count_if(unfit, [&](FaceSet set) { return contains(set, face); });
    if (places > tiles.size() - tiles.count(face)) return false;
  }
  return true;
}

// Walks over the sets of squares on which tiles may be laid. Points depend on faces only by the Qu tile, so
// the faces are chosen afterwards.
class BluffSearch {
 public:
  BluffSearch(const BoardLines& lines, const Tiles& rack)
      : lines_(lines),
        rules_(lines.rules()),
        rack_(rack),
        qu_tiles_(rules_.qu() ? rack.count(*rules_.qu()) : 0) {}

  void search() {
    if (rack_.empty()) return;
    for (int number = 0; number < rules_.size; ++number) {
      search_line(Direction::across, number);
      search_line(Direction::down, number);
    }
  }

  const LaidTiles& laid() const { return best_laid_; }
  int points() const { return best_points_; }

 private:
  void search_line(Direction direction, int number) {
    direction_ = direction;
    number_ = number;
    line_ = &lines_.line(direction, number);
    touching_ = line_->occupied | line_->has_cross;
    if (lines_.board().is_empty()) {
      for (int place = 0; place < rules_.size; ++place)
        if (lines_.board().is_centre(square_of(direction, number, place))) touching_ |= place_set(place);
    }
    begin_ = 0;
    for (int first = 0; first < rules_.size; ++first) {
      if (has_room(first)) {
        steps_ = kMaxSteps;
        extend(first + 1, place_set(first), line_->cross_points[static_cast<std::size_t>(first)]);
      }
      if (!is_in(line_->occupied, first)) begin_ = first + 1;
    }
  }

  bool has_room(int place) const { return line_->height(place) < rules_.height; }

  // Rule 6: whether a tile here would cover the rest of a word.
  bool covers_word(int place, Places laid) const {
    const int run = line_->run_length[static_cast<std::size_t>(place)];
    if (run == 0) return false;
    const Places others = places_between(place - run + 1, place) & ~place_set(place);
    return (laid & others) == others;
  }

  // Continues a word that has reached a place.
  void extend(int place, Places laid, int cross_points) {
    if (--steps_ < 0) return;
    if (place < rules_.size && std::popcount(laid) < rack_.size() && has_room(place) &&
        !covers_word(place, laid)) {
      extend(place + 1, laid | place_set(place),
             cross_points + line_->cross_points[static_cast<std::size_t>(place)]);
    }
    if (is_in(line_->occupied, place)) {
      extend(place + 1, laid, cross_points);
    } else {
      take(place - 1, laid, cross_points);
    }
  }

  // Keeps the play if it is the best one so far. Its word ends at the place `last`.
  void take(int last, Places laid, int cross_points) {
    // A tile that makes a word only across the line is found in the other line.
    if (last == begin_) return;
    const Places word = places_between(begin_, last);
    if (((word & line_->occupied) | (laid & touching_)) == 0) return;  // Rule 3.
    const int count = std::popcount(laid);
    const int tiles = line_->tiles_before[static_cast<std::size_t>(last) + 1] -
                      line_->tiles_before[static_cast<std::size_t>(begin_)] + count;
    const bool is_flat = ((laid & line_->occupied) | (line_->stacked & word)) == 0;
    int points = cross_points + tiles * (is_flat ? rules_.flat_points : rules_.stacked_points);
    if (count == rules_.rack && rack_.size() == rules_.rack) points += rules_.all_tiles_bonus;
    Places flat_crosses = 0;  // Where the Qu tile earns its bonus in the word across.
    bool has_qu = false;
    if (rules_.qu()) {
      for (int place = begin_; place <= last; ++place) {
        const auto p = static_cast<std::size_t>(place);
        has_qu = has_qu || contains(line_->stays[p], *rules_.qu());
        if (is_in(laid, place) && line_->cross_qu_points[p] > line_->cross_points[p])
          flat_crosses |= place_set(place);
      }
      if (is_flat && has_qu) points += rules_.qu_bonus;
    }
    const bool wants_qu = is_flat && !has_qu && qu_tiles_ > 0;
    for (int qus = std::min(qu_tiles_, std::popcount(flat_crosses)); qus >= 0; --qus) {
      const int all_points = points + (qus + (wants_qu ? 1 : 0)) * rules_.qu_bonus;
      const auto best_count = static_cast<int>(best_laid_.size());
      if (all_points < best_points_ || (all_points == best_points_ && count <= best_count)) return;
      // A flat word stands on no tile, so the Qu tile may lie anywhere in it.
      Places qu_places = 0;
      for (Places rest = flat_crosses; std::popcount(qu_places) < qus; rest &= rest - 1)
        qu_places |= rest & -rest;
      if (wants_qu && qus == 0) qu_places = laid & -laid;
      if (!fill(last, laid, qu_places)) continue;
      best_points_ = all_points;
      return;
    }
  }

  // Whether an S would break rule 7 as the only tile of a play.
  bool only_adds_s(int last, Places laid) const {
    return rules_.plural_face() && laid == place_set(last) && (laid & line_->occupied) == 0 &&
           last - begin_ >= 2 &&
           !contains(line_->stays[static_cast<std::size_t>(last) - 1], *rules_.plural_face()) &&
           (laid & line_->has_cross & ~line_->only_adds_s) == 0;
  }

  // Chooses the faces, the Qu tile where it is wished and else the ones of which there are most. If it can be
  // done, they are the best play.
  bool fill(int last, Places laid, Places qu_places) {
    Tiles tiles = rack_;
    Unfit unfit;
    for (Places rest = laid; rest != 0; rest &= rest - 1) {
      const int place = std::countr_zero(rest);
      if (is_in(qu_places, place)) {
        tiles.remove(*rules_.qu());
      } else {
        unfit.push_back(line_->stays[static_cast<std::size_t>(place)]);
      }
    }
    if (only_adds_s(last, laid) && !unfit.empty()) unfit[0] |= set_of(*rules_.plural_face());
    std::span<const FaceSet> to_fill(unfit.data(), unfit.size());
    if (!can_fill(to_fill, tiles)) return false;
    best_laid_.clear();
    for (Places rest = laid; rest != 0; rest &= rest - 1) {
      const int place = std::countr_zero(rest);
      Face face = 0;
      if (is_in(qu_places, place)) {
        face = *rules_.qu();
      } else {
        face = face_for(to_fill, tiles);
        to_fill = to_fill.subspan(1);
        tiles.remove(face);
      }
      best_laid_.push_back({square_of(direction_, number_, place), face});
    }
    return true;
  }

  // The face of which there are most tiles, and which leaves enough for the other places.
  static Face face_for(std::span<const FaceSet> unfit, const Tiles& tiles) {
    std::optional<Face> best;
    for (FaceSet faces = tiles.faces() & ~unfit[0]; faces != 0; faces &= faces - 1) {
      const Face face = lowest(faces);
      if (best && tiles.count(face) <= tiles.count(*best)) continue;
      Tiles left = tiles;
      left.remove(face);
      if (can_fill(unfit.subspan(1), left)) best = face;
    }
    TOPTILE_ASSERT(best.has_value());
    return *best;
  }

  const BoardLines& lines_;
  const Ruleset& rules_;
  const Tiles& rack_;
  const int qu_tiles_;

  Direction direction_ = Direction::across;
  int number_ = 0;
  const BoardLine* line_ = nullptr;
  Places touching_ = 0;  // The places where a tile connects the play with the board, or with its centre.
  int begin_ = 0;        // Where the word begins.
  int steps_ = 0;        // How many are left.
  LaidTiles best_laid_;
  int best_points_ = -1;
};

}  // namespace

std::optional<Play> best_bluff(const BoardLines& lines, const Tiles& rack) {
  TOPTILE_ASSERT(lines.rules().has_challenges());
  BluffSearch search(lines, rack);
  search.search();
  const LaidTiles& laid = search.laid();
  if (laid.empty()) return std::nullopt;
  auto judged =
      Judge(lines.rules(), lines.lexicon()).judge_tiles(lines.board(), rack, {laid.data(), laid.size()});
  TOPTILE_ASSERT(judged && judged.value().points == search.points());
  return std::move(judged).value();
}

void Objections::take_question(int challenged_away) {
  has_objected_ = has_objected_ || challenged_away > 0;
  has_stood_ = has_stood_ || (is_bluff_open_ && challenged_away == 0);
  is_bluff_open_ = false;
}

Value Objections::least_gain() const {
  constexpr Value kGainAtFirst = 10 * kPoint, kGainLater = 1 * kPoint;
  return has_stood_ ? kGainLater : kGainAtFirst;
}

}  // namespace toptile::champion
