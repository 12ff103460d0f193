// Greedy: the play with the most points; among equals the one that lays fewest tiles, then the first by its
// notation.
#include "protocol/sdk/cpp/bot.h"

int main() {
  return toptile::run_bot({.name = "Greedy", .author = "Toptile"},
                          [](toptile::Thinking& thinking) -> toptile::Move {
                            const toptile::Position& position = thinking.position();
                            toptile::ScoredPlay best;
                            if (!thinking.generator().find_best(position.board, position.rack, best))
                              return toptile::Pass{};
                            return best.placement;
                          });
}
