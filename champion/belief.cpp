#include "champion/belief.h"

#include <cmath>

#include "engine/judge.h"

namespace toptile::champion {

namespace {

// A play that gives away so much is e times less likely than one that gives away nothing.
constexpr double kTolerance = 5.0 * kPoint;
// Everybody may overlook the best play.
constexpr double kMinWeight = 0.03;

}  // namespace

std::vector<KeptTiles> infer_kept(const Ruleset& rules, const Lexicon& lexicon, const StaticPlayer& player,
                                  const LastPlay& last, const Tiles& unseen, int most, Random& random,
                                  const std::function<bool()>& is_enough) {
  std::vector<KeptTiles> kept;
  if (last.kept <= 0 || last.kept > unseen.size()) return kept;
  BoardLines lines(rules, lexicon);
  lines.become(last.before);
  const LaidTiles laid = tiles_laid_by(last.before, last.placement);
  std::vector<Face> pool;
  for (FaceSet faces = unseen.faces(); faces != 0; faces &= faces - 1)
    pool.insert(pool.end(), static_cast<std::size_t>(unseen.count(lowest(faces))), lowest(faces));
  const auto judged = Judge(rules, lexicon);
  Tiles only_laid;
  for (const LaidTile& tile : laid) only_laid.add(tile.face);
  // The bonus for a full rack cannot be among these points, as such a play keeps nothing.
  const auto play = judged.judge(last.before, only_laid, last.placement);
  if (!play) return kept;
  const auto phase =
      static_cast<std::size_t>(phase_of(std::max(0, last.bag - static_cast<int>(laid.size()))));
  const Weights::OfPhase& weights = player.weights().phases[phase];
  const Value made = play.value().points * kPoint +
                     way_of(weights, last.before, {laid.data(), laid.size()}, last.placement.word.size());
  for (int i = 0; i < most && !is_enough(); ++i) {
    // The first tiles of a shuffle that goes no further.
    KeptTiles entry;
    for (int k = 0; k < last.kept; ++k) {
      const auto at = static_cast<std::size_t>(k);
      std::swap(pool[at], pool[at + random.below(pool.size() - at)]);
      entry.tiles.add(pool[at]);
    }
    Tiles rack = entry.tiles;
    for (const LaidTile& tile : laid) rack.add(tile.face);
    ValuedPlay best;
    if (player.find_best(lines, rack, last.bag, best)) {
      const Value played = made + leave_of(weights, player.vowels(), entry.tiles);
      const double lost = std::max(0, best.value - played);
      entry.weight = kMinWeight + std::exp(-lost / kTolerance);
    }
    kept.push_back(std::move(entry));
  }
  return kept;
}

}  // namespace toptile::champion
