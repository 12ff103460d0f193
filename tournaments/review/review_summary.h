// Summarizes the reviews of many games for each bot: how much its moves lost, and how lucky its draws were.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "protocol/game_review.h"
#include "ratings/results/game_result.h"

namespace toptile {

// A mean, and half of its 95% interval, which a single game does not have.
struct MeanWithInterval {
  double mean = 0;
  std::optional<double> half;
};

struct ClearMistake {
  std::size_t run = 0;
  GameNumber game{};
  int turn = 0;
  Seat seat{};
  std::string played, best;
  double loss_of_chance = 0, loss_of_spread = 0;
  Grade grade{};
};

// Orders by the lost chance to win, the most first, then by the lost points.
bool is_costlier(const ClearMistake& one, const ClearMistake& other);

struct BotReview {
  std::uint64_t games = 0, turns = 0;
  double accuracy = 0;                              // 0 … 100.
  MeanWithInterval loss_of_chance, loss_of_spread;  // Per move.
  std::array<std::uint64_t, kGrades> grades{};
  MeanWithInterval luck;               // Points per game.
  std::vector<ClearMistake> mistakes;  // The costliest first: most chance lost, then most points.
};

// The form in which reports and `toptile analyze --json` have them. The numbers are not rounded.
Json mistake_to_json(const ClearMistake& mistake);
Json bot_review_to_json(const BotReview& bot);

// The accuracy of a move: 100 if it loses nothing, and e times less for each tenth of a win that it loses.
double accuracy_of_move(double loss_of_chance);

class ReviewSummary {
 public:
  // `most` is the maximum number of mistakes that are kept per bot.
  ReviewSummary(std::size_t bots, std::size_t most) : most_(most), bots_(bots) {}

  // The entrants of the result are less than the number of bots.
  void add(std::size_t run, const GameReview& review, const GameResult& result);

  std::uint64_t games() const { return games_; }
  // The lowest limit of nodes with which a game was reviewed.
  std::uint64_t nodes() const { return nodes_; }
  BotReview bot(std::size_t entrant) const;
  // In games of two without a forfeit, the share of the variance of the final spread that the difference in
  // luck explains. nullopt for fewer than kMinLuckGames such games.
  std::optional<double> luck_share() const;
  static constexpr std::uint64_t kMinLuckGames = 20;

 private:
  // What a bot did in one game.
  struct OfGame {
    std::uint64_t turns = 0;
    double loss_of_chance = 0, loss_of_spread = 0, luck = 0;
  };
  struct OfBot {
    std::vector<OfGame> games;
    double accuracy = 0;
    std::array<std::uint64_t, kGrades> grades{};
    std::vector<ClearMistake> mistakes;  // A heap with the cheapest on top.
  };
  void keep(std::vector<ClearMistake>& mistakes, ClearMistake mistake) const;

  std::size_t most_;
  std::vector<OfBot> bots_;
  std::uint64_t games_ = 0, nodes_ = 0;
  std::vector<std::pair<double, double>> luck_and_spread_;  // The first seat's, less the second's.
};

}  // namespace toptile
