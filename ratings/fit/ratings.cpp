#include "ratings/fit/ratings.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/assert.h"
#include "base/parallel.h"
#include "ratings/fit/anchored_model.h"
#include "ratings/fit/anchors.h"
#include "ratings/fit/bradley_terry.h"
#include "ratings/fit/connected_players.h"
#include "ratings/fit/contrast_interval.h"
#include "ratings/fit/directions.h"
#include "ratings/fit/gauge.h"
#include "ratings/fit/likelihood_maximum.h"
#include "ratings/fit/open_ends.h"
#include "ratings/fit/point_flow.h"
#include "ratings/fit/pools.h"
#include "ratings/fit/ranked_model.h"
#include "ratings/fit/rating_model.h"
#include "ratings/fit/result_spread.h"
#include "ratings/fit/sparse_information.h"
#include "ratings/fit/strong_groups.h"

namespace toptile {
namespace {

// A seat's worth cannot be told from strengths if its variance is larger than this, in logits².
constexpr double kUnidentified = 1e9;

// A player's virtual ties lie where its games lie, so that they do not change the gauge, the pools, or what
// is identified.
void add_prior(std::vector<Cell>& cells, const PriorTies& prior) {
  for (Cell& cell : cells) cell.virtual_ties = cell.played * prior.of({2, {cell.first, cell.second}});
}

void count_games(std::vector<PlayerRating>& players, const GameSpan& games) {
  for (std::size_t i = 0; i < games.size(); ++i) {
    const RankedGame game = games[i];
    for (int seat = 0; seat < game.seats; ++seat) {
      players[game.players[seat]].games += games.times(i);
      players[game.players[seat]].points += games.times(i) * game.score(seat);
    }
  }
}

// The score of a game of two is what the first seat scored above what was expected.
class ScoresOfTwo : public GameScores {
 public:
  ScoresOfTwo(const BradleyTerry& model, const Logits& at, PriorTies prior)
      : model_(model), at_(at), prior_(std::move(prior)) {}

  int seat_term(const RankedGame&, int seat) const override {
    return model_.has_advantage() && seat == 0 ? model_.players() : -1;
  }
  std::array<double, kMaxPlayers> of(const RankedGame& game) const override {
    const SeatPair seats = model_.seats(game.players[0], game.players[1]);
    const double surplus = game.score(0) - chance(seats.difference(at_));
    return {surplus, -surplus};
  }
  bool counts(const RankedGame& game) const override {
    return model_.pool_of()[game.players[0]] == model_.pool_of()[game.players[1]];
  }
  double prior_ties(const RankedGame& game) const override { return prior_.of(game); }

 private:
  const BradleyTerry& model_;
  const Logits& at_;
  PriorTies prior_;
};

class RankedScores : public GameScores {
 public:
  RankedScores(const RankedModel& model, const Logits& at, PriorTies prior)
      : model_(model), at_(at), prior_(std::move(prior)) {}

  int seat_term(const RankedGame& game, int seat) const override {
    return model_.seat_term(game.seats, seat);
  }
  std::array<double, kMaxPlayers> of(const RankedGame& game) const override {
    return model_.score_of(game, at_);
  }
  bool counts(const RankedGame&) const override { return true; }
  double prior_ties(const RankedGame& game) const override { return prior_.of(game); }

 private:
  const RankedModel& model_;
  const Logits& at_;
  PriorTies prior_;
};

class Fit : public RatingFit {
 public:
  // `anchored` is null, or the model of `results` with fixed anchors. `best` is the maximum of the one of
  // them that is used, with bodies.
  Fit(std::unique_ptr<RatingModel> results, std::unique_ptr<AnchoredModel> anchored, Maximum best,
      ResultSpread spread, PointFlow flow, const RatingOptions& options)
      : results_(std::move(results)),
        anchored_(std::move(anchored)),
        model_(anchored_ ? anchored_.get() : results_.get()),
        best_(std::move(best)),
        spread_(std::move(spread)),
        group_of_(flow.within_parts(strong_groups(model_->players(), links_of_bodies()))),
        gauge_(*model_, group_of_, flow.part_of(), spread_.information_of_players(), options),
        open_(std::move(flow), *model_, spread_, gauge_),
        directions_(directions(*model_, best_.at, gauge_.weights(), group_of_)),
        intervals_(*model_, best_, spread_, *directions_, gauge_, &open_, options.every_look),
        elo_(gauge_.elo(best_.at)) {}

  const ResultSpread& spread() const { return spread_; }

  RatingEstimate rating(int player) const override {
    RatingEstimate estimate;
    if (spread_.clusters_of(player) > 0 && !gauge_.is_fixed(player)) estimate = intervals_.of_player(player);
    estimate.elo = elo_[player];
    return estimate;
  }
  RatingEstimate difference(int one, int other) const override {
    if (one == other || !is_in_one_pool(one, other)) return {};
    if (is_given(one, other)) return given(one, other).difference;
    return intervals_.between(one, other);
  }
  double superiority(int one, int other) const override {
    if (!is_in_one_pool(one, other)) return std::numeric_limits<double>::quiet_NaN();
    if (is_given(one, other)) return given(one, other).superiority;
    return intervals_.superiority(one, other).of_one();
  }
  Comparison compare(int one, int other) const override {
    if (one == other || !is_in_one_pool(one, other)) return {{}, superiority(one, other)};
    if (is_given(one, other)) return given(one, other);
    const auto [difference, superiority] = intervals_.compare(one, other);
    return {difference, superiority.of_one()};
  }
  double chance_of_equals(int one, int other) const override {
    if (one == other || !is_in_one_pool(one, other)) return 1;
    if (is_given(one, other)) return elo_[one] == elo_[other] ? 1 : 0;
    return intervals_.chance_of_equals(one, other);
  }
  double chance_of_rating(int player, double elo) const override {
    if (spread_.clusters_of(player) == 0 || gauge_.is_fixed(player)) return 1;
    const double height = (elo - gauge_.elo_of_zero(player)) * kLogitsPerElo;
    return intervals_.chance_of_height(player, height);
  }

  void rate_players(Ratings& ratings, const RatingOptions& options) const;
  RatingEstimate rate_first_seat() const { return intervals_.of_seat_term(model_->players()); }
  void find_weak_links(Ratings& ratings, const GameSpan& games) const;
  double term(int number) const { return best_.at[model_->players() + number] / kLogitsPerElo; }

 private:
  bool is_in_one_pool(int one, int other) const {
    return results_->pool_of()[one] == results_->pool_of()[other];
  }
  // Whether the distance of the two is given, as that of a player from itself.
  bool is_given(int one, int other) const { return model_->body_of(one) == model_->body_of(other); }
  Comparison given(int one, int other) const {
    const double above = elo_[one] - elo_[other];
    Comparison comparison;
    comparison.difference.elo = above;
    comparison.superiority = above > 0 ? 1 : above < 0 ? 0 : 0.5;
    return comparison;
  }
  // A body is in a group as a whole.
  std::vector<PlayerLink> links_of_bodies() const {
    std::vector<PlayerLink> links = spread_.links();
    for (PlayerLink& link : links) {
      link.one = model_->body_of(link.one);
      link.other = model_->body_of(link.other);
    }
    std::erase_if(links, [](const PlayerLink& link) { return link.one == link.other; });
    return links;
  }

  std::unique_ptr<RatingModel> results_;
  std::unique_ptr<AnchoredModel> anchored_;
  const RatingModel* model_;
  Maximum best_;
  ResultSpread spread_;
  std::vector<int> group_of_;  // Players for whom another one stands are groups by themselves.
  Gauge gauge_;
  OpenEnds open_;
  std::unique_ptr<Directions> directions_;
  ContrastIntervals intervals_;
  std::vector<double> elo_;
};

// Numbers the groups of each pool by the mean of their players, the strongest first.
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

void Fit::rate_players(Ratings& ratings, const RatingOptions& options) const {
  std::vector<int> group_of, shown = options.shown.value_or(std::vector<int>());
  if (!options.shown) {
    shown.resize(ratings.players.size());
    std::iota(shown.begin(), shown.end(), 0);
  }
  for (PlayerRating& player : ratings.players) player.interval = Interval::not_computed;
  for_each_in_parallel(options.threads, shown, [&](int player) {
    static_cast<RatingEstimate&>(ratings.players[player]) = rating(player);
  });
  for (int i = 0; i < model_->players(); ++i) {
    PlayerRating& player = ratings.players[i];
    group_of.push_back(group_of_[model_->body_of(i)]);
    player.pool = results_->pool_of()[i];
    player.clusters = spread().clusters_of(i);
    player.unbounded = player.games > 0 && player.clusters == 0;
    player.is_in_zero = gauge_.is_in_zero(i);
    player.elo = elo_[i];
    player.is_held = player.given && gauge_.is_fixed(i);
  }
  number_groups(ratings.players, group_of);
}

// Counts the results between the first groups of a pool and the others, for each cut. A meeting lies across
// all cuts between its two groups: it is added at the first of them and taken off after the last.
void Fit::find_weak_links(Ratings& ratings, const GameSpan& games) const {
  std::vector<int> groups(static_cast<std::size_t>(ratings.pools));
  for (const PlayerRating& player : ratings.players)
    groups[player.pool] = std::max(groups[player.pool], player.group + 1);
  std::vector<std::size_t> first;
  std::size_t cuts = 0;
  for (const int count : groups) {
    first.push_back(cuts);
    cuts += static_cast<std::size_t>(count);  // There is one place more than cuts, for what is taken off.
  }
  if (cuts == groups.size()) return;
  struct Change {
    int meetings = 0;
    double by_upper = 0, by_lower = 0;
  };
  std::vector<Change> changes(cuts);
  for (std::size_t i = 0; i < games.size(); ++i) {
    const RankedGame game = games[i];
    if (!is_in_one_pool(game.players[0], game.players[1])) continue;
    for (int seat = 0; seat < game.seats; ++seat) {
      for (int other = 0; other < game.seats; ++other) {
        const PlayerRating& upper = ratings.players[game.players[seat]];
        const PlayerRating& lower = ratings.players[game.players[other]];
        if (upper.group >= lower.group) continue;
        const double points = game.score_against(seat, other);
        const int times = games.times(i);
        for (const auto& [group, sign] : {std::pair(upper.group, times), std::pair(lower.group, -times)}) {
          Change& change = changes[first[upper.pool] + std::size_t(group)];
          change.meetings += sign;
          change.by_upper += sign * points;
          change.by_lower += sign * (1 - points);
        }
      }
    }
  }
  for (int pool = 0; pool < ratings.pools; ++pool) {
    Change sum;
    for (int group = 0; group + 1 < groups[pool]; ++group) {
      const Change& change = changes[first[pool] + std::size_t(group)];
      sum.meetings += change.meetings;
      sum.by_upper += change.by_upper;
      sum.by_lower += change.by_lower;
      ratings.weak_links.push_back({pool, group, sum.meetings, std::min(sum.by_upper, sum.by_lower)});
    }
  }
}

// Cells between pools are left out: at an infinite distance their games are certain and tell nothing.
std::unique_ptr<BradleyTerry> model_of_two(Ratings& ratings, const GameSpan& games, const PriorTies& prior,
                                           const RatingOptions& options) {
  const int players = static_cast<int>(ratings.players.size());
  std::vector<Cell> cells = cells_of(players, games);
  add_prior(cells, prior);
  const std::vector<int> body_of = bodies_of(players, cells, options);
  std::vector<int> pool_of = pools_of(players, cells, body_of);
  const auto is_between = [&](const Cell& cell) { return pool_of[cell.first] != pool_of[cell.second]; };
  for (const Cell& cell : cells)
    ratings.one_way_games += is_between(cell) ? static_cast<int>(cell.played) : 0;
  std::erase_if(cells, is_between);
  if (options.first_seat == SeatTerm::estimated) {
    switch (advantage_case(cells, body_of)) {
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

bool are_seats_identified(const RatingModel& model, const Logits& at) {
  SparseInformation information(model);
  information.look_at(at);
  for (int term = 0; term < model.seat_terms(); ++term)
    if (!(information.seat_variance()(term, term) <= kUnidentified)) return false;
  return true;
}

std::unique_ptr<RankedModel> ranked_model(Ratings& ratings, const GameSpan& games,
                                          const RatingOptions& options) {
  const int players = static_cast<int>(ratings.players.size());
  if (options.first_seat == SeatTerm::zero)
    return std::make_unique<RankedModel>(players, games, options.prior_ties, false);
  auto model = std::make_unique<RankedModel>(players, games, options.prior_ties, true);
  const auto held = anchored(*model, options);
  const bool is_identified = held ? are_seats_identified(*held, held->start())
                                  : are_seats_identified(*model, Logits::Zero(model->parameters()));
  ratings.seat_fit = is_identified ? SeatFit::estimated : SeatFit::unidentified;
  return is_identified ? std::move(model)
                       : std::make_unique<RankedModel>(players, games, options.prior_ties, false);
}

// The games of a cluster must stand side by side.
Ratings fit(int players, const GameSpan& games, int seats, const RatingOptions& options) {
  TOPTILE_ASSERT(players >= 0 && options.prior_ties >= 0 && options.threads > 0);
  check_anchors(players, options);
  TOPTILE_ASSERT(seats == 2 || options.prior_ties > 0);
  Ratings ratings;
  ratings.every_look = options.every_look;
  ratings.players.resize(static_cast<std::size_t>(players));
  count_games(ratings.players, games);
  std::vector<int> played;
  for (const PlayerRating& player : ratings.players) played.push_back(player.games);
  PriorTies prior(played, options.prior_ties);
  std::shared_ptr<Fit> fit;
  const auto fitted = [&](auto of, auto flow_in, auto scores_of) {
    auto held = anchored(*of, options);
    const RatingModel& model = held ? static_cast<const RatingModel&>(*held) : *of;
    Maximum best = maximum(model, held ? held->start() : Logits::Zero(of->parameters()));
    best.at = model.with_bodies(std::move(best.at));
    ResultSpread spread(model, scores_of(*of, best.at), best.at, games);
    PointFlow flow = flow_in(*of, model);
    return std::make_shared<Fit>(std::move(of), std::move(held), std::move(best), std::move(spread),
                                 std::move(flow), options);
  };
  int first_term = 0;
  if (seats == 2) {
    fit = fitted(
        model_of_two(ratings, games, prior, options),
        [](const BradleyTerry& of, const RatingModel& model) { return flow_of(model, of.cells()); },
        [&](const BradleyTerry& of, const Logits& at) { return ScoresOfTwo(of, at, std::move(prior)); });
  } else {
    auto model = ranked_model(ratings, games, options);
    first_term = ratings.seat_fit == SeatFit::estimated ? model->seat_term(seats, 0) - players : 0;
    fit = fitted(
        std::move(model), [&](const RankedModel&, const RatingModel& held) { return flow_of(held, games); },
        [&](const RankedModel& of, const Logits& at) { return RankedScores(of, at, std::move(prior)); });
  }
  for (const RatingAnchor& anchor : options.anchors) ratings.players[anchor.player].given = anchor.elo;
  fit->rate_players(ratings, options);
  for (const PlayerRating& player : ratings.players) ratings.pools = std::max(ratings.pools, player.pool + 1);
  fit->find_weak_links(ratings, games);
  ratings.clusters = fit->spread().clusters();
  ratings.sharing = fit->spread().sharing();
  if (seats == 2 && ratings.seat_fit == SeatFit::estimated) ratings.first_seat = fit->rate_first_seat();
  if (seats > 2 && ratings.seat_fit == SeatFit::estimated) {
    for (int seat = 0; seat + 1 < seats; ++seat) ratings.seat_elo.push_back(fit->term(first_term + seat));
  }
  ratings.fit = std::move(fit);
  ratings.anchor_checks = anchor_checks(ratings);
  return ratings;
}

template <class Game>
Ratings fit_in_order(int players, std::span<const Game> games, int seats, const RatingOptions& options) {
  std::vector<Game> sorted;
  if (!std::ranges::is_sorted(games, {}, &Game::cluster)) {
    sorted.assign(games.begin(), games.end());
    std::ranges::stable_sort(sorted, {}, &Game::cluster);
    games = sorted;
  }
  return fit(players, games, seats, options);
}

}  // namespace

Ratings fit_ratings(int players, std::span<const RankedGame> games, const RatingOptions& options) {
  int seats = 2;
  for (const RankedGame& game : games) seats = std::max(seats, game.seats);
  return fit_in_order(players, games, seats, options);
}

Ratings fit_ratings(int players, std::span<const ScoredGame> games, const RatingOptions& options) {
  for (const ScoredGame& game : games) {
    TOPTILE_ASSERT(game.first >= 0 && game.first < players && game.second >= 0 && game.second < players);
    TOPTILE_ASSERT(game.first != game.second && game.score >= 0 && game.score <= 1 && game.times >= 1);
  }
  return fit_in_order(players, games, 2, options);
}

}  // namespace toptile
