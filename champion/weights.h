// The static player's weights, learned from its own games (tools/champion/training.h), in hundredths of a
// point.
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

// The phase of a game, by the number of tiles in the bag after a move was made and its tiles were drawn.
inline constexpr int kPhases = 5;
int phase_of(int bag);

struct Weights {
  // The weights of a phase. Those of kept tiles apply to the rack after tiles are laid and before others are
  // drawn.
  struct OfPhase {
    static constexpr int kMaxCounted = 7;
    // The worth of the first, the second and the third tile of a face. Further tiles are worth as much as the
    // third.
    std::array<std::array<Value, 3>, kMaxFaces> tile{};
    // The worth of this many vowels and this many consonants.
    std::array<std::array<Value, kMaxCounted + 1>, kMaxCounted + 1> balance{};
    // The worth of a laid tile by the resulting height of its stack.
    std::array<Value, kMaxHeight + 1> height{};
    // The worth of a word in the line of play by its length.
    std::array<Value, kMaxBoardSize + 1> length{};
    // The mean of all this over the moves made in games.
    Value mean = 0;
  };
  std::array<OfPhase, kPhases> phases{};
};

// The faces whose text has only vowels, except QU.
FaceSet vowels_of(const Alphabet& alphabet);

// The shipped weights for a ruleset's tiles. Faces are matched by the letters that they spell. A face without
// weights is worth the average of vowels or of consonants.
Weights weights_for(const Ruleset& rules);

// Reads weights from another text. An error names what is wrong.
Result<Weights> read_weights(std::string_view text, const Ruleset& rules);
// Formats the weights like weights.json.
std::string write_weights(const Weights& weights, const Ruleset& rules);

}  // namespace toptile::champion
