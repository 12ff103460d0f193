#include "engine/play_bounds.h"

#include <algorithm>
#include <cstdlib>

namespace toptile {

namespace {

Worth worthless_unless(bool can_be, Worth worth) {
  const auto mask = -static_cast<Worth>(can_be);
  return (worth & mask) | (kWorthless & ~mask);
}

}  // namespace

bool PlayBounds::can_hold(const Ruleset& rules, int tiles) {
  const int dearest_word =
      rules.size * std::max(rules.flat_points, rules.height * rules.stacked_points) + rules.qu_bonus;
  // The last lane does not count the tiles that are laid.
  const int most_cross_words = tiles < kLanes ? std::min(tiles, rules.size) : rules.size;
  return worth_of((most_cross_words + 1) * dearest_word + rules.all_tiles_bonus, 0) <= -kWorthless;
}

bool PlayBounds::can_hold(const Ruleset& rules, int tiles, const PlayWorths& worths) {
  Worth most = 0;
  for (const Worth worth : worths.laid) most = std::max(most, std::abs(worth));
  // The tiles laid may take a fourth of the room, and those kept another one.
  constexpr Worth kRoom = -kWorthless / 4;
  return can_hold(rules, tiles) && std::min(tiles, rules.size) * most <= kRoom && !worths.most.empty() &&
         std::abs(worths.most[0]) <= kRoom;
}

PlayBounds::OfRack::OfRack(const Ruleset& ruleset, const Tiles& rack,
                           const std::array<Worth, kMaxHeight + 1>* worths_laid)
    : rules(ruleset),
      faces(rack.faces()),
      qu(rules.qu() ? set_of(*rules.qu()) : 0),
      tiles(rack.size()),
      bonus(tiles == rules.rack ? worth_of(rules.all_tiles_bonus, 0) : 0),
      laid_flat(worth_of(rules.flat_points, 0) +
                (worths_laid != nullptr ? (*worths_laid)[0] : worth_of(0, 1))) {
  for (int height = 0; height <= kMaxHeight; ++height) {
    const auto h = static_cast<std::size_t>(height);
    laid[h] = worth_of((height + 1) * rules.stacked_points, 0) +
              (worths_laid != nullptr ? (*worths_laid)[h] : worth_of(0, 1));
    stays[h] = all(height > 0 ? worth_of(height * rules.stacked_points, 0) : kWorthless);
    stays_flat[h] = all(height == 1 ? worth_of(rules.flat_points, 0) : kWorthless);
  }
}

PlayBounds::Lanes PlayBounds::all(Worth worth) {
  const auto w = static_cast<std::int16_t>(worth);
  return Lanes{w, w, w, w, w, w, w, w};
}

// Goes from the end of the line back. At each square there are up to three cases: its letter stays; or a tile
// is laid, which leaves one tile less for the squares behind it; or the square is empty and the word has
// ended before it. An impossible case is worth so little that no sum makes up for it, so nothing here needs a
// branch.
void PlayBounds::read(const BoardLine& line, const OfRack& rack) {
  const Ruleset& rules = rack.rules;
  const auto larger = [](Lanes a, Lanes b) { return a > b ? a : b; };
  const Lanes worthless = all(kWorthless);
  const bool has_more = rack.tiles >= kLanes;  // The rack has more tiles than the last lane counts.
  const auto with_one_less = [&](Lanes next) {
    const Lanes less = __builtin_shufflevector(worthless, next, 0, 8, 9, 10, 11, 12, 13, 14);
    return has_more ? larger(less, next) : less;
  };

  // The end of a word earns the bonus for an empty rack. The end of a flat word also earns the bonus for Qu,
  // wherever that stands.
  Lanes end = all(has_more ? rack.bonus : 0);
  if (!has_more) end[0] = static_cast<std::int16_t>(rack.bonus);
  FaceSet faces = rack.faces;
  for (FaceSet top : line.stays) faces |= top;
  const Lanes end_flat = end + all((faces & rack.qu) != 0 ? worth_of(rules.qu_bonus, 0) : 0);
  const std::array<Lanes, 2> ends = {end, worthless}, flat_ends = {end_flat, worthless};

  Lanes next = end, next_flat = end_flat;
  layable_ = 0;
  for (int place = rules.size - 1;; --place) {
    const auto p = static_cast<std::size_t>(place);
    any_[p + 1] = next;
    flat_[p + 1] = next_flat;
    if (place < 0) return;
    const auto height = static_cast<std::size_t>(line.height(place));
    const FaceSet allowed = line.allowed[p] & rack.faces;
    layable_ |= Places{allowed != 0} << place;
    const Worth cross =
        worth_of((allowed & rack.qu) != 0 ? line.cross_qu_points[p] : line.cross_points[p], 0);
    const Worth laid = worthless_unless(allowed != 0, cross + rack.laid[height]);
    const Worth laid_flat = worthless_unless((allowed != 0) & (height == 0), cross + rack.laid_flat);
    next = larger(larger(with_one_less(next) + all(laid), ends[height > 0]), next + rack.stays[height]);
    next_flat = larger(larger(with_one_less(next_flat) + all(laid_flat), flat_ends[height > 0]),
                       next_flat + rack.stays_flat[height]);
  }
}

}  // namespace toptile
