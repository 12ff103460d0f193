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
  const double variance = chance * (1 - chance), lesser = std::min(chance, 1 - chance);
  open_points_ += chance;
  surplus_ += score - chance;
  open_variance_ += variance;
  open_excess_ += variance * (1 - 6 * variance);
  lesser_ += lesser;
  lesser_squares_ += lesser * lesser;
}

void Expectation::end_cluster(int times) {
  const double independent = open_variance_;
  // Shared luck makes surpluses rarer and no smaller.
  const double shared = independent > 0 ? (lesser_ * lesser_ - lesser_squares_) / independent : 0;
  const double share = std::max(0.0, 1 - sharing_ * shared);
  const double variance = share * independent;
  const double fourth = share * (open_excess_ + 3 * independent * independent);
  clusters_ += times;
  points_ += times * open_points_;
  independent_ += times * independent;
  variance_ += times * variance;
  excess_ += times * (fourth - 3 * variance * variance);
  squares_ += times * surplus_ * surplus_;
  of_squares_ += times * std::max(0.0, fourth - variance * variance);
  open_points_ = surplus_ = open_variance_ = open_excess_ = lesser_ = lesser_squares_ = 0;
}

// If there are no ties, the squares of single games of equals do not vary at all, so that the degrees need a
// limit.
double Expectation::degrees() const {
  const double most = 2.0 * clusters_, of_model = 2 * variance_ * variance_;
  return of_squares_ * most > of_model ? of_model / of_squares_ : most;
}

double Expectation::believed_variance(double pooled) const {
  return (degrees() * squares_ + kPooledDegrees * pooled * variance_) / (degrees() + kPooledDegrees);
}

namespace {

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
      met_.push_back({one, other, 0, 0, 0, Expectation(ratings_.sharing), Expectation(ratings_.sharing), {}});
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

}  // namespace toptile
