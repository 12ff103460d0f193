// new-cpp: a bot for Upwords. All of it is choose(); Toptile's C++ kit does the rest.
#include <vector>

#include "protocol/sdk/cpp/bot.h"

namespace {

using namespace toptile;

// How good a play is. Change this line first: it decides every move.
int worth(const ScoredPlay& play, const Thinking&) {
  return play.points;
}

Move choose(Thinking& thinking) {
  const Position& position = thinking.position();
  std::vector<ScoredPlay> plays;  // every legal play
  thinking.generator().generate(position.board, position.rack, plays);
  sort_best_first(plays, thinking.rules().alphabet());
  const ScoredPlay* best = nullptr;
  for (const ScoredPlay& play : plays) {
    if (best == nullptr || worth(play, thinking) > worth(*best, thinking)) best = &play;
  }
  if (best != nullptr) return best->placement;
  if (thinking.may_exchange()) return Exchange{lowest(position.rack.faces())};
  return Pass{};
}

}  // namespace

int main() {
  return run_bot({.name = "new-cpp", .author = "Ann"}, choose);
}
