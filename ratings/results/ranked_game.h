// A game of two to four players, given by their ranks.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "ratings/results/meeting.h"

namespace toptile {

enum class Outcome {
  win,  // The first rank alone.
  tie,  // The first rank, shared.
  loss
};

struct RankedGame {
  int seats = 2;  // 2 … kMaxPlayers.
  // The numbers of the players from 0, in seat order; all different.
  std::array<int, kMaxPlayers> players{};
  std::array<int, kMaxPlayers> ranks{};  // The ranks in seat order; the lowest is the best.
  int cluster = 0;                       // Games that share luck have the same number, as in ScoredGame.
  // The points in the game, in seat order. Empty if they mean nothing, for example after a forfeit.
  std::optional<std::array<int, kMaxPlayers>> points = {};

  // The share of the other seats that this seat beat; a tie counts half. In a game of two it is 1, 0.5 or 0.
  double score(int seat) const;
  // The seat's score against that other seat alone: 1, 0.5 or 0.
  double score_against(int seat, int other) const;
  Outcome outcome(int seat) const;
  // The seat's points less the mean of the others' points. The points must be known.
  double spread(int seat) const;
};

// A short form of a game of two.
struct ScoredGame {
  int first = 0;     // The player in seat 0, who moved first: 0 … players-1.
  int second = 0;    // The other player.
  double score = 0;  // The first player's score: 1, 0.5 or 0.
  // Games that share luck, such as the two games of a pair on one seed, have the same number. Any numbers
  // will do.
  int cluster = 0;
  // How many clusters came out like this one. It is the same for all games of a cluster, so that equal
  // clusters can be counted instead of listed.
  int times = 1;
};

inline RankedGame ranked(const ScoredGame& game) {
  return {2, {game.first, game.second}, {game.score == 0 ? 2 : 1, game.score == 1 ? 2 : 1}, game.cluster};
}

// Games of either kind, all read as ranked ones.
class GameSpan {
 public:
  GameSpan(std::span<const ScoredGame> games) : scored_(games) {}
  GameSpan(std::span<const RankedGame> games) : ranked_(games) {}

  std::size_t size() const { return scored_.size() + ranked_.size(); }
  RankedGame operator[](std::size_t i) const { return scored_.empty() ? ranked_[i] : ranked(scored_[i]); }
  int cluster(std::size_t i) const { return scored_.empty() ? ranked_[i].cluster : scored_[i].cluster; }
  int times(std::size_t i) const { return scored_.empty() ? 1 : scored_[i].times; }

 private:
  std::span<const ScoredGame> scored_;
  std::span<const RankedGame> ranked_;
};

}  // namespace toptile
