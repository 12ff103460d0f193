// What is asked before a game if the flags do not say it: whether to go on with an unfinished game, how many
// play, and who they are.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"

namespace toptile {

struct Asking {
  // Returns a line without its end; nothing at the end of input.
  std::function<std::optional<std::string>()> read;
  std::function<void(std::string_view)> write;
  // What there is room for.
  std::size_t columns = 80, rows = 24;
};

struct KnownBot {
  std::string name;
  std::string strength;   // A text such as "+181 Elo", or empty.
  std::string idea = {};  // What it does.
};

// Players as --player takes them; nothing if the input ended before all was said. `check` says what is wrong
// with a player.
std::optional<std::vector<std::string>> ask_for_players(
    const Asking& asking, const std::vector<KnownBot>& bots,
    const std::function<Result<void>(const std::string&)>& check);

// The answer is yes unless it begins with n. Nothing if the input ended.
std::optional<bool> ask_whether(const Asking& asking, std::string_view question);

}  // namespace toptile
