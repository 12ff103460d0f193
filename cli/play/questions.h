// The questions before a game that the flags do not answer: whether to continue an unfinished game, how many
// play, and who they are.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace toptile {

struct Asking {
  // Returns a line without its newline, or nullopt at the end of input.
  std::function<std::optional<std::string>()> read;
  std::function<void(std::string_view)> write;
  // The size of the terminal.
  std::size_t columns = 80, rows = 24;
};

// A level or a bot that can be chosen.
struct Opponent {
  std::string name;
  std::string strength;   // Its Elo on the scale of its list, such as "600" or "+181"; may be empty.
  std::string idea = {};  // What it does.
};

struct Opponents {
  std::vector<Opponent> levels, bots;
  std::string usual;  // The default for an empty answer; may be empty.
};

// The players in the form of --player, or nullopt if the input ended before all answers. `check` fails for an
// invalid player.
std::optional<std::vector<std::string>> ask_for_players(
    const Asking& asking, const Opponents& opponents,
    const std::function<Result<void>(const std::string&)>& check);

// Asks until the answer is yes or no; an empty answer is `usual`. Returns nullopt if the input ended.
std::optional<bool> ask_whether(const Asking& asking, std::string_view question, bool usual);

}  // namespace toptile
