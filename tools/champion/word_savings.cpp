#include "tools/champion/word_savings.h"

#include <algorithm>

#include "engine/play_walk.h"

namespace toptile::champion {

namespace {

struct BestPlaysSink {
  const PlayValues& values;
  std::vector<ValuedPlay>& plays;
  std::size_t most;
  const Alphabet& alphabet;
  Worth least_worth = kWorthless;

  const PlayWorths& worths() const { return values.worths(); }
  Worth least() const { return least_worth; }
  bool take(const FoundPlay& found) {
    const Value value = values.of(found);
    if (plays.size() == most && value < plays.back().value) return true;
    const ValuedPlay play{found.scored(), value};
    const auto is_better = [&](const ValuedPlay& a, const ValuedPlay& b) {
      return a.value != b.value ? a.value > b.value : is_before(a.play, b.play, alphabet);
    };
    plays.insert(std::ranges::upper_bound(plays, play, is_better), play);
    if (plays.size() > most) plays.pop_back();
    if (plays.size() == most) least_worth = std::max(kWorthless, PlayValues::least_worth(plays.back().value));
    return true;
  }
};

bool has_word(const Play& play, const Word& word) {
  return std::ranges::any_of(play.words,
                             [&](const FormedWord& formed) { return formed.placed.word == word; });
}

}  // namespace

void find_best_plays(const StaticPlayer& player, const BoardLines& lines, const Tiles& rack, int bag,
                     std::size_t most, std::vector<ValuedPlay>& plays) {
  plays.clear();
  const PlayValues values(player.weights(), player.vowels(), lines, rack, bag);
  BestPlaysSink sink{values, plays, most, lines.rules().alphabet()};
  if (PlayBounds::can_hold(lines.rules(), rack.size(), values.worths())) {
    PlayWalk<Bounded::by_worth, BestPlaysSink>(lines, rack, sink).walk();
  } else {
    PlayWalk<Bounded::no, BestPlaysSink>(lines, rack, sink).walk();
  }
}

std::vector<WordSaving> savings_of(const Judge& judge, const Board& board, const Tiles& rack,
                                   const std::vector<ValuedPlay>& candidates, Value rest) {
  std::vector<WordSaving> savings;
  const ValuedPlay& best = candidates.front();
  const auto play = judge.judge(board, rack, best.play.placement);
  TOPTILE_ASSERT(play);
  for (const FormedWord& formed : play.value().words) {
    if (std::ranges::find(savings, formed.placed.word, &WordSaving::word) == savings.end())
      savings.push_back({formed.placed.word, std::max(0, best.value - rest), true});
  }
  std::size_t open = savings.size();
  for (std::size_t i = 1; i < candidates.size() && open > 0; ++i) {
    const auto other = judge.judge(board, rack, candidates[i].play.placement);
    TOPTILE_ASSERT(other);
    for (WordSaving& saving : savings) {
      if (!saving.is_bound || has_word(other.value(), saving.word)) continue;
      saving.saved = best.value - candidates[i].value;
      saving.is_bound = false;
      --open;
    }
  }
  return savings;
}

}  // namespace toptile::champion
