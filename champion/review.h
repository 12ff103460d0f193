// The champion's review of a recorded game (docs/review.md): what each move was worth compared with the best
// one, as far as its player could know, and what the tiles drawn before it were worth.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "champion/search.h"
#include "engine/endgame.h"
#include "protocol/game_record.h"
#include "protocol/game_review.h"

namespace toptile::champion {

// The grade of a move that is not the best one, by the chance to win that it loses. A loss of less than twice
// its standard error is not a mistake.
Grade grade_of(const ReviewEstimate& loss_of_chance);

struct ReviewSettings {
  // The node limit for the search of a turn. The comparison of the best move with the played one has the same
  // limit again.
  std::uint64_t nodes = kReviewNodes;
  // The node limit for the endgame solver. Nearly all endgames need far fewer.
  std::uint64_t endgame_nodes = 500'000;
};

// A thread may have one of these at a time.
class Reviewer {
 public:
  // The rules and the lexicon must outlive the reviewer.
  Reviewer(const Ruleset& rules, const Lexicon& lexicon, const ReviewSettings& settings);

  // Reviews a record that find_difference has checked. The record and the settings determine the result to
  // the last bit. Opening turns, answers to a challenge, plays that were taken back, unsolved endgames, and
  // games of one seat are left out. Returns nullopt if `is_stopped` returned true. `on_turn` is called before
  // each turn with the number of turns done.
  std::optional<std::vector<ReviewedTurn>> review(
      const GameRecord& record, const std::function<bool()>& is_stopped,
      const std::function<void(std::size_t)>& on_turn = [](std::size_t) {});

 private:
  struct Turn;
  struct Draw;

  static void finish_draw(Draw& draw, const toptile::Turn& last);
  std::optional<ReviewedTurn> review_turn(const Turn& turn);
  std::optional<ReviewedTurn> solve(const Turn& turn);
  std::optional<ReviewedTurn> look_ahead(const Turn& turn);
  std::optional<ReviewEstimate> luck_of(const Turn& turn);
  double worth_of(const BoardLines& lines, const Tiles& rack, int bag) const;
  HiddenTiles hidden_tiles(const Turn& turn, const Situation& situation, Random& random) const;

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  const ReviewSettings settings_;
  const Weights weights_;
  Search search_;
  EndgameSolver solver_;
};

}  // namespace toptile::champion
