// The draw for the first move, in words.
#pragma once

#include <string>
#include <vector>

#include "engine/game.h"

namespace toptile {

// A text such as "Draw: Anna C, Ben K, Cy C; again: Anna T, Cy E. Cy starts."; empty if nothing was drawn.
// `names` are in seat order.
std::string first_draw_text(const FirstDraw& draw, const std::vector<std::string>& names,
                            const Alphabet& alphabet);

}  // namespace toptile
