// Stacker: loves towers. Of all plays it takes the one that lays its tiles on the highest stacks; only among
// equals do points count.
#include "protocol/sdk/cpp/bot.h"

#include "engine/judge.h"

namespace {

using namespace toptile;

// How many tiles lie below those that the play lays.
int height_below(const Board& board, const ScoredPlay& play) {
  int height = 0;
  for (const LaidTile& tile : tiles_laid_by(board, play.placement)) height += board.height(tile.square);
  return height;
}

Move choose(Thinking& thinking) {
  const Position& position = thinking.position();
  std::vector<ScoredPlay> plays;
  thinking.generator().generate(position.board, position.rack, plays);
  if (plays.empty()) return Pass{};
  const ScoredPlay* best = nullptr;
  int highest = 0;
  for (const ScoredPlay& play : plays) {
    const int height = height_below(position.board, play);
    const bool is_better = best == nullptr || height > highest ||
                           (height == highest && is_before(play, *best, thinking.rules().alphabet()));
    if (!is_better) continue;
    best = &play;
    highest = height;
  }
  return best->placement;
}

}  // namespace

int main() {
  return toptile::run_bot({.name = "Stacker", .author = "Toptile"}, choose);
}
