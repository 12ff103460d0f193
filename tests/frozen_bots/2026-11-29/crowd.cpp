// Offers to play many games at once, and uses what the C++ kit has for that.
#include <toptile/sdk/bot.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

using namespace toptile;

namespace {

Move choose(Thinking& thinking) {
  std::vector<ScoredPlay> plays;
  thinking.generator().generate(thinking.position().board, thinking.position().rack, plays);
  sort_best_first(plays, thinking.rules().alphabet());
  thinking.tell("depth 1 nodes " + std::to_string(plays.size()) + " string shared " +
                std::to_string(thinking.shared()));
  if (plays.empty()) return Pass{};
  return plays[thinking.random().below(std::min<std::size_t>(plays.size(), 3))].placement;
}

std::vector<Move> choose_many(std::span<Thinking> questions) {
  std::vector<Move> moves;
  for (Thinking& thinking : questions) moves.push_back(choose(thinking));
  return moves;
}

}  // namespace

int main() {
  return run_bot({.name = "Crowd (C++)", .author = "Ann", .games = 40, .choose_many = choose_many}, {});
}
