#include "champion/levels.h"

#include <algorithm>
#include <array>

namespace toptile::champion {

namespace {

// Elo against how much is seen, measured in matches of neighbours (docs/champion.md).
struct Seen {
  int elo;
  double share;
};
constexpr auto kSeen = std::to_array<Seen>({{0, 0},
                                            {72, 0.003},
                                            {298, 0.01},
                                            {506, 0.02},
                                            {774, 0.04},
                                            {1031, 0.08},
                                            {1249, 0.15},
                                            {1482, 0.3},
                                            {1639, 0.5},
                                            {1731, 0.75},
                                            {1811, 1}});

}  // namespace

Strength strength_of(int elo) {
  const auto above = std::ranges::upper_bound(kSeen, elo, {}, &Seen::elo);
  if (above == kSeen.begin()) return {.seen = 0};
  if (above == kSeen.end()) return {.seen = 1};
  const Seen& low = *(above - 1);
  const double part = static_cast<double>(elo - low.elo) / (above->elo - low.elo);
  return {.seen = low.share + part * (above->share - low.share)};
}

const ValuedPlay& choose_seen(const std::vector<ValuedPlay>& plays, double seen, Random& random) {
  constexpr double kParts = 1'000'000;
  const ValuedPlay* best = nullptr;
  for (const ValuedPlay& play : plays) {
    const bool is_seen =
        static_cast<double>(random.below(static_cast<std::uint64_t>(kParts))) < seen * kParts;
    if (is_seen && (best == nullptr || play.value > best->value)) best = &play;
  }
  return best != nullptr ? *best : plays[random.below(plays.size())];
}

}  // namespace toptile::champion
