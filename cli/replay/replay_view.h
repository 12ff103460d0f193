// The state of a replay in a terminal, and what a key does to it. This needs no terminal and no clock.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "cli/terminal/key.h"

namespace toptile {

struct ReplayView {
  enum class Page { game, help, evidence };

  int turn = 0;  // 0 is before the first turn.
  bool is_playing = false;
  int pace = 0;  // The pace of playing: 0 is a turn a second, and each step from -2 to 3 doubles it.
  Page page = Page::game;
  std::optional<std::size_t> top;    // The first line that is shown of a page; nothing: it was just opened.
  std::optional<std::string> asked;  // The number of a turn, as far as it has been typed.
  std::string note;                  // A line that the next key removes.
};

enum class ReplayAction { none, leave, next_game, previous_game };

// `turns` is the number of the last turn.
ReplayAction press(const Key& key, int turns, ReplayView& view);

// Goes on by one turn. Playing ends with the last.
void play_on(int turns, ReplayView& view);

}  // namespace toptile
