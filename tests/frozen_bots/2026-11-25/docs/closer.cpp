#include "engine/endgame.h"

#include <memory>

#include "protocol/sdk/cpp/bot.h"

namespace {

using namespace toptile;

std::unique_ptr<EndgameSolver> solver;  // It keeps 16 MiB, so it is made once.

void prepare(const Ruleset& rules, const Lexicon& lexicon) {
  solver = std::make_unique<EndgameSolver>(rules, lexicon);
}

Move choose(Thinking& thinking) {
  if (const auto endgame = endgame_of(thinking)) {
    EndgameBudget budget;
    budget.nodes = 50'000;
    budget.is_time_up = [&] { return thinking.should_stop(); };
    const EndgameAnswer answer = solver->solve(*endgame, budget);
    thinking.tell("score " + std::to_string(answer.spread) + " depth " + std::to_string(answer.depth));
    return answer.best;
  }
  ScoredPlay best;
  const Position& position = thinking.position();
  if (!thinking.generator().find_best(position.board, position.rack, best)) return Pass{};
  return best.placement;
}

}  // namespace

int main() {
  return run_bot({.name = "Closer", .author = "Me"}, choose, {}, prepare);
}
