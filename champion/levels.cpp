#include "champion/levels.h"

#include <algorithm>
#include <array>

#include "base/words.h"

namespace toptile::champion {

namespace {

// Elo against strength, measured in matches of neighbours (docs/champion.md).
struct Level {
  int elo;
  Strength strength;
};
constexpr auto kLevels = std::to_array<Level>({{0, {.seen = 0}},
                                               {74, {.seen = 0.003}},
                                               {301, {.seen = 0.01}},
                                               {521, {.seen = 0.02}},
                                               {769, {.seen = 0.04}},
                                               {1029, {.seen = 0.08}},
                                               {1246, {.seen = 0.15}},
                                               {1480, {.seen = 0.3}},
                                               {1643, {.seen = 0.5}},
                                               {1759, {.seen = 0.75}},
                                               {1830, {.seen = 1}},
                                               {1907, {.candidates = 4, .nodes = 100}},
                                               {1933, {.candidates = 8, .nodes = 500}},
                                               {1944, {.candidates = 20, .nodes = 2000}}});

bool is_by_lot(double share, Random& random) {
  constexpr std::uint64_t kParts = 1'000'000;
  return static_cast<double>(random.below(kParts)) < share * static_cast<double>(kParts);
}

}  // namespace

std::optional<int> parse_elo(std::string_view text) {
  const auto elo = parse_number<int>(text);
  return elo && *elo >= kMinElo && *elo <= kMaxElo ? elo : std::nullopt;
}

Strength strength_of(int elo, Random& random) {
  const auto above = std::ranges::upper_bound(kLevels, elo, {}, &Level::elo);
  if (above == kLevels.begin()) return kLevels.front().strength;
  if (above == kLevels.end()) return kLevels.back().strength;
  const Level& low = *(above - 1);
  const double part = static_cast<double>(elo - low.elo) / (above->elo - low.elo);
  if (above->strength.looks_ahead()) return is_by_lot(part, random) ? above->strength : low.strength;
  return {.seen = low.strength.seen + part * (above->strength.seen - low.strength.seen)};
}

const ValuedPlay& choose_seen(const std::vector<ValuedPlay>& plays, double seen, Random& random) {
  const ValuedPlay* best = nullptr;
  for (const ValuedPlay& play : plays) {
    if (is_by_lot(seen, random) && (best == nullptr || play.value > best->value)) best = &play;
  }
  return best != nullptr ? *best : plays[random.below(plays.size())];
}

}  // namespace toptile::champion
