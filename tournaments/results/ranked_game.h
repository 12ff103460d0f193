// A game of two to four by the ranks of its players.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "tournaments/results/meeting.h"

namespace toptile {

enum class Outcome {
  win,  // The first place alone.
  tie,  // The first place, shared.
  loss
};

struct RankedGame {
  int seats = 2;                            // 2 … kMostPlayers.
  std::array<int, kMostPlayers> players{};  // In seat order: from 0, all different.
  std::array<int, kMostPlayers> ranks{};    // In seat order; the lowest is the best.
  int cluster = 0;                          // Games that share chance have one number, as in ScoredGame.
  // Points in the game, in seat order; nothing where they say nothing, as of a game that somebody forfeited.
  std::optional<std::array<int, kMostPlayers>> points = {};

  // The share of the others that the seat beat, half of one for a tie: of two, 1 or 0.5 or 0.
  double score(int seat) const;
  // 1, 0.5 or 0: what the seat scored against that other one alone.
  double score_against(int seat, int other) const;
  Outcome outcome(int seat) const;
  // Of points that are known: the seat's less the mean of the others'.
  double spread(int seat) const;
};

// A game of two in short.
struct ScoredGame {
  int first = 0;     // The player in seat 0, who moved first: 0 … players-1.
  int second = 0;    // The other player.
  double score = 0;  // The first player's: 1, 0.5 or 0.
  // Games that share chance, as the two of a pair share a seed, have one number. Any numbers will do.
  int cluster = 0;
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

 private:
  std::span<const ScoredGame> scored_;
  std::span<const RankedGame> ranked_;
};

}  // namespace toptile
