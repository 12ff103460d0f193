#include "tournaments/game_ratings.h"

#include <algorithm>
#include <set>
#include <vector>

#include "tournaments/confidence.h"
#include "tournaments/plackett_luce.h"

namespace toptile {

namespace {

Ratings by_results(int players, std::span<const RankedGame> games, const RatingOptions& options) {
  std::vector<ScoredGame> scored;
  scored.reserve(games.size());
  for (const RankedGame& game : games)
    scored.push_back({game.players[0], game.players[1], game.score(0), game.cluster});
  return fit_ratings(players, scored, options);
}

PlayerRating player_rating(const RankedRating& fitted, bool is_anchor) {
  PlayerRating rating;
  rating.elo = fitted.elo;
  rating.error_low = rating.error_high = fitted.error;
  rating.interval = fitted.games == 0 || is_anchor   ? Interval::none
                    : fitted.clusters < kFewClusters ? Interval::profile
                                                     : Interval::sandwich;
  rating.games = fitted.games;
  rating.clusters = fitted.clusters;
  rating.pool = fitted.pool;
  return rating;
}

Ratings by_ranks(int players, std::span<const RankedGame> games, const RatingOptions& options) {
  RankedRatings fitted =
      fit_ranked_ratings(players, games, {options.prior_ties, options.first_seat, options.anchor});
  Ratings ratings;
  ratings.pools = fitted.pools;
  for (int i = 0; i < players; ++i)
    ratings.players.push_back(
        player_rating(fitted.players[i], options.anchor && options.anchor->player == i));
  std::set<int> clusters;
  int most_seats = 2;
  for (const RankedGame& game : games) {
    clusters.insert(game.cluster);
    most_seats = std::max(most_seats, game.seats);
    for (int seat = 0; seat < game.seats; ++seat)
      ratings.players[game.players[seat]].points += game.score(seat);
  }
  ratings.clusters = static_cast<int>(clusters.size());
  ratings.covariance = std::move(fitted.covariance);
  ratings.model_covariance = std::move(fitted.model_covariance);
  if (fitted.are_seats_unidentified) {
    ratings.seat_fit = SeatFit::unidentified;
  } else if (options.first_seat == SeatTerm::estimated) {
    const auto& seats = fitted.seat_elo[most_seats];
    ratings.seat_elo.assign(seats.begin(), seats.begin() + most_seats - 1);
  }
  return ratings;
}

}  // namespace

Ratings fit_game_ratings(int players, std::span<const RankedGame> games, const RatingOptions& options) {
  const bool are_of_two = std::ranges::all_of(games, [](const RankedGame& game) { return game.seats == 2; });
  return are_of_two ? by_results(players, games, options) : by_ranks(players, games, options);
}

}  // namespace toptile
