// Uses all of the endgame solver (docs/searching.md), with the position that the kit gives and with one made by hand.
#include <memory>
#include <string>

#include <toptile/engine/endgame.h>
#include <toptile/engine/endgame_position.h>
#include <toptile/sdk/bot.h>

namespace {

using namespace toptile;

std::unique_ptr<EndgameSolver> solver;

void prepare(const Ruleset& rules, const Lexicon& lexicon) {
  solver = std::make_unique<EndgameSolver>(rules, lexicon, EndgameSolver::kTableBytes / 4);
}

Move choose(Thinking& thinking) {
  const Position& position = thinking.position();
  if (const std::optional<EndgamePosition> given = endgame_of(thinking)) {
    EndgamePosition endgame(thinking.rules().size);
    endgame.board = given->board;
    endgame.racks = {position.rack, *position.unseen};
    endgame.passes_in_a_row = given->passes_in_a_row;
    endgame.scoreless_in_a_row = given->scoreless_in_a_row;
    endgame.spread = given->spread;
    EndgameBudget budget;
    budget.nodes = 20'000;
    budget.is_time_up = [&] { return thinking.should_stop(); };
    const EndgameAnswer answer = solver->solve(endgame, budget);
    const EndgameAnswer quick = solver->solve(*given, {.nodes = 0, .is_time_up = {}});
    thinking.tell("score " + std::to_string(answer.spread) + " depth " + std::to_string(answer.rounds) + " nodes " +
                  std::to_string(answer.nodes));
    const bool is_better = answer.is_proven || answer.spread >= quick.spread;
    return is_better && !answer.line.empty() ? answer.line.front() : answer.best;
  }
  ScoredPlay best;
  if (!thinking.generator().find_best(position.board, position.rack, best)) return Pass{};
  return best.placement;
}

}  // namespace

int main() {
  return run_bot({.name = "Endgames", .author = "Ann"}, choose, {}, prepare);
}
