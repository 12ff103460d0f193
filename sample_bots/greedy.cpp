// Greedy takes the play with the most points. Among equal plays it takes the one that lays the fewest tiles,
// then the first by its notation.
#include <toptile/sdk/bot.h>

int main() {
  return toptile::run_bot({.name = "Greedy", .author = "Toptile", .games = 64},
                          [](toptile::Thinking& thinking) -> toptile::Move {
                            const toptile::Position& position = thinking.position();
                            toptile::ScoredPlay best;
                            if (!thinking.generator().find_best(position.board, position.rack, best))
                              return toptile::Pass{};
                            return best.placement;
                          });
}
