#include "cli/flags/sample_bots.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/flags/words_and_rules.h"

namespace toptile {

std::span<const SampleBot> sample_bots() {
  static constexpr std::array<SampleBot, 9> kBots = {{
      {"champion", 392, "looks ahead by playing many games on, and solves endgames"},
      {"patient", 178, "weighs what a play opens to the others and what it keeps"},
      {"greedy", 0, "takes the play with the most points"},
      {"greedy-js", 0, "plays as greedy does, in JavaScript"},
      {"greedy-python", 0, "plays as greedy does, in Python"},
      {"phoney", 0, "bluffs where words can be challenged, and is greedy elsewhere"},
      {"stacker", -299, "builds towers, and looks at points only among equals"},
      {"human", -981, "knows common words only, and overlooks most plays"},
      {"random", -1428, "takes any legal play, each as likely as the next"},
  }};
  return kBots;
}

std::vector<std::string> installed_bots() {
  const std::vector<std::string> shipped = shipped_bot_names(shipped_files());
  std::vector<std::string> names;
  for (const SampleBot& bot : sample_bots())
    if (std::ranges::find(shipped, bot.name) != shipped.end()) names.emplace_back(bot.name);
  for (const std::string& name : shipped)
    if (find_sample_bot(name) == nullptr) names.push_back(name);
  return names;
}

const SampleBot* find_sample_bot(std::string_view name) {
  const auto found = std::ranges::find(sample_bots(), name, &SampleBot::name);
  return found == sample_bots().end() ? nullptr : &*found;
}

std::string elo_text(const SampleBot& bot) {
  return bot.elo == 0 ? "0" : fmt::format("{:+}", bot.elo);
}

}  // namespace toptile
