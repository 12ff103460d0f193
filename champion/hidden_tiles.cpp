#include "champion/hidden_tiles.h"

#include <algorithm>

namespace toptile::champion {

HiddenTiles::HiddenTiles(const Tiles& unseen, std::vector<int> held) : held_(std::move(held)) {
  for (FaceSet faces = unseen.faces(); faces != 0; faces &= faces - 1)
    unseen_.insert(unseen_.end(), static_cast<std::size_t>(unseen.count(lowest(faces))), lowest(faces));
}

void HiddenTiles::suppose(std::size_t seat, std::vector<KeptTiles> kept) {
  supposed_seat_ = seat;
  kept_ = std::move(kept);
  sums_.clear();
  double sum = 0;
  for (const KeptTiles& entry : kept_) sums_.push_back(sum += entry.weight);
  if (sum <= 0) kept_.clear();
}

Deal HiddenTiles::draw(Random& random) const {
  Deal deal{.racks = std::vector<Tiles>(held_.size()), .bag = unseen_};
  if (!kept_.empty()) {
    constexpr std::uint64_t kParts = std::uint64_t{1} << 32;
    const double at = static_cast<double>(random.below(kParts)) / static_cast<double>(kParts) * sums_.back();
    const auto entry = static_cast<std::size_t>(std::ranges::upper_bound(sums_, at) - sums_.begin());
    const Tiles& kept = kept_[std::min(entry, kept_.size() - 1)].tiles;
    Tiles taken;
    std::erase_if(deal.bag, [&](Face face) {
      if (taken.count(face) == kept.count(face)) return false;
      taken.add(face);
      return true;
    });
    deal.racks[supposed_seat_] = taken;
  }
  random.shuffle(deal.bag);
  for (std::size_t seat = 0; seat < held_.size(); ++seat) {
    while (deal.racks[seat].size() < held_[seat] && !deal.bag.empty()) {
      deal.racks[seat].add(deal.bag.back());
      deal.bag.pop_back();
    }
  }
  return deal;
}

}  // namespace toptile::champion
