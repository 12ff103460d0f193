// Random makes any legal play, each with the same chance. If there is none, it sometimes exchanges a tile, or
// passes.
#include <toptile/sdk/bot.h>

int main() {
  return toptile::run_bot({.name = "Random", .author = "Toptile", .games = 64},
                          [](toptile::Thinking& thinking) -> toptile::Move {
                            const toptile::Position& position = thinking.position();
                            std::vector<toptile::ScoredPlay> plays;
                            thinking.generator().generate(position.board, position.rack, plays);
                            // So the same seed picks the same play, in whatever order the generator found
                            // them.
                            sort_best_first(plays, thinking.rules().alphabet());
                            if (!plays.empty()) return plays[thinking.random().below(plays.size())].placement;
                            if (thinking.may_exchange() && thinking.random().below(2) == 0)
                              return toptile::Exchange{toptile::lowest(position.rack.faces())};
                            return toptile::Pass{};
                          });
}
