// Whether players may ask for the best plays.
#pragma once

#include <string_view>

namespace toptile {

enum class Hints {
  shown,
  switched_off,   // The user wants none.
  would_tell_all  // Words can be challenged here, and a hint shows only real ones.
};

constexpr std::string_view no_hints_text(Hints hints) {
  return hints == Hints::switched_off
             ? "There are no hints in this game."
             : "There are no hints where words can be challenged, as a hint shows real words alone, "
               "unless they are asked for when the game begins.";
}

}  // namespace toptile
