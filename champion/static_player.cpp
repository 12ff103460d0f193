#include "champion/static_player.h"

#include <algorithm>

#include "engine/play_walk.h"

namespace toptile::champion {

namespace {

struct BestSink {
  const PlayValues& values;
  ValuedPlay& best;
  const Alphabet& alphabet;
  bool has_one = false;
  Worth least_worth = kWorthless;

  const PlayWorths& worths() const { return values.worths(); }
  Worth least() const { return least_worth; }
  bool take(const FoundPlay& found) {
    const Value value = values.of(found);
    if (has_one && value < best.value) return true;
    const ScoredPlay play = found.scored();
    if (!has_one || value > best.value || is_before(play, best.play, alphabet)) best = {play, value};
    has_one = true;
    least_worth = std::max(kWorthless, PlayValues::least_worth(best.value));
    return true;
  }
};

struct ListSink {
  const PlayValues& values;
  std::vector<ValuedPlay>& plays;
  bool take(const FoundPlay& found) {
    plays.push_back({found.scored(), values.of(found)});
    return true;
  }
};

}  // namespace

bool StaticPlayer::find_best(const BoardLines& lines, const Tiles& rack, int bag, ValuedPlay& best) const {
  if (rack.empty()) return false;
  const PlayValues values(weights_, vowels_, lines, rack, bag);
  BestSink sink{values, best, rules_.alphabet()};
  if (PlayBounds::can_hold(lines.rules(), rack.size(), values.worths())) {
    PlayWalk<Bounded::by_worth, BestSink>(lines, rack, sink).walk();
  } else {
    PlayWalk<Bounded::no, BestSink>(lines, rack, sink).walk();
  }
  return sink.has_one;
}

void StaticPlayer::generate(const BoardLines& lines, const Tiles& rack, int bag,
                            std::vector<ValuedPlay>& plays) const {
  plays.clear();
  const PlayValues values(weights_, vowels_, lines, rack, bag);
  ListSink sink{values, plays};
  PlayWalk<Bounded::no, ListSink>(lines, rack, sink).walk();
}

Face StaticPlayer::worst_tile(const Tiles& rack, int bag) const {
  const Weights::OfPhase& weights = weights_.phases[static_cast<std::size_t>(phase_of(bag))];
  Face worst = lowest(rack.faces());
  Value best = INT32_MIN;
  for (FaceSet faces = rack.faces(); faces != 0; faces &= faces - 1) {
    Tiles kept = rack;
    kept.remove(lowest(faces));
    const Value value = leave_of(weights, vowels_, kept);
    if (value > best) {
      best = value;
      worst = lowest(faces);
    }
  }
  return worst;
}

void StaticPlayer::move(Simulation& game, Random& random) const {
  ValuedPlay best;
  const Tiles& rack = game.rack();
  const int bag = static_cast<int>(game.bag().size());
  if (find_best(game.lines(), rack, bag, best)) {
    game.play(best.play);
  } else if (bag > 0 && !rack.empty()) {
    game.exchange(worst_tile(rack, bag), random.below(static_cast<std::uint64_t>(bag)));
  } else {
    game.pass();
  }
}

}  // namespace toptile::champion
