#include "ratings/fit/anchors.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/assert.h"
#include "ratings/fit/connected_players.h"
#include "ratings/fit/elo_scale.h"

namespace toptile {
namespace {

// Chances that differ by less than this part are alike, and the first anchor is named.
constexpr double kAlike = 1e-6;

std::vector<int> bodies_of(const std::vector<int>& part_of, const RatingOptions& options) {
  std::vector<int> body_of(part_of.size());
  std::iota(body_of.begin(), body_of.end(), 0);
  if (options.anchoring != Anchoring::fixed) return body_of;
  std::vector<int> anchors;
  for (const RatingAnchor& anchor : options.anchors) anchors.push_back(anchor.player);
  std::ranges::sort(anchors);
  std::unordered_map<int, int> first;
  for (const int player : anchors) body_of[player] = first.try_emplace(part_of[player], player).first->second;
  return body_of;
}

}  // namespace

void check_anchors(int players, const RatingOptions& options) {
  double lowest = 0, highest = 0;
  std::vector<bool> is_anchor(static_cast<std::size_t>(players));
  for (const RatingAnchor& anchor : options.anchors) {
    TOPTILE_ASSERT(anchor.player >= 0 && anchor.player < players && !is_anchor[anchor.player]);
    const bool is_first = &anchor == &options.anchors.front();
    lowest = is_first ? anchor.elo : std::min(lowest, anchor.elo);
    highest = is_first ? anchor.elo : std::max(highest, anchor.elo);
    is_anchor[anchor.player] = true;
  }
  TOPTILE_ASSERT(options.anchoring != Anchoring::fixed || highest - lowest <= kMaxAnchorDistance);
}

std::vector<int> bodies_of(int players, std::span<const Cell> cells, const RatingOptions& options) {
  ConnectedPlayers connected(players);
  if (options.anchors.size() > 1)
    for (const Cell& cell : cells) connected.join(cell.first, cell.second);
  return bodies_of(connected.numbers(), options);
}

std::unique_ptr<AnchoredModel> anchored(const RatingModel& results, const RatingOptions& options) {
  std::vector<int> body_of = bodies_of(results.pool_of(), options);
  Logits strengths = Logits::Zero(results.players());
  bool has_bodies = false;
  for (const RatingAnchor& anchor : options.anchors) {
    strengths[anchor.player] = anchor.elo * kLogitsPerElo;
    has_bodies = has_bodies || body_of[anchor.player] != anchor.player;
  }
  return has_bodies ? std::make_unique<AnchoredModel>(results, std::move(body_of), strengths) : nullptr;
}

std::vector<AnchorCheck> anchor_checks(const Ratings& ratings) {
  struct Anchors {
    int count = 0, farthest = 0;
    double chance = 2;  // That of the farthest anchor; 2 before there is one.
  };
  std::map<int, Anchors> pools;
  for (std::size_t i = 0; i < ratings.players.size(); ++i) {
    const PlayerRating& player = ratings.players[i];
    if (!player.given || player.is_held) continue;
    Anchors& anchors = pools[player.pool];
    const double chance = ratings.fit->chance_of_rating(static_cast<int>(i), *player.given);
    ++anchors.count;
    if (chance >= anchors.chance * (1 - kAlike)) continue;
    anchors.farthest = static_cast<int>(i);
    anchors.chance = chance;
  }
  std::vector<AnchorCheck> checks;
  for (const auto& [pool, anchors] : pools) {
    const int tests = anchors.count == 2 ? 1 : anchors.count;
    checks.push_back({pool, anchors.farthest, std::min(1.0, tests * anchors.chance)});
  }
  return checks;
}

}  // namespace toptile
