#include "ratings/tables/head_to_head.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "ratings/fit/confidence.h"

namespace toptile {

SeatWorths::SeatWorths(const Ratings& ratings) {
  if (ratings.seat_fit != SeatFit::estimated) return;
  terms_ = std::max(1, static_cast<int>(ratings.seat_elo.size()));
  worths_[0] = ratings.first_seat.elo * kLogitsPerElo;
  for (std::size_t seat = 0; seat < ratings.seat_elo.size(); ++seat)
    worths_[seat] = ratings.seat_elo[seat] * kLogitsPerElo;
}

void Expectation::add_game(double score, double chance) {
  const double variance = chance * (1 - chance);
  open_points_ += chance;
  open_surplus_ += score - chance;
  open_variance_ += variance;
  open_excess_ += variance * (1 - 6 * variance);
  surpluses_.add(score - chance);
  variances_.add(variance);
  lesser_.add(std::min(chance, 1 - chance));
  open_luck_.tied += score * (1 - score);
  open_luck_.games += variance;
}

void Expectation::end_cluster(int times) {
  const double squared = open_variance_ * open_variance_;
  clusters_ += times;
  points_ += times * open_points_;
  independent_ += times * open_variance_;
  fourth_moments_ += times * (open_excess_ + 3 * squared);
  squared_variances_ += times * squared;
  squares_ += times * open_surplus_ * open_surplus_;
  luck_ += {-times * surpluses_.end_run(), times * lesser_.end_run(), times * variances_.end_run(),
            times * open_luck_.tied, times * open_luck_.games};
  open_points_ = open_surplus_ = open_variance_ = open_excess_ = 0;
  open_luck_ = {};
}

void Expectation::believe(double sharing, double tied, double degrees) {
  const double shared = independent_ > 0 ? 2 * luck_.sharable / independent_ : 0;
  tied_ = tied;
  share_ = std::max(0.0, 1 - tied - sharing * shared);
  believed_degrees_ = degrees;
}

// Shared luck makes surpluses rarer and no smaller. Ties do the same to those of single games, so that two of
// them come together more rarely.
double Expectation::fourth_moments() const {
  return share_ * (fourth_moments_ - 6 * tied_ * luck_.products);
}

double Expectation::excess() const {
  return fourth_moments() - 3 * share_ * share_ * squared_variances_;
}

double Expectation::variance_of_squares() const {
  return std::max(0.0, fourth_moments() - share_ * share_ * squared_variances_);
}

// If there are no ties, the squares of single games of equals do not vary at all, so that the degrees need a
// limit.
double Expectation::degrees() const {
  const double most = 2.0 * clusters_, of_model = 2 * variance() * variance();
  return variance_of_squares() * most > of_model ? of_model / variance_of_squares() : most;
}

double Expectation::believed_variance(double pooled) const {
  return (degrees() * squares_ + believed_degrees_ * pooled * variance()) / (degrees() + believed_degrees_);
}

namespace {

// A fit goes some of the way to each result, so that the two games of a pair seem to go against each other
// (result_luck.cpp). The variance of a fitted difference is a sum of one term for each of the two, and all of
// them together take as much as the fit has parameters.
std::vector<double> variances_of_strengths(const Ratings& ratings, std::span<const HeadToHead> met) {
  std::vector<double> information(ratings.players.size());
  for (const HeadToHead& pairing : met) {
    for (const int player : {pairing.one, pairing.other})
      information[player] += pairing.rated.independent_variance();
  }
  std::vector<bool> is_held(static_cast<std::size_t>(ratings.pools)), has_games(is_held);
  double free = 0, pools = 0;
  for (std::size_t i = 0; i < information.size(); ++i) {
    const PlayerRating& player = ratings.players[i];
    if (player.is_held) {
      is_held[player.pool] = true;
    } else if (information[i] > 0) {
      has_games[player.pool] = true;
      ++free;
    }
  }
  for (std::size_t pool = 0; pool < is_held.size(); ++pool) pools += has_games[pool] && !is_held[pool];
  const double seats = ratings.seat_fit == SeatFit::estimated ? 1 : 0;
  const double share = std::max(0.0, free - pools - seats) / std::max(1.0, free);
  for (std::size_t i = 0; i < information.size(); ++i)
    information[i] = ratings.players[i].is_held || information[i] <= 0 ? 0 : share / information[i];
  return information;
}

// Takes two for copies of one program if all their sets are level. A few sets of others are, too.
bool are_copies(const HeadToHead& pairing) {
  constexpr int kMinLevelClusters = 12;
  return pairing.clusters >= kMinLevelClusters && pairing.level.squares() < 1e-9 * pairing.clusters;
}

// Estimates what each pairing shares and ties, as the fit does (shared_luck.h), but without copies: these
// would make the luck of all others look shared.
void believe_luck(const Ratings& ratings, std::span<HeadToHead> met) {
  const std::vector<double> variances = variances_of_strengths(ratings, met);
  std::vector<LuckOfTwo> pairings;
  for (const HeadToHead& pairing : met) {
    LuckOfTwo& luck = pairings.emplace_back(pairing.rated.luck());
    const double information = pairing.rated.independent_variance();
    const double variance =
        std::min(variances[pairing.one] + variances[pairing.other], 1 / std::max(information, 1e-300));
    luck.shared -= luck.products * variance * (1 + information / pairing.games * variance);
  }
  std::vector<LuckOfTwo> of_others;
  for (std::size_t k = 0; k < met.size(); ++k)
    if (!are_copies(met[k])) of_others.push_back(pairings[k]);
  const SharedLuck shared(of_others);
  for (std::size_t k = 0; k < met.size(); ++k) {
    const bool are_same = are_copies(met[k]);
    const double sharing = are_same ? 1 : shared.sharing(pairings[k]);
    const double tied = are_same ? 1 : shared.tied(pairings[k]);
    for (Expectation* expectation : {&met[k].rated, &met[k].level})
      expectation->believe(sharing, tied, shared.degrees());
  }
}

// Gathers games, which come cluster by cluster.
class Gathering {
 public:
  explicit Gathering(const Ratings& ratings) : ratings_(ratings), worths_(ratings) {
    for (int seats = 2; seats <= kMaxPlayers; ++seats)
      for (int one = 0; one < seats; ++one)
        for (int other = 0; other < seats; ++other)
          level_[seats][one][other] = chance(worths_.of(seats, one) - worths_.of(seats, other));
  }

  void add(const ScoredGame& game) {
    meet({game.first, 2, 0}, {game.second, 2, 1}, game.score, game.cluster, game.times);
  }
  void add(const RankedGame& game) {
    for (int seat = 0; seat < game.seats; ++seat) {
      for (int other = seat + 1; other < game.seats; ++other)
        meet({game.players[seat], game.seats, seat}, {game.players[other], game.seats, other},
             game.score_against(seat, other), game.cluster, 1);
    }
  }

  std::vector<HeadToHead> done() {
    for (std::size_t place = 0; place < met_.size(); ++place) end_cluster(place);
    std::ranges::sort(met_, {}, [](const HeadToHead& met) { return std::pair(met.one, met.other); });
    believe_luck(ratings_, met_);
    return std::move(met_);
  }

 private:
  struct Seat {
    int player = 0, seats = 2, seat = 0;
  };

  void meet(Seat one, Seat other, double score, int cluster, int times) {
    const PlayerRating *of_one = &ratings_.players[one.player], *of_other = &ratings_.players[other.player];
    if (of_one->pool != of_other->pool) return;
    if (one.player > other.player) {
      std::swap(one, other);
      std::swap(of_one, of_other);
      score = 1 - score;
    }
    const std::size_t place = place_of(one.player, other.player);
    HeadToHead& met = met_[place];
    if (met.games > 0 && last_[place].number != cluster) end_cluster(place);
    last_[place] = {cluster, times};
    const double seats = worths_.of(one.seats, one.seat) - worths_.of(other.seats, other.seat);
    const double rated = chance((of_one->elo - of_other->elo) * kLogitsPerElo + seats);
    met.games += times;
    met.points += times * score;
    met.rated.add_game(score, rated);
    met.level.add_game(score, level_[one.seats][one.seat][other.seat]);
    for (const auto& [seat, sign] : {std::pair(one, 1), std::pair(other, -1)})
      if (const int term = worths_.term(seat.seats, seat.seat); term >= 0)
        met.by_seat[term] += times * sign * rated * (1 - rated);
  }
  std::size_t place_of(int one, int other) {
    const std::uint64_t key = std::uint64_t(std::uint32_t(one)) << 32 | std::uint32_t(other);
    if (key == last_key_) return last_place_;
    last_key_ = key;
    const auto [known, is_new] = places_.try_emplace(key, met_.size());
    if (is_new) {
      met_.push_back({one, other, 0, 0, 0, {}, {}, {}});
      last_.push_back({});
    }
    return last_place_ = known->second;
  }
  void end_cluster(std::size_t place) {
    const int times = last_[place].times;
    met_[place].clusters += times;
    met_[place].rated.end_cluster(times);
    met_[place].level.end_cluster(times);
  }

  const Ratings& ratings_;
  SeatWorths worths_;
  // The score that is expected between equals, by the number of seats and the two seats.
  std::array<std::array<std::array<double, kMaxPlayers>, kMaxPlayers>, kMaxPlayers + 1> level_{};
  std::vector<HeadToHead> met_;
  struct Cluster {
    int number = 0, times = 1;
  };
  std::vector<Cluster> last_;  // The latest cluster of each pair, whose games may go on.
  std::unordered_map<std::uint64_t, std::size_t> places_;
  // The key of the last pair, as games of two players often stand together. No two players have the first
  // value.
  std::uint64_t last_key_ = ~std::uint64_t{0};
  std::size_t last_place_ = 0;
};

template <class Game>
std::vector<HeadToHead> gathered(const Ratings& ratings, std::span<const Game> games) {
  Gathering gathering(ratings);
  for (const Game& game : games) gathering.add(game);
  return gathering.done();
}

}  // namespace

std::vector<HeadToHead> heads_to_heads(const Ratings& ratings, std::span<const RankedGame> games) {
  return gathered(ratings, games);
}

std::vector<HeadToHead> heads_to_heads(const Ratings& ratings, std::span<const ScoredGame> games) {
  return gathered(ratings, games);
}

double pooled_inflation(std::span<const HeadToHead> met, std::span<const double> left) {
  double squares = 0, variance = 0;
  for (std::size_t k = 0; k < met.size(); ++k) {
    squares += met[k].rated.squares();
    variance += left[k] * met[k].rated.variance();
  }
  return variance > 0 ? squares / variance : 1;
}

}  // namespace toptile
