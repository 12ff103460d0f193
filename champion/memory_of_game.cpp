#include "champion/memory_of_game.h"

#include "engine/judge.h"

namespace toptile::champion {

std::optional<Situation> situation_of(const Position& position, const Ruleset& rules, Seat own, int players,
                                      bool may_exchange) {
  if (!position.unseen) return std::nullopt;
  Situation situation(rules.size);
  situation.board = position.board;
  situation.to_move = own;
  situation.unseen = *position.unseen;
  situation.may_exchange = may_exchange;
  situation.seats.resize(static_cast<std::size_t>(players));
  situation.held.resize(static_cast<std::size_t>(players));
  int hidden = situation.unseen.size();
  for (const Seat seat : each<Seat>(players)) {
    const auto s = static_cast<std::size_t>(seat);
    if (s < position.scores.size()) situation.seats[s].score = position.scores[s];
    if (seat == own) continue;
    // Without a word about the racks they are full, as far as there are tiles.
    const int told = s < position.racks.size() ? position.racks[s] : rules.rack;
    situation.held[s] = std::min(told, hidden);
    hidden -= situation.held[s];
  }
  situation.seats[own].rack = position.rack;
  situation.bag = hidden;
  if (!position.moves) return situation;
  // Turns without a point that nothing but such turns follows.
  Seat mover = own;
  bool has_only_passed = true;
  for (auto move = position.moves->rbegin(); move != position.moves->rend(); ++move) {
    if (std::holds_alternative<Placement>(*move)) break;
    mover = Seat{(mover + players - 1) % players};
    has_only_passed = has_only_passed && std::holds_alternative<Pass>(*move);
    situation.seats[mover].passes_in_a_row += has_only_passed ? 1 : 0;
    ++situation.seats[mover].scoreless_in_a_row;
  }
  return situation;
}

std::optional<LastPlay> last_play_of(const Position& position, const Ruleset& rules, Seat mover) {
  if (!position.moves || position.moves->empty() || !position.bag || *position.bag == 0) return std::nullopt;
  const auto* last = std::get_if<Placement>(&position.moves->back());
  const auto seat = static_cast<std::size_t>(mover);
  if (last == nullptr || seat >= position.racks.size()) return std::nullopt;
  Board before(rules.size);
  for (const Move& move : *position.moves) {
    const auto* placement = std::get_if<Placement>(&move);
    if (placement == nullptr) continue;
    const Square end = step(placement->start, placement->direction, placement->word.size() - 1);
    if (!before.has(placement->start) || !before.has(end)) return std::nullopt;
    if (&move != &position.moves->back()) lay(before, tiles_laid_by(before, *placement));
  }
  const LaidTiles laid = tiles_laid_by(before, *last);
  Board after = before;
  lay(after, laid);
  // A position that did not begin with an empty board has other squares below its moves.
  if (after != position.board) return std::nullopt;
  // The bag has tiles, so the seat drew as many as it laid.
  const auto count = static_cast<int>(laid.size());
  return LastPlay{.before = before,
                  .placement = *last,
                  .bag = *position.bag + count,
                  .kept = position.racks[seat] - count};
}

}  // namespace toptile::champion
