#include "cli/replay/replay_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/words.h"
#include "cli/terminal/scrolled_lines.h"

namespace toptile {

namespace {

constexpr int kPageTurns = 10;          // PgUp and PgDn skip this many turns.
constexpr std::size_t kMostDigits = 4;  // No turn number has more digits.
constexpr int kSlowest = -2, kFastest = 3;

void go_to(int turn, int turns, ReplayView& view) {
  view.turn = std::clamp(turn, 0, turns);
  view.is_playing = false;
}

void answer(const std::string& typed, int turns, ReplayView& view) {
  if (typed.empty()) return;
  const auto turn = parse_number<int>(typed);
  if (turn && *turn <= turns) {
    go_to(*turn, turns, view);
  } else {
    view.note = fmt::format("There is no turn {}: the game has turns 0 to {}.", typed, turns);
  }
}

void type(const Key& key, int turns, ReplayView& view) {
  switch (key.name) {
    case Key::Name::escape:
      view.asked.reset();
      break;
    case Key::Name::enter: {
      const std::string typed = *view.asked;
      view.asked.reset();
      answer(typed, turns, view);
      break;
    }
    case Key::Name::backspace:
      if (!view.asked->empty()) view.asked->pop_back();
      break;
    case Key::Name::character:
      if (key.character >= '0' && key.character <= '9' && view.asked->size() < kMostDigits)
        *view.asked += static_cast<char>(key.character);
      break;
    default:
      break;
  }
}

void play_or_pause(int turns, ReplayView& view) {
  view.is_playing = !view.is_playing;
  if (view.is_playing && view.turn == turns) view.turn = 0;
}

void open_page(ReplayView::Page page, ReplayView& view) {
  view.page = page;
  view.top.reset();
  view.is_playing = false;
}

ReplayAction press_character(char32_t character, int turns, ReplayView& view) {
  switch (character) {
    case 'q':
      return ReplayAction::leave;
    case 'n':
      return ReplayAction::next_game;
    case 'p':
      return ReplayAction::previous_game;
    case 'l':
      go_to(view.turn + 1, turns, view);
      break;
    case 'h':
      go_to(view.turn - 1, turns, view);
      break;
    case '0':
      go_to(0, turns, view);
      break;
    case '$':
      go_to(turns, turns, view);
      break;
    case ' ':
      play_or_pause(turns, view);
      break;
    case '+':
    case '-':
      view.pace = std::clamp(view.pace + (character == '+' ? 1 : -1), kSlowest, kFastest);
      break;
    case 'g':
      view.asked.emplace();
      view.is_playing = false;
      break;
    case '?':
      open_page(ReplayView::Page::help, view);
      break;
    case 'e':
      open_page(ReplayView::Page::evidence, view);
      break;
    default:
      break;
  }
  return ReplayAction::none;
}

}  // namespace

ReplayAction press(const Key& key, int turns, ReplayView& view) {
  view.note.clear();
  if (view.asked) {
    type(key, turns, view);
    return ReplayAction::none;
  }
  if (key.is_control('D')) return ReplayAction::leave;
  if (view.page != ReplayView::Page::game) {
    if (key.is('q')) return ReplayAction::leave;
    std::size_t top = view.top.value_or(0);
    if (scroll(key, top)) {
      view.top = top;
      return ReplayAction::none;
    }
    view.page = ReplayView::Page::game;
    return ReplayAction::none;
  }
  switch (key.name) {
    case Key::Name::character:
      return press_character(key.character, turns, view);
    case Key::Name::right:
    case Key::Name::down:
    case Key::Name::enter:
      go_to(view.turn + 1, turns, view);
      break;
    case Key::Name::left:
    case Key::Name::up:
    case Key::Name::backspace:
      go_to(view.turn - 1, turns, view);
      break;
    case Key::Name::home:
      go_to(0, turns, view);
      break;
    case Key::Name::end:
      go_to(turns, turns, view);
      break;
    case Key::Name::page_up:
      go_to(view.turn - kPageTurns, turns, view);
      break;
    case Key::Name::page_down:
      go_to(view.turn + kPageTurns, turns, view);
      break;
    case Key::Name::escape:
      view.is_playing = false;
      break;
    default:
      break;
  }
  return ReplayAction::none;
}

void play_on(int turns, ReplayView& view) {
  if (view.turn < turns) ++view.turn;
  if (view.turn >= turns) view.is_playing = false;
}

}  // namespace toptile
