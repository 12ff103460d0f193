#include "champion/time_plan.h"

#include <algorithm>

namespace toptile::champion {

namespace {

using std::chrono::milliseconds;

// A tenth of a limit for one move is held back, but at most this.
constexpr milliseconds kMaxHeldBack{30};
// This much of a clock is held back, for all turns to come.
constexpr milliseconds kClockReserve{100};
// A round of the search may take so long after the time is over.
constexpr milliseconds kMinUseful{5};

}  // namespace

std::optional<milliseconds> time_for_move(const TimeGiven& given) {
  if (!given.left) return std::nullopt;
  const milliseconds left = *given.left;
  if (!given.is_for_game) {
    const milliseconds time = left - std::clamp(left / 10, milliseconds(2), kMaxHeldBack);
    return time < kMinUseful ? milliseconds(0) : time;
  }
  const milliseconds reserve = std::min(kClockReserve, left / 4);
  const milliseconds share = (left - reserve) / std::max(1, given.turns) + given.increment * 3 / 4;
  const milliseconds time = std::min(share, (left - reserve) / 2);
  return time < kMinUseful ? milliseconds(0) : time;
}

int turns_left(int tiles, int players) {
  return std::max(1, (tiles * 2 + 5 * players - 1) / (5 * players)) + 1;
}

}  // namespace toptile::champion
