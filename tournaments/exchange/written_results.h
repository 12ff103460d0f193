// What files of results have in common, whatever their form.
#pragma once

#include <string_view>

namespace toptile {

// Some programs begin a file of UTF-8 with it.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
// A player's points in a game, either way: what is more is a mistake in the file.
inline constexpr int kMostPoints = 1'000'000'000;

}  // namespace toptile
