#include "cli/flags/sample_bots.h"

#include <algorithm>
#include <array>

namespace toptile {

std::span<const SampleBot> sample_bots() {
  static constexpr std::array<SampleBot, 8> kBots = {{
      {"patient", 181, "weighs what a play opens to the others and what it keeps"},
      {"greedy", 0, "takes the play with the most points"},
      {"greedy-js", 0, "plays as greedy does, in JavaScript"},
      {"greedy-python", 0, "plays as greedy does, in Python"},
      {"phoney", 0, "bluffs where words can be challenged, and is greedy elsewhere"},
      {"stacker", -295, "builds towers, and looks at points only among equals"},
      {"human", -913, "knows common words only, and overlooks most plays"},
      {"random", -1428, "takes any legal play, each as likely as the next"},
  }};
  return kBots;
}

const SampleBot* find_sample_bot(std::string_view name) {
  const auto found = std::ranges::find(sample_bots(), name, &SampleBot::name);
  return found == sample_bots().end() ? nullptr : &*found;
}

}  // namespace toptile
