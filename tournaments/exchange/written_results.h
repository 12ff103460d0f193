// Limits that all forms of result files share.
#pragma once

namespace toptile {

// The maximum points of a player in a game, positive or negative. More points are an error in the file.
inline constexpr int kMaxPoints = 1'000'000'000;

}  // namespace toptile
