// What files of results have in common, whatever their form.
#pragma once

#include <string_view>

namespace toptile {

// Some programs begin a UTF-8 file with this mark.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
// The most points that a player has in a game, positive or negative. More is a mistake in the file.
inline constexpr int kMostPoints = 1'000'000'000;

}  // namespace toptile
