// The state of a replay in a terminal, and the effects of keys on it. This needs no terminal and no clock.
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
  int pace = 0;  // Of playing: 0 is one turn per second, and each step from -2 to 3 doubles the speed.
  Page page = Page::game;
  std::optional<std::size_t> top;    // The first visible line of a page; empty if it was just opened.
  std::optional<std::string> asked;  // The part of a turn number typed so far.
  std::string note;                  // A message, until the next key.
};

enum class ReplayAction { none, leave, next_game, previous_game };

// `turns` is the number of the last turn.
ReplayAction press(const Key& key, int turns, ReplayView& view);

// Advances by one turn. Playing ends with the last one.
void play_on(int turns, ReplayView& view);

}  // namespace toptile
