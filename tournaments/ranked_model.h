// The model of tournaments/plackett_luce.h: the likelihood of ranked games, and how it changes with
// strengths.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "tournaments/bradley_terry.h"
#include "tournaments/plackett_luce.h"
#include "tournaments/symmetric_matrix.h"

namespace toptile {

using Strengths = std::array<double, kMostPlayers>;  // By seat, in logits.

// The logarithm of a game's likelihood, its first derivative and minus its second, by the seats' strengths.
struct RankedDerivatives {
  double value = 0;
  Strengths first{};
  std::array<Strengths, kMostPlayers> second{};
};

// The parameters are a strength for each player and then a term for each seat but the last, by number of
// players.
class RankedModel {
 public:
  // The games must outlive it.
  RankedModel(int players, std::span<const RankedGame> games, const RankedOptions& options);

  int players() const { return players_; }
  int parameters() const { return parameters_; }
  int games_of(int player) const { return played_[player]; }
  std::span<const RankedGame> games() const { return games_; }

  void drop_seats() {
    parameters_ = players_;
    first_term_.fill(-1);
  }
  // -1: there is none.
  int seat_term(int seats, int seat) const {
    return first_term_[seats] < 0 || seat + 1 >= seats ? -1 : first_term_[seats] + seat;
  }
  double ties(const RankedGame& game) const;  // How many virtual ones the prior adds to it.
  RankedDerivatives of_result(const RankedGame& game, const Logits& at) const;
  RankedDerivatives of_ties(const RankedGame& game, const Logits& at) const;  // Were all ranks the same.
  // The parameters that make up a seat's strength: the player and, if there is one, the seat.
  std::array<int, 2> terms(const RankedGame& game, int seat) const {
    return {game.players[seat], seat_term(game.seats, seat)};
  }

 private:
  void add_seats();
  Strengths strengths(const RankedGame& game, const Logits& at) const;

  int players_, parameters_ = 0;
  std::span<const RankedGame> games_;
  std::vector<int> played_;
  double prior_;
  std::array<bool, kMostPlayers + 1> has_size_{};
  std::array<int, kMostPlayers + 1> first_term_{-1, -1, -1, -1, -1};
};

// Adds a game's derivatives, so many times, to those by the parameters.
void add_first(Logits& sum, const RankedModel& model, const RankedGame& game, const Strengths& first,
               double weight);
void add_second(SymmetricMatrix& sum, const RankedModel& model, const RankedGame& game,
                const RankedDerivatives& of, double weight);

// Of all games and the prior.
struct RankedSlope {
  double value = 0;
  Logits first;
  SymmetricMatrix second;
};
RankedSlope slope_at(const RankedModel& model, const Logits& at);

}  // namespace toptile
