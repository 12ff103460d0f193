// The weights that come with the program: champion/weights.json, made by `./dev train`.
#pragma once

#include <string>
#include <string_view>

#include "champion/weights.h"

namespace toptile::champion {

// The shipped weights for a ruleset's tiles. Faces are known by the letters that they spell. A face that the
// weights do not have is worth what vowels or consonants are on average.
Weights weights_for(const Ruleset& rules);

// The same from another text of weights. An error names what is wrong.
Result<Weights> read_weights(std::string_view text, const Ruleset& rules);
// The weights as weights.json has them.
std::string write_weights(const Weights& weights, const Ruleset& rules);

}  // namespace toptile::champion
