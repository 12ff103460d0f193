// What files of results have in common, whatever their form.
#pragma once

namespace toptile {

// The most points that a player has in a game, positive or negative. More is a mistake in the file.
inline constexpr int kMostPoints = 1'000'000'000;

}  // namespace toptile
