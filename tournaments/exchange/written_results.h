// The limit of scores in all formats of result files.
#pragma once

namespace toptile {

// The largest absolute score of a player in a game. A score beyond it is an error in the file.
inline constexpr int kMaxResultScore = 1'000'000'000;

}  // namespace toptile
