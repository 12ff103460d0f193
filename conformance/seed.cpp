#include <fmt/format.h>

#include "conformance/moments.h"
#include "conformance/talk.h"
#include "conformance/tests.h"

namespace toptile::conformance {

namespace {

using Moves = std::vector<std::string>;

Tried<Moves> answers_of(Talk& talk, const Table& table, const std::vector<Game>& games) {
  constexpr std::uint64_t kSeed = 4711;
  uwi::Go go;
  go.move_time = milliseconds(100);
  TOPTILE_TRY_TO(talk.begin_game(table, games.at(0), kSeed));
  Moves moves;
  for (const Game& game : games) {
    TOPTILE_TRY(const auto answer, talk.ask_for_move(game, go));
    moves.push_back(answer.move);
  }
  return moves;
}

std::optional<Finding> find_difference(const Moves& first, const Moves& again, std::string_view where) {
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] == again[i]) continue;
    return warn(
        fmt::format("question {}, {}: it answered {} before and {} now", i + 1, where, first[i], again[i]),
        "If games should be repeatable, take all randomness from the seed of newgame.");
  }
  return std::nullopt;
}

}  // namespace

Finding test_seed(Examination& examination) {
  constexpr std::size_t kMoments = 8;
  const Table& table = examination.tables.brief();
  const auto games = moments_of_seat(table, Seat{0}, 11, kMoments);
  TOPTILE_TRY(const auto talk, Talk::open(examination));
  TOPTILE_TRY(const auto first, answers_of(*talk, table, games));
  TOPTILE_TRY(const auto again, answers_of(*talk, table, games));
  if (auto difference = find_difference(first, again, "in the same process")) return *difference;
  TOPTILE_TRY(const auto other, Talk::open(examination));
  TOPTILE_TRY(const auto elsewhere, answers_of(*other, table, games));
  if (auto difference = find_difference(first, elsewhere, "in another process")) return *difference;
  return pass(fmt::format("{} moves, the same three times", games.size()));
}

}  // namespace toptile::conformance
