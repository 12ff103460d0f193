// A league of bots with known strengths that plays, and whose games are rated.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "league/choice/game_choice.h"
#include "ratings/fit/ratings.h"
#include "tests/ratings/simulated_games.h"

namespace toptile::simulated {

// A number with the mean 0 and the standard deviation 1.
inline double normal(Chance& chance) {
  return std::sqrt(-2 * std::log(1 - chance.uniform())) * std::cos(2 * std::numbers::pi * chance.uniform());
}

// A version of a bot that joins a league.
struct Joining {
  double elo = 0;
  std::optional<int> predecessor = {};
  bool is_copy = false;  // Whether it is its predecessor's program, submitted again.
};

// The games of a league and their statistics.
struct RatedLeague {
  std::vector<double> truth;  // Elo.
  std::vector<bool> is_active;
  std::vector<std::optional<int>> predecessor;
  std::vector<int> program;  // The first version that is the same program.
  std::vector<ScoredGame> games;
  std::vector<std::vector<double>> sets, points;  // The first index against the second.
  std::vector<int> sets_of;
  double shared, advantage;
  Chance chance;

  // The games of a set share their luck with the chance `shared`, and moving first is worth `advantage` Elo.
  RatedLeague(const std::vector<double>& strengths, double shared_luck, double worth_of_first,
              std::uint64_t seed)
      : shared(shared_luck), advantage(worth_of_first), chance(seed) {
    for (const double strength : strengths) add({strength});
  }

  int size() const { return static_cast<int>(truth.size()); }

  void add(const Joining& joining) {
    TOPTILE_ASSERT(!joining.is_copy || joining.predecessor);
    program.push_back(joining.is_copy ? program[*joining.predecessor] : size());
    truth.push_back(joining.is_copy ? truth[*joining.predecessor] : joining.elo);
    is_active.push_back(true);
    predecessor.push_back(joining.predecessor);
    sets_of.push_back(0);
    for (auto* table : {&sets, &points}) {
      table->emplace_back();
      for (std::vector<double>& row : *table) row.resize(truth.size());
    }
  }

  // Returns the points of `one`, 0 … 2. Copies of one program play the same game on both seats, so that their
  // sets are level.
  double play(int one, int other) {
    const bool are_copies = program[one] == program[other];
    const double luck = chance.uniform(),
                 again = chance.uniform() < shared || are_copies ? luck : chance.uniform();
    const int cluster = static_cast<int>(games.size());
    const double first = score_of(luck, truth[one] - truth[other] + advantage);
    const double second = score_of(again, truth[other] - truth[one] + advantage);
    games.push_back({one, other, first, cluster});
    games.push_back({other, one, second, cluster});
    const double scored = first + 1 - second;
    points[one][other] += scored;
    points[other][one] += 2 - scored;
    for (const auto& [i, j] : {std::pair(one, other), std::pair(other, one)}) {
      ++sets[i][j];
      ++sets_of[i];
    }
    return scored;
  }

  // The zero is the mean of the active versions.
  Ratings rate(std::size_t count) const {
    RatingOptions options;
    for (int i = 0; i < size(); ++i)
      if (is_active[i]) options.zero.push_back(i);
    return fit_ratings(size(), std::span(games).first(count), options);
  }

  // The true strength that the ratings of the largest pool call 0.
  double zero(const Ratings& ratings) const {
    double sum = 0, count = 0;
    for (int i = 0; i < size(); ++i) {
      if (!ratings.players[i].is_in_zero || ratings.players[i].pool != 0) continue;
      sum += truth[i];
      count += 1;
    }
    return sum / std::max(count, 1.0);
  }
};

// Plays the games that GameChoice chooses.
class ChoosingLeague {
 public:
  // As many blocks are chosen before the first of them has results as there are workers.
  ChoosingLeague(const ChoiceTerms& terms, int workers) : terms_(terms), workers_(workers) {}

  void play_some(RatedLeague& league) {
    LeagueSituation situation;
    waited_.resize(league.truth.size());
    for (int i = 0; i < league.size(); ++i) {
      situation.contenders.push_back({league.is_active[i], 1, waited_[i], {}});
      if (league.is_active[i]) situation.contenders.back().predecessor = league.predecessor[i];
      for (int j = 0; j < i; ++j)
        if (league.sets[i][j] > 0) situation.met.push_back({i, j, league.sets[i][j], league.points[i][j]});
    }
    situation.blocks = blocks_;
    situation.strengths = strengths_;
    situation.seed = static_cast<std::uint64_t>(blocks_);
    GameChoice choice(terms_, std::move(situation));
    strengths_ = choice.strengths();
    std::vector<ChosenBlock> chosen;
    for (int worker = 0; worker < workers_; ++worker) chosen.push_back(*choice.next());
    for (const ChosenBlock& block : chosen) {
      for (int set = 0; set < block.sets; ++set) league.play(block.one, block.other);
      for (std::int64_t& waited : waited_) ++waited;
      waited_[block.one] = waited_[block.other] = 0;
      ++blocks_;
    }
  }

 private:
  ChoiceTerms terms_;
  int workers_;
  std::vector<std::int64_t> waited_;
  std::vector<double> strengths_;
  std::int64_t blocks_ = 0;
};

}  // namespace toptile::simulated
