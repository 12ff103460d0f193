// Mine: the play with the most points; getting rid of the Qu tile counts four more.
#include <algorithm>

#include "protocol/sdk/cpp/bot.h"

namespace {

using namespace toptile;

bool spells_qu(const ScoredPlay& play, const Ruleset& rules) {
  return rules.qu() && std::ranges::count(play.placement.word, *rules.qu()) > 0;
}

Move choose(Thinking& thinking) {
  const Position& position = thinking.position();
  std::vector<ScoredPlay> plays;
  thinking.generator().generate(position.board, position.rack, plays);
  if (plays.empty()) return Pass{};
  const auto worth = [&](const ScoredPlay& play) {
    return play.points + (spells_qu(play, thinking.rules()) ? 4 : 0);
  };
  return std::ranges::max(plays, {}, worth).placement;
}

}  // namespace

int main() {
  return toptile::run_bot({.name = "Mine", .author = "Me"}, choose);
}
