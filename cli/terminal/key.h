// A key of a terminal.
#pragma once

namespace toptile {

struct Key {
  enum class Name {
    none,       // Nothing was pressed in time.
    character,  // The key types `character`.
    control,    // Ctrl was held; `character` is the upper-case letter.
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
    redraw,  // This is no key: the window has changed, or another program has used the terminal.
    gone,    // This is no key: there is no terminal any more.
  };

  Name name = Name::none;
  char32_t character = 0;

  bool is(char32_t wanted) const { return name == Name::character && character == wanted; }
  bool is_control(char32_t letter) const { return name == Name::control && character == letter; }
  friend bool operator==(const Key&, const Key&) = default;
};

}  // namespace toptile
