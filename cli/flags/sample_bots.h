// The bots that come with the program.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace toptile {

struct SampleBot {
  std::string_view name;
  // Its Elo above greedy under the ruleset hasbro, as measured in sample_bots/README.md; the champion's is
  // that of docs/champion.md with 1 s a move.
  int elo;
  std::string_view idea;  // A few words about what it does.
};

// The bot's Elo as text: "+178", "0" or "-299".
std::string elo_text(const SampleBot& bot);

// The strongest first.
std::span<const SampleBot> sample_bots();
// The names of the installed sample bots, and then of other bots that are installed beside them.
std::vector<std::string> installed_bots();
// Null for a bot of another name.
const SampleBot* find_sample_bot(std::string_view name);

}  // namespace toptile
