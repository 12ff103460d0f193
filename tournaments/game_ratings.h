// Ratings from games of two to four.
#pragma once

#include <span>

#include "tournaments/ranked_game.h"
#include "tournaments/ratings.h"

namespace toptile {

// By the model of Bradley and Terry (tournaments/ratings.h) where all games are of two, else by that of
// Plackett and Luce (tournaments/plackett_luce.h), whose prior must be more than 0.
Ratings fit_game_ratings(int players, std::span<const RankedGame> games, const RatingOptions& options);

}  // namespace toptile
