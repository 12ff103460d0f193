// The Bradley-Terry model of games between two, with an advantage for the first seat, and its maximum
// likelihood:
//   P(first beats second) = 1 / (1 + exp(-(R_first - R_second + advantage)))
// where a tie counts as half a win and half a loss. Strengths are in logits (natural units) here. (Bradley
// and Terry 1952; Davidson and Beaver 1977 for the order of play.)
#pragma once

#include <cstddef>
#include <numbers>
#include <span>
#include <vector>

#include "tournaments/symmetric_matrix.h"

namespace toptile {

inline constexpr double kLogitsPerElo = std::numbers::ln10 / 400;

// All games of one ordered pair of players.
struct Cell {
  int first = 0, second = 0;
  double played = 0;
  double scored = 0;        // Points of the first seat in them, 0 … played.
  double virtual_ties = 0;  // Games of the prior, half a point each, no whole number as a rule.

  // The points of the first and of the second seat, those of the prior included.
  double won() const { return scored + virtual_ties / 2; }
  double lost() const { return played - scored + virtual_ties / 2; }
};

// One strength a player and then, where has_advantage, the advantage of the first seat.
using Logits = std::vector<double>;

struct BradleyTerry {
  std::vector<Cell> cells;   // Both players of a cell are in one pool.
  std::vector<int> pool_of;  // For each player; pools are numbered from 0 and none is empty.
  bool has_advantage = true;

  int players() const { return static_cast<int>(pool_of.size()); }
  int parameters() const { return players() + (has_advantage ? 1 : 0); }
};

// The logit of the first seat's chance in this cell.
inline double edge(const BradleyTerry& model, const Cell& cell, std::span<const double> at) {
  return at[cell.first] - at[cell.second] + (model.has_advantage ? at.back() : 0);
}

// 1 / (1 + exp(-logit)).
double chance(double logit);

double log_likelihood(const BradleyTerry& model, std::span<const double> at);
Logits gradient(const BradleyTerry& model, std::span<const double> at);

// Minus the second derivative. Adding one number to all strengths of a pool changes no likelihood, so that
// this matrix is singular; `with_gauge` adds a multiple of 11ᵀ a pool, which makes it definite where the
// model is identified and changes no solution of mean 0.
SymmetricMatrix information(const BradleyTerry& model, std::span<const double> at);
SymmetricMatrix with_gauge(const BradleyTerry& model, SymmetricMatrix information);

struct Maximum {
  Logits at;  // Of mean 0 in each pool, if the start was.
  double log_likelihood = 0;
};

// The maximum, by Newton's method from `start`, each step halved until the likelihood does not fall. There
// must be a finite and unique one: within each pool points flow from every player to every other, and the
// advantage is identified.
Maximum maximum(const BradleyTerry& model, Logits start);

// The maximum over all strengths with the same contrast · strengths as `start`. The contrast adds up to 0 in
// each pool.
struct ConstrainedMaximum {
  Logits at;
  double log_likelihood = 0;
  double slope = 0;  // Of this maximum along the contrast's value.
  Logits tangent;    // Of `at` along the contrast's value.
};
ConstrainedMaximum constrained_maximum(const BradleyTerry& model, Logits start, const Logits& contrast);

// What the games say of the first seat's advantage, given pools within which points flow from everyone to
// everyone.
enum class AdvantageCase {
  finite,
  // The likelihood rises for ever with the advantage or with its opposite, as when the first seat always won.
  unbounded,
  // Strengths explain the order of play as well, as when the same player always moved first.
  unidentified
};
AdvantageCase advantage_case(std::span<const Cell> cells, int players);

}  // namespace toptile
