// What the static player knows: numbers that were learned from its own games (tools/champion/training.h).
// They are hundredths of a point.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/ruleset.h"
#include "engine/tiles.h"

namespace toptile::champion {

// A value in hundredths of a point.
using Value = std::int32_t;
inline constexpr Value kPoint = 100;

// How far a game has got, by the tiles in the bag after a move was made and its tiles were drawn.
inline constexpr int kPhases = 5;
int phase_of(int bag);

struct Weights {
  // The numbers of a phase. The worth of what is kept on the rack counts after the laid tiles are gone and
  // before others are drawn.
  struct OfPhase {
    static constexpr int kMaxCounted = 7;
    // The worth of the first, the second and the third tile of a face. A fourth is worth as much as a third.
    std::array<std::array<Value, 3>, kMaxFaces> tile{};
    // The worth of this many vowels and this many consonants.
    std::array<std::array<Value, kMaxCounted + 1>, kMaxCounted + 1> balance{};
    // The worth of a laid tile by the height of its stack then.
    std::array<Value, kMaxHeight + 1> height{};
    // The worth of a word in the line of play by its length.
    std::array<Value, kMaxBoardSize + 1> length{};
    // The mean of all this over the moves that are made in games.
    Value mean = 0;
  };
  std::array<OfPhase, kPhases> phases{};
};

// The faces whose text has vowels only, but for QU.
FaceSet vowels_of(const Alphabet& alphabet);

// The shipped weights for a ruleset's tiles. Faces are known by the letters that they spell. A face that the
// weights do not have is worth what vowels or consonants are on average.
Weights weights_for(const Ruleset& rules);

// The same from another text of weights. An error names what is wrong.
Result<Weights> read_weights(std::string_view text, const Ruleset& rules);
// The weights as weights.json has them.
std::string write_weights(const Weights& weights, const Ruleset& rules);

}  // namespace toptile::champion
