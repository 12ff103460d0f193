#include "tournaments/report/report_parts.h"

#include <algorithm>
#include <vector>

#include "ratings/fit/ratings.h"
#include "ratings/tables/elo_text.h"

namespace toptile {

namespace {

// A checkpoint costs bots³, as matrices are inverted; this is the maximum for all checkpoints together.
constexpr double kMaxWork = 60.0 * 50 * 50 * 50;

std::size_t checkpoints_for(int bots) {
  const double n = bots;
  const double affordable = kMaxWork / (n * n * n);
  return std::clamp(static_cast<std::size_t>(affordable), std::size_t{1}, kMaxCheckpoints);
}

// The numbers of games after which ratings are computed. They are whole sets and evenly spread.
std::vector<std::size_t> checkpoints(int bots, int players, std::size_t games) {
  const auto set = static_cast<std::size_t>(players);
  const std::size_t most = checkpoints_for(bots);
  const std::size_t sets_a_step = (games + most * set - 1) / (most * set);
  std::vector<std::size_t> places;
  for (std::size_t place = sets_a_step * set; place < games; place += sets_a_step * set)
    places.push_back(place);
  if (games > 0) places.push_back(games);
  return places;
}

}  // namespace

Json rating_history(int bots, int players, std::span<const GameResult> games, const JoinedSets& joined,
                    const std::optional<LooksPlan>& looks) {
  std::vector<RankedGame> ranked;
  ranked.reserve(games.size());
  std::vector<std::size_t> counts;  // By checkpoint: the number of games up to there that count.
  std::size_t next = 0;
  for (const std::size_t place : checkpoints(bots, players, games.size())) {
    const std::size_t before = ranked.size();
    for (; next < place; ++next)
      if (!games[next].is_void()) ranked.push_back(ranked_in(joined, games[next]));
    if (ranked.size() > before) counts.push_back(ranked.size());
  }
  RatingOptions options;
  const auto fit_first = [&](std::size_t count) {
    if (looks) options.every_look = looks->at(count);
    return fit_ratings(bots, std::span<const RankedGame>(ranked).first(count), options);
  };
  const Ratings last = fit_first(ranked.size());
  for (int i = 0; i < bots; ++i)
    if (last.players[i].is_in_zero && last.players[i].games > 0) options.zero.push_back(i);
  const Json no_rows(static_cast<std::size_t>(bots), Json::array());
  Json elo = no_rows, low = no_rows, high = no_rows;
  for (const std::size_t count : counts) {
    const Ratings ratings = count == ranked.size() ? last : fit_first(count);
    for (std::size_t i = 0; i < ratings.players.size(); ++i) {
      const PlayerRating& rating = ratings.players[i];
      const bool is_known = rating.games > 0;
      elo[i].push_back(is_known ? Json(rating.elo) : Json());
      low[i].push_back(is_known ? finite_or_null(rating.elo - rating.error_low) : Json());
      high[i].push_back(is_known ? finite_or_null(rating.elo + rating.error_high) : Json());
    }
  }
  return {{"games", counts}, {"elo", elo}, {"low", low}, {"high", high}};
}

}  // namespace toptile
