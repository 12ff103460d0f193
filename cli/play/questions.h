// What is asked before a game when the flags do not say it: whether an unfinished one goes on, how many play,
// who they are.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/result.h"

namespace toptile {

struct Asking {
  std::function<std::optional<std::string>()> read;  // A line without its end; nothing at the end of input.
  std::function<void(std::string_view)> write;
};

// Players as --player takes them; nothing when the input ended before all was said. `check` says what is
// wrong with one.
std::optional<std::vector<std::string>> ask_for_players(
    const Asking& asking, const std::vector<std::string>& bots,
    const std::function<Result<void>(const std::string&)>& check);

// Yes unless the answer begins with n; nothing when the input ended.
std::optional<bool> ask_whether(const Asking& asking, std::string_view question);

}  // namespace toptile
