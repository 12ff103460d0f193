// A bot whose strength depends on its options: it is best with Aim at 70 and Scale at 0.25, and passes the
// more often the farther they are from there. Idle changes nothing.
#include <algorithm>
#include <cmath>

#include "protocol/sdk/cpp/bot.h"

namespace {

using namespace toptile;

// Its least is 0 for the best values.
double chance_of_passing(const Thinking& thinking) {
  const double aim = std::stod(thinking.option("Aim")), scale = std::stod(thinking.option("Scale"));
  return std::min(std::abs(aim - 70) / 100 + std::abs(scale - 0.25), 1.0);
}

Move choose(Thinking& thinking) {
  constexpr std::uint64_t kParts = 1'000'000;
  const double drawn = static_cast<double>(thinking.random().below(kParts)) / static_cast<double>(kParts);
  if (drawn < chance_of_passing(thinking)) return Pass{};
  const Position& position = thinking.position();
  ScoredPlay best;
  const bool can_play = thinking.generator().find_best(position.board, position.rack, best);
  return can_play ? Move(best.placement) : Move(Pass{});
}

}  // namespace

int main() {
  return run_bot({.name = "Aimer",
                  .author = "Toptile",
                  .options = {{.name = "Aim", .type = "spin", .default_value = "20", .min = 0, .max = 100},
                              {.name = "Scale", .type = "string", .default_value = "0.25"},
                              {.name = "Idle", .type = "spin", .default_value = "5", .min = 0, .max = 10},
                              {.name = "Loud", .type = "check", .default_value = "false"}}},
                 choose);
}
