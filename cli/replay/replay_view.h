// Where a replay in a terminal stands, and what a key does to it: no terminal, no clock.
#pragma once

#include <optional>
#include <string>

#include "cli/terminal/key.h"

namespace toptile {

struct ReplayView {
  enum class Page { game, help, evidence };

  int turn = 0;  // 0: before the first.
  bool is_playing = false;
  int pace = 0;  // Of playing: 0 is a turn a second, each step from -2 to 3 doubles it.
  Page page = Page::game;
  std::optional<std::string> asked;  // The number of a turn, as far as it is typed.
  std::string note;                  // One line that the next key takes away.
};

enum class ReplayAction { none, leave, next_game, previous_game };

// `turns` is the number of the last.
ReplayAction press(const Key& key, int turns, ReplayView& view);

// A turn on; playing ends with the last.
void play_on(int turns, ReplayView& view);

}  // namespace toptile
