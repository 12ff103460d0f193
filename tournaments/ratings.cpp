#include "tournaments/ratings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "engine/assert.h"
#include "tournaments/bradley_terry.h"
#include "tournaments/contrast_interval.h"
#include "tournaments/gauge.h"
#include "tournaments/ranked_model.h"
#include "tournaments/strong_groups.h"

namespace toptile {
namespace {

constexpr double kUnidentified = 1e9;  // Times the variance of one game.

// The cells that were played, by first and then second player, whatever the order of the games.
std::vector<Cell> tally(std::span<const RankedGame> games) {
  std::unordered_map<std::uint64_t, Cell> cells;
  for (const RankedGame& game : games) {
    const auto key = std::uint64_t(std::uint32_t(game.players[0])) << 32 | std::uint32_t(game.players[1]);
    Cell& cell = cells[key];
    cell.first = game.players[0];
    cell.second = game.players[1];
    cell.played += 1;
    cell.scored += game.score(0);
  }
  std::vector<Cell> sorted;
  for (const auto& [key, cell] : cells) sorted.push_back(cell);
  std::ranges::sort(sorted, {}, [](const Cell& cell) { return std::pair(cell.first, cell.second); });
  return sorted;
}

// A player's ties lie where its games lie: the gauge, the pools and what is identified stay as the games have
// them.
void add_prior(std::vector<Cell>& cells, std::span<const PlayerRating> players, double ties) {
  for (Cell& cell : cells) {
    cell.virtual_ties =
        ties / 2 * (cell.played / players[cell.first].games + cell.played / players[cell.second].games);
  }
}

std::vector<bool> reached_from(int start, const std::vector<std::vector<int>>& next) {
  std::vector<bool> reached(next.size());
  std::vector<int> open{start};
  reached[start] = true;
  while (!open.empty()) {
    const int player = open.back();
    open.pop_back();
    for (const int other : next[player]) {
      if (reached[other]) continue;
      reached[other] = true;
      open.push_back(other);
    }
  }
  return reached;
}

// For each player its pool: two are in one if points, those of the prior included, flow from each to the
// other.
std::vector<int> pools_of(int players, std::span<const Cell> cells) {
  std::vector<std::vector<int>> beaten(static_cast<std::size_t>(players)), beaten_by(beaten);
  for (const Cell& cell : cells) {
    const auto link = [&](int winner, int loser) {
      beaten[winner].push_back(loser);
      beaten_by[loser].push_back(winner);
    };
    if (cell.won() > 0) link(cell.first, cell.second);
    if (cell.lost() > 0) link(cell.second, cell.first);
  }
  std::vector<std::vector<int>> members;
  std::vector<int> pool(static_cast<std::size_t>(players), -1);
  for (int player = 0; player < players; ++player) {
    if (pool[player] >= 0) continue;
    const std::vector<bool> below = reached_from(player, beaten), above = reached_from(player, beaten_by);
    members.emplace_back();
    for (int other = player; other < players; ++other) {
      if (!below[other] || !above[other]) continue;
      pool[other] = player;
      members.back().push_back(other);
    }
  }
  std::stable_sort(members.begin(), members.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (std::size_t number = 0; number < members.size(); ++number) {
    for (const int player : members[number]) pool[player] = static_cast<int>(number);
  }
  return pool;
}

void count_games(std::vector<PlayerRating>& players, std::span<const RankedGame> games) {
  for (const RankedGame& game : games) {
    for (int seat = 0; seat < game.seats; ++seat) {
      ++players[game.players[seat]].games;
      players[game.players[seat]].points += game.score(seat);
    }
  }
}

// The score of a game of two is what the first seat scored more than was expected.
class ScoresOfTwo : public GameScores {
 public:
  ScoresOfTwo(const BradleyTerry& model, const Logits& at) : model_(model), at_(at) {}

  int seat_term(const RankedGame&, int seat) const override {
    return model_.has_advantage() && seat == 0 ? model_.players() : -1;
  }
  std::array<double, kMostPlayers> of(const RankedGame& game) const override {
    const Cell cell{game.players[0], game.players[1]};
    const double surplus = game.score(0) - chance(model_.edge(cell, at_));
    return {surplus, -surplus};
  }
  bool counts(const RankedGame& game) const override {
    return model_.pool_of()[game.players[0]] == model_.pool_of()[game.players[1]];
  }

 private:
  const BradleyTerry& model_;
  const Logits& at_;
};

class RankedScores : public GameScores {
 public:
  RankedScores(const RankedModel& model, const Logits& at) : model_(model), at_(at) {}

  int seat_term(const RankedGame& game, int seat) const override {
    return model_.seat_term(game.seats, seat);
  }
  std::array<double, kMostPlayers> of(const RankedGame& game) const override {
    return model_.score_of(game, at_);
  }
  bool counts(const RankedGame&) const override { return true; }

 private:
  const RankedModel& model_;
  const Logits& at_;
};

class Fit : public RatingFit {
 public:
  Fit(std::unique_ptr<RatingModel> model, std::unique_ptr<Maximum> best, std::unique_ptr<GameScores> scores,
      std::span<const RankedGame> games, const std::optional<RatingAnchor>& anchor)
      : model_(std::move(model)),
        best_(std::move(best)),
        scores_(std::move(scores)),
        intervals_(*model_, *scores_, *best_, games),
        links_(intervals_.spread().links()),
        group_of_(strong_groups(model_->players(), links_)),
        gauge_(*model_, group_of_, information(), anchor) {}

  const ResultSpread& spread() const { return intervals_.spread(); }

  RatingEstimate difference(int one, int other) const override {
    if (one == other || !is_in_one_pool(one, other)) return {};
    return intervals_.estimate(contrast(one, other));
  }
  double superiority(int one, int other) const override {
    if (!is_in_one_pool(one, other)) return std::numeric_limits<double>::quiet_NaN();
    return one == other ? 0.5 : intervals_.chance_above_zero(contrast(one, other));
  }

  void rate_players(Ratings& ratings) const;
  RatingEstimate rate_first_seat() const { return intervals_.estimate(gauge_.contrast(model_->players())); }
  void find_weak_links(Ratings& ratings, std::span<const RankedGame> games) const;
  double term(int number) const { return best_->at[model_->players() + number] / kLogitsPerElo; }

 private:
  bool is_in_one_pool(int one, int other) const { return model_->pool_of()[one] == model_->pool_of()[other]; }
  Logits contrast(int one, int other) const {
    Logits result = Logits::Zero(model_->parameters());
    result[one] = 1;
    result[other] = -1;
    return result;
  }
  std::vector<double> information() const {
    std::vector<double> result(static_cast<std::size_t>(model_->players()));
    for (const PlayerLink& link : links_) {
      result[link.one] += link.information;
      result[link.other] += link.information;
    }
    return result;
  }

  std::unique_ptr<RatingModel> model_;
  std::unique_ptr<Maximum> best_;
  std::unique_ptr<GameScores> scores_;
  ContrastIntervals intervals_;
  std::vector<PlayerLink> links_;
  std::vector<int> group_of_;
  Gauge gauge_;
};

// The groups of a pool by the mean of their players, the strongest first.
void number_groups(std::vector<PlayerRating>& players, std::span<const int> group_of) {
  struct Mean {
    int pool = 0, group = 0, players = 0;
    double sum = 0;
  };
  std::unordered_map<int, Mean> means;
  for (std::size_t i = 0; i < players.size(); ++i) {
    Mean& mean = means[group_of[i]];
    mean.pool = players[i].pool;
    mean.group = group_of[i];
    mean.sum += players[i].elo;
    ++mean.players;
  }
  std::vector<Mean> sorted;
  for (const auto& [group, mean] : means) sorted.push_back(mean);
  std::ranges::sort(sorted, {}, [](const Mean& mean) {
    return std::tuple(mean.pool, -mean.sum / mean.players, mean.group);
  });
  std::unordered_map<int, int> number;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const bool is_first = i == 0 || sorted[i - 1].pool != sorted[i].pool;
    number[sorted[i].group] = is_first ? 0 : number[sorted[i - 1].group] + 1;
  }
  for (std::size_t i = 0; i < players.size(); ++i) players[i].group = number[group_of[i]];
}

void Fit::rate_players(Ratings& ratings) const {
  const std::vector<double> elo = gauge_.elo(best_->at);
  for (int i = 0; i < model_->players(); ++i) {
    PlayerRating& player = ratings.players[i];
    player.pool = model_->pool_of()[i];
    player.clusters = spread().clusters_of(i);
    player.unbounded = player.games > 0 && player.clusters == 0;
    player.is_in_zero = gauge_.is_in_zero(i);
    if (player.clusters > 0 && !gauge_.is_fixed(i))
      static_cast<RatingEstimate&>(player) = intervals_.estimate(gauge_.contrast(i));
    player.elo = elo[i];
  }
  number_groups(ratings.players, group_of_);
}

// Who is in the first groups of a pool against who is in the others, for each cut.
void Fit::find_weak_links(Ratings& ratings, std::span<const RankedGame> games) const {
  std::vector<int> groups(static_cast<std::size_t>(ratings.pools));
  for (const PlayerRating& player : ratings.players)
    groups[player.pool] = std::max(groups[player.pool], player.group + 1);
  std::vector<std::size_t> first;
  for (int pool = 0; pool < ratings.pools; ++pool) {
    first.push_back(ratings.weak_links.size());
    for (int group = 0; group + 1 < groups[pool]; ++group) ratings.weak_links.push_back({pool, group, 0, 0});
  }
  std::vector<double> by_upper(ratings.weak_links.size());
  const auto add = [&](const PlayerRating& upper, const PlayerRating& lower, double points) {
    for (int group = upper.group; group < lower.group; ++group) {
      const std::size_t link = first[upper.pool] + std::size_t(group);
      ++ratings.weak_links[link].meetings;
      ratings.weak_links[link].against_the_run += 1 - points;
      by_upper[link] += points;
    }
  };
  for (const RankedGame& game : games) {
    if (ratings.weak_links.empty() || !scores_->counts(game)) continue;
    for (int seat = 0; seat < game.seats; ++seat) {
      for (int other = 0; other < game.seats; ++other) {
        const PlayerRating& upper = ratings.players[game.players[seat]];
        const PlayerRating& lower = ratings.players[game.players[other]];
        if (upper.group < lower.group) add(upper, lower, game.score_against(seat, other));
      }
    }
  }
  for (std::size_t link = 0; link < by_upper.size(); ++link) {
    double& points = ratings.weak_links[link].against_the_run;
    points = std::min(points, by_upper[link]);
  }
}

// Cells between pools are left out: at an infinite distance their games are certain and tell nothing.
std::unique_ptr<BradleyTerry> model_of_two(Ratings& ratings, std::span<const RankedGame> games,
                                           const RatingOptions& options) {
  const int players = static_cast<int>(ratings.players.size());
  std::vector<Cell> cells = tally(games);
  add_prior(cells, ratings.players, options.prior_ties);
  std::vector<int> pool_of = pools_of(players, cells);
  const auto is_between = [&](const Cell& cell) { return pool_of[cell.first] != pool_of[cell.second]; };
  for (const Cell& cell : cells)
    ratings.one_way_games += is_between(cell) ? static_cast<int>(cell.played) : 0;
  std::erase_if(cells, is_between);
  if (options.first_seat == SeatTerm::estimated) {
    switch (advantage_case(cells, players)) {
      case AdvantageCase::finite:
        ratings.seat_fit = SeatFit::estimated;
        break;
      case AdvantageCase::unbounded:
        ratings.seat_fit = SeatFit::unbounded;
        break;
      case AdvantageCase::unidentified:
        ratings.seat_fit = SeatFit::unidentified;
        break;
    }
  }
  return std::make_unique<BradleyTerry>(std::move(cells), std::move(pool_of),
                                        ratings.seat_fit == SeatFit::estimated);
}

bool are_seats_identified(const RankedModel& model) {
  const Matrix inverse = Normal(model, model.information(Logits::Zero(model.parameters()))).inverse();
  for (int term = model.players(); term < model.parameters(); ++term)
    if (inverse(term, term) > kUnidentified) return false;
  return true;
}

std::unique_ptr<RankedModel> ranked_model(Ratings& ratings, std::span<const RankedGame> games,
                                          const RatingOptions& options) {
  const int players = static_cast<int>(ratings.players.size());
  if (options.first_seat == SeatTerm::zero)
    return std::make_unique<RankedModel>(players, games, options.prior_ties, false);
  auto model = std::make_unique<RankedModel>(players, games, options.prior_ties, true);
  const bool is_identified = are_seats_identified(*model);
  ratings.seat_fit = is_identified ? SeatFit::estimated : SeatFit::unidentified;
  return is_identified ? std::move(model)
                       : std::make_unique<RankedModel>(players, games, options.prior_ties, false);
}

int most_seats(std::span<const RankedGame> games) {
  int seats = 2;
  for (const RankedGame& game : games) seats = std::max(seats, game.seats);
  return seats;
}

}  // namespace

Ratings fit_ratings(int players, std::span<const RankedGame> games, const RatingOptions& options) {
  TOPTILE_ASSERT(players >= 0 && options.prior_ties >= 0);
  TOPTILE_ASSERT(!options.anchor || (options.anchor->player >= 0 && options.anchor->player < players));
  const int seats = most_seats(games);
  TOPTILE_ASSERT(seats == 2 || options.prior_ties > 0);
  std::vector<RankedGame> sorted;
  if (!std::ranges::is_sorted(games, {}, &RankedGame::cluster)) {
    sorted.assign(games.begin(), games.end());
    std::ranges::stable_sort(sorted, {}, &RankedGame::cluster);
    games = sorted;
  }
  Ratings ratings;
  ratings.players.resize(static_cast<std::size_t>(players));
  count_games(ratings.players, games);
  std::shared_ptr<Fit> fit;
  const auto fitted = [&](auto of, auto scores_of) {
    auto best = std::make_unique<Maximum>(maximum(*of, Logits::Zero(of->parameters())));
    auto scores = scores_of(*of, best->at);
    return std::make_shared<Fit>(std::move(of), std::move(best), std::move(scores), games, options.anchor);
  };
  int first_term = 0;
  if (seats == 2) {
    fit = fitted(model_of_two(ratings, games, options), [](const BradleyTerry& of, const Logits& at) {
      return std::make_unique<ScoresOfTwo>(of, at);
    });
  } else {
    auto model = ranked_model(ratings, games, options);
    first_term = ratings.seat_fit == SeatFit::estimated ? model->seat_term(seats, 0) - players : 0;
    fit = fitted(std::move(model), [](const RankedModel& of, const Logits& at) {
      return std::make_unique<RankedScores>(of, at);
    });
  }
  fit->rate_players(ratings);
  for (const PlayerRating& player : ratings.players) ratings.pools = std::max(ratings.pools, player.pool + 1);
  fit->find_weak_links(ratings, games);
  ratings.clusters = fit->spread().clusters();
  ratings.sharing = fit->spread().sharing();
  if (seats == 2 && ratings.seat_fit == SeatFit::estimated) ratings.first_seat = fit->rate_first_seat();
  if (seats > 2 && ratings.seat_fit == SeatFit::estimated) {
    for (int seat = 0; seat + 1 < seats; ++seat) ratings.seat_elo.push_back(fit->term(first_term + seat));
  }
  ratings.fit = std::move(fit);
  return ratings;
}

Ratings fit_ratings(int players, std::span<const ScoredGame> games, const RatingOptions& options) {
  std::vector<RankedGame> ranked;
  ranked.reserve(games.size());
  for (const ScoredGame& game : games) {
    TOPTILE_ASSERT(game.first >= 0 && game.first < players && game.second >= 0 && game.second < players);
    TOPTILE_ASSERT(game.first != game.second && game.score >= 0 && game.score <= 1);
    ranked.push_back(
        {2, {game.first, game.second}, {game.score == 0 ? 2 : 1, game.score == 1 ? 2 : 1}, game.cluster});
  }
  return fit_ratings(players, ranked, options);
}

}  // namespace toptile
