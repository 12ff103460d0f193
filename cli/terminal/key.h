// A key of a terminal.
#pragma once

namespace toptile {

struct Key {
  enum class Name {
    none,       // No key was pressed in time.
    character,  // The key types `character`.
    control,    // A letter with Ctrl; `character` is in upper case.
    left,
    right,
    up,
    down,
    home,
    end,
    page_up,
    page_down,
    enter,
    tab,
    backspace,
    del,
    escape,
    f1,
    unknown,
    redraw,  // Not a key: the window changed, or another program used the terminal.
    gone,    // Not a key: the terminal is gone.
  };

  Name name = Name::none;
  char32_t character = 0;

  bool is(char32_t wanted) const { return name == Name::character && character == wanted; }
  bool is_control(char32_t letter) const { return name == Name::control && character == letter; }
  friend bool operator==(const Key&, const Key&) = default;
};

}  // namespace toptile
