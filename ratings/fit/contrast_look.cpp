// ContrastIntervals: the meetings that a direction is measured by. In a large field these are few, and all
// others are taken to be like those of all players.
#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

#include "ratings/fit/confidence.h"
#include "ratings/fit/contrast_interval.h"

namespace toptile {
namespace {

// A meeting matters for a home if it has more than this part of all information about the home's place.
constexpr double kMatters = 0.01;
// A meeting matters for a player if it has at least this part of all information about the player's place.
constexpr double kMattersForOne = 1e-4;
// If no more than this part of the information was not looked at, it is taken to be like that of all players.
constexpr double kMaxUnseen = 0.08;
// As long as it is more, the meetings of this many more players are looked at, and then of twice as many, up
// to this part of all players. Then all meetings are.
constexpr std::size_t kMorePlayers = 32;
constexpr std::size_t kPartOfPlayers = 4;
// A part of the variance that is no larger than this is neglected.
constexpr double kNothing = 1e-3;

}  // namespace

void ContrastIntervals::look_at_homes() {
  for (int home = 0; home < directions_.homes(); ++home) {
    const Logits along = with_bodies(directions_.of_home(home));
    const SpreadSums sums = spread_.sums(along);
    std::vector<int> kinds;
    for (int kind = 0; kind < spread_.kinds(); ++kind)
      if (spread_.sums(along, {&kind, 1}).games > kMatters * sums.games) kinds.push_back(kind);
    sums_of_home_.push_back(sums);
    kinds_of_home_.push_back(std::move(kinds));
  }
}

// The kinds are sorted, and each comes once.
std::vector<int> ContrastIntervals::kinds_near(const std::vector<int>& players) const {
  std::vector<int> kinds;
  for (const int player : players) {
    const std::span<const int> own = spread_.kinds_of(player);
    kinds.insert(kinds.end(), own.begin(), own.end());
    const int home = directions_.home_of(player);
    if (home >= 0) kinds.insert(kinds.end(), kinds_of_home_[home].begin(), kinds_of_home_[home].end());
  }
  std::ranges::sort(kinds);
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  return kinds;
}

// The direction of a player's home, or the difference between the directions of two players' homes. Empty if
// there are no homes, or if both have the same.
Logits ContrastIntervals::along_homes(const std::vector<int>& players) const {
  if (players.empty() || directions_.homes() == 0) return {};
  const int home = directions_.home_of(players.front());
  if (home < 0) return {};
  if (players.size() == 1) return with_bodies(directions_.of_home(home));
  const int other = directions_.home_of(players.back());
  if (home == other || other < 0) return {};
  return with_bodies(directions_.of_home(home) - directions_.of_home(other));
}

// The sums along a direction over the meetings that were looked at. All others are taken to go along with the
// homes.
class ContrastIntervals::Look {
 public:
  Look(const ContrastIntervals& intervals, const ContrastDirection& direction,
       const std::vector<int>& players)
      : intervals_(intervals), direction_(direction) {
    homes_ = intervals.along_homes(players);
    if (homes_.size() > 0) {
      const bool is_one = players.size() == 1;
      of_homes_ = is_one ? intervals.sums_of_home_[intervals.directions_.home_of(players.front())]
                         : intervals.spread_.sums(homes_);
      if (of_homes_.games * intervals.scale_ <= kNothing * direction.variance) {
        homes_ = {};
        of_homes_ = {};
      }
    }
    looked_.all = of_homes_;
    add(intervals.kinds_near(players));
  }

  Looked& looked() { return looked_; }
  // The part of the information that was not looked at. It is below 0 if players depend on other players than
  // their homes do.
  double unseen() const { return known() - looked_.all.games - looked_.all.prior; }
  bool has_seen_most() const { return std::abs(unseen()) <= kMaxUnseen * known(); }

  // Looks at the meetings of players who move otherwise than the homes: first of those whose own meetings
  // have most to say about it, until most of the information was seen. False if too many players would be
  // needed.
  bool look_further() {
    struct Other {
      double says = 0;
      int player = 0;
      auto operator<=>(const Other&) const = default;
    };
    std::vector<Other> others;
    for (std::size_t i = 0; i < intervals_.information_.size(); ++i) {
      const int player = static_cast<int>(i);
      const double moves = direction_.along[player] - (homes_.size() > 0 ? homes_[player] : 0);
      const double says = moves * moves * intervals_.information_[i];
      if (says > 0) others.push_back({says, player});
    }
    const std::size_t most = std::min(others.size(), intervals_.information_.size() / kPartOfPlayers);
    std::size_t seen = 0;
    for (std::size_t more = kMorePlayers; seen < most && !has_seen_most(); more *= 2) {
      const std::size_t end = std::min(most, seen + more);
      std::ranges::nth_element(others.begin() + std::ptrdiff_t(seen),
                               others.begin() + std::ptrdiff_t(end - 1), others.end(), std::greater());
      std::vector<int> kinds;
      for (; seen < end; ++seen) {
        const std::span<const int> own = intervals_.spread_.kinds_of(others[seen].player);
        kinds.insert(kinds.end(), own.begin(), own.end());
      }
      std::ranges::sort(kinds);
      kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
      add(kinds);
    }
    return has_seen_most();
  }

 private:
  // Looks at these kinds, too, which must be sorted.
  void add(const std::vector<int>& kinds) {
    std::vector<int> more, all;
    std::ranges::set_difference(kinds, looked_.kinds, std::back_inserter(more));
    std::ranges::merge(looked_.kinds, more, std::back_inserter(all));
    looked_.kinds = std::move(all);
    looked_.all += intervals_.spread_.sums(direction_.along, more);
    if (homes_.size() > 0) looked_.all -= intervals_.spread_.sums(homes_, more);
  }
  double known() const { return direction_.variance / intervals_.scale_; }

  const ContrastIntervals& intervals_;
  const ContrastDirection& direction_;
  Logits homes_;  // Empty if the players have the same home, or if their homes say little.
  SpreadSums of_homes_;
  Looked looked_;
};

// Looks at the direction's own meetings, and at those that matter for the homes; then, as long as much of the
// information was not seen, at those of other players. The rest says little, and is taken to be like
// that of all players.
ContrastIntervals::Looked ContrastIntervals::look_near(const ContrastDirection& direction,
                                                       const std::vector<int>& players) const {
  Look look(*this, direction, players);
  if (!look.has_seen_most()) {
    // Where few results decide, each of them matters, however far away.
    const bool is_enough = look.look_further() && spread_.of(look.looked().all).degrees >= kPooledDegrees;
    if (!is_enough) return look_at_all(direction);
  }
  const double left = look.unseen();
  Looked looked = std::move(look.looked());
  if (left <= 0) return looked;
  const SpreadSums more = left / (overall_.games + overall_.prior) * overall_;
  looked.all.clusters += more.clusters;
  looked.all.games += more.games;
  looked.all.prior += more.prior;
  looked.all.evened += more.evened;
  return looked;
}

ContrastIntervals::Looked ContrastIntervals::look_at_all(const ContrastDirection& direction) const {
  Looked looked;
  for (int kind = 0; kind < spread_.kinds(); ++kind) {
    const SpreadSums sums = spread_.sums(direction.along, {&kind, 1});
    looked.all += sums;
    if (sums.games * scale_ < kMattersForOne * direction.variance) continue;
    looked.kinds.push_back(kind);
  }
  return looked;
}

}  // namespace toptile
