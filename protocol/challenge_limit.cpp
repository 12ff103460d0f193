#include "protocol/challenge_limit.h"

#include <fmt/format.h>

#include <algorithm>

namespace toptile {

bool is_challenge_limit_reached(const Game& game, int limit) {
  return limit > 0 && !game.is_over() && !game.is_question() && game.taken_back_in_turn() >= limit;
}

std::string challenge_limit_text(int limit) {
  return fmt::format("{} {} challenged away in this turn; a limit of the harness makes the turn a pass",
                     limit == 1 ? "a play" : fmt::format("{} plays", limit), limit == 1 ? "was" : "were");
}

std::string challenge_limit_record(const Game& game, int limit) {
  const auto& turns = game.turns();
  const auto last = std::find_if(turns.rbegin(), turns.rend(), [](const Turn& turn) {
    return std::holds_alternative<Placement>(turn.move);
  });
  return fmt::format("{}: {}: {}", format_move(last->move, game.rules().alphabet()), kChallenged,
                     challenge_limit_text(limit));
}

}  // namespace toptile
