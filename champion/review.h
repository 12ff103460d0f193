// The champion's look at a recorded game (docs/review.md): what each move was worth beside the best one, as
// far as its player could know, and what the tiles were worth that were drawn for it.
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

namespace toptile::champion {

// A mean with its standard error, which is 0 if nothing was left to chance.
struct Estimate {
  double mean = 0, error = 0;
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

struct ReviewedMove {
  std::string move;  // It is written in notation.
  int points = 0;
  Estimate chance;  // The mover's chance to win, 0 … 1; a tie counts as half.
  Estimate spread;  // Its score less the best other one at the end of the game, in points.
  friend bool operator==(const ReviewedMove&, const ReviewedMove&) = default;
};

enum class Grade : std::uint8_t { best, good, inaccuracy, mistake, blunder };
inline constexpr Grade kLastGrade = Grade::blunder;
inline constexpr std::size_t kGrades = 5;
std::string_view name_of(Grade grade);

// The grade of a move that is not the best one, by the chance to win that it loses. A loss of less than twice
// its standard error is no mistake.
Grade grade_of(const Estimate& loss_of_chance);

struct ReviewedTurn {
  int turn = 0;  // The first turn is 1, as in the record.
  Seat seat{};
  std::vector<ReviewedMove> best;  // The best moves, the best first; 1 … kMostBest.
  ReviewedMove played;
  // The best move less the one that was played, on hidden tiles that the choice of the best one did not see.
  // So it is as often too small as too large, and can be negative.
  Estimate loss_of_chance, loss_of_spread;
  Grade grade = Grade::best;
  // What the rack was worth at this turn, less what it would have been worth on average with other tiles of
  // the bag in the place of those that the seat drew last, in points. Its mean over all turns is 0. Nothing
  // if none was drawn after the seat's last turn.
  std::optional<Estimate> luck;
  bool is_exact = false;  // The endgame was solved, so that all errors are 0.
  friend bool operator==(const ReviewedTurn&, const ReviewedTurn&) = default;
};
inline constexpr std::size_t kMostBest = 5;

struct ReviewSettings {
  // The limit for the search of a turn. The comparison of the best move with the one that was played has as
  // much again.
  std::uint64_t nodes = 2000;
  // The limit for the solver. Nearly all endgames need far fewer.
  std::uint64_t endgame_nodes = 500'000;
};

// A thread may have one of these at a time.
class Reviewer {
 public:
  // The rules and words must outlive the reviewer.
  Reviewer(const Ruleset& rules, const Lexicon& lexicon, const ReviewSettings& settings);

  // Reviews a record that was checked (find_difference). It and the settings decide what this gives, to the
  // last bit. Turns of an opening, answers to a challenge, plays that were taken back, endgames that were
  // not solved, and games of one seat are left out. Nothing if `is_stopped` said so. `on_turn` gets the
  // number of turns that are done, before each turn.
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
  std::optional<Estimate> luck_of(const Turn& turn);
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
