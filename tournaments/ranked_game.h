// A game of two to four by the ranks of its players.
#pragma once

#include <array>
#include <optional>

#include "tournaments/meeting.h"

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

}  // namespace toptile
