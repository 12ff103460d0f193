#include "tournaments/report/game_highlights.h"

#include <algorithm>
#include <array>

#include "engine/move.h"
#include "protocol/face_text.h"

namespace toptile {

bool is_answer(const TurnRecord& turn) {
  return turn.move == "challenge" || turn.move == "accept";
}

namespace {

// Whether the play of this turn was challenged away. Then the seat drew no tiles and has the same rack again.
bool is_taken_back(const GameRecord& record, std::size_t index) {
  const TurnRecord& play = record.turns[index];
  if (index + 1 == record.turns.size() || !is_answer(record.turns[index + 1]) || !play.drawn.empty())
    return false;
  const auto next =
      std::find_if(record.turns.begin() + static_cast<std::ptrdiff_t>(index) + 1, record.turns.end(),
                   [&](const TurnRecord& turn) { return turn.seat == play.seat; });
  return (next == record.turns.end() ? record.racks[play.seat] : next->rack) == play.rack;
}

// The stacks on the board, with the tiles below others. A tile that has no room is not laid.
class Stacks {
 public:
  explicit Stacks(const Ruleset& rules) : size_(rules.size), most_(rules.height) {}

  // Lays a word's tiles, and returns the highest square of those where a tile was laid.
  std::optional<Square> lay(const Placement& placement) {
    std::optional<Square> highest;
    for (int i = 0; i < placement.word.size(); ++i) {
      const Square square = step(placement.start, placement.direction, i);
      if (square.row < 0 || square.row >= size_ || square.column < 0 || square.column >= size_) break;
      auto& height = heights_[index(square)];
      const Face face = placement.word[i];
      if (height == most_ || (height > 0 && faces_[index(square)][height - 1U] == face)) continue;
      faces_[index(square)][height++] = face;
      if (!highest || height > this->height(*highest)) highest = square;
    }
    return highest;
  }

  int height(Square square) const { return heights_[index(square)]; }
  std::span<const Face> tiles(Square square) const {
    return std::span(faces_[index(square)]).first(heights_[index(square)]);
  }

 private:
  static std::size_t index(Square square) {
    return static_cast<std::size_t>(square.row) * kMaxBoardSize + static_cast<std::size_t>(square.column);
  }

  int size_, most_;
  std::array<std::uint8_t, kMaxBoardSize * kMaxBoardSize> heights_{};
  std::array<std::array<Face, kMaxHeight>, kMaxBoardSize * kMaxBoardSize> faces_;  // Set below the heights.
};

// The seats that a bot was started for.
std::vector<Seat> players_of(const GameRecord& record) {
  std::vector<Seat> seats;
  for (const Seat seat : each<Seat>(record.players.size())) {
    const bool is_withdrawn = std::ranges::any_of(record.forfeits, [&](const ForfeitRecord& forfeit) {
      return forfeit.seat == seat && forfeit.kind == FaultKind::withdrawn;
    });
    if (!is_withdrawn) seats.push_back(seat);
  }
  return seats;
}

// Each seat's points after this many turns.
std::vector<int> totals_after(const GameRecord& record, std::size_t turns) {
  std::vector<int> totals(record.players.size());
  for (const TurnRecord& turn : std::span(record.turns).first(turns)) totals[turn.seat] = turn.total;
  return totals;
}

void find_plays(const GameRecord& record, const Ruleset& rules, GameHighlights& found) {
  const Alphabet& alphabet = rules.alphabet();
  Stacks stacks(rules);
  int highest = 0;
  found.best_of_seats.resize(record.players.size());
  for (std::size_t i = 0; i < record.turns.size(); ++i) {
    const TurnRecord& turn = record.turns[i];
    const auto move = parse_move(turn.move, alphabet);
    const auto* placement = move ? std::get_if<Placement>(&move.value()) : nullptr;
    if (placement == nullptr || is_taken_back(record, i)) continue;
    const auto number = static_cast<std::uint32_t>(i + 1);
    const bool is_of_opening = i < static_cast<std::size_t>(record.opening);  // No player chose it.
    auto& best = found.best_of_seats[turn.seat];
    if (!is_of_opening && turn.points > (best ? best->points : 0))
      best = GameHighlights::Play{number, turn.seat, turn.points, turn.move};
    const auto top = stacks.lay(*placement);
    if (!top || stacks.height(*top) <= highest) continue;
    highest = stacks.height(*top);
    if (is_of_opening) continue;
    found.stack = {number, turn.seat, name_of(*top), {}};
    for (const Face face : stacks.tiles(*top)) found.stack->tiles.push_back(face_text(alphabet, face));
  }
}

// The best score among these seats except one.
int best_of_others(const std::vector<int>& scores, const std::vector<Seat>& seats, Seat but) {
  int best = INT32_MIN;
  for (const Seat seat : seats)
    if (seat != but) best = std::max(best, scores[seat]);
  return best;
}

void find_comeback(const GameRecord& record, const std::vector<Seat>& players, GameHighlights& found) {
  const Seat winner = *std::ranges::max_element(players, {}, [&](Seat seat) { return record.scores[seat]; });
  found.margin = record.scores[winner] - best_of_others(record.scores, players, winner);
  if (*found.margin == 0) return;
  std::vector<int> totals(record.players.size());
  for (std::size_t i = 0; i < record.turns.size(); ++i) {
    totals[record.turns[i].seat] = record.turns[i].total;
    const int behind = best_of_others(totals, players, winner) - totals[winner];
    if (behind > (found.comeback ? found.comeback->behind : 0))
      found.comeback = {static_cast<std::uint32_t>(i + 1), winner, behind};
  }
}

void find_fault(const GameRecord& record, std::vector<Seat> playing, GameHighlights& found) {
  for (const ForfeitRecord& forfeit : record.forfeits) {
    if (forfeit.kind == FaultKind::withdrawn || std::erase(playing, forfeit.seat) == 0 || playing.empty())
      continue;
    const std::size_t turns = std::min(static_cast<std::size_t>(forfeit.after), record.turns.size());
    const std::vector<int> totals = totals_after(record, turns);
    const int ahead = totals[forfeit.seat] - best_of_others(totals, playing, forfeit.seat);
    if (!found.fault || ahead > found.fault->ahead)
      found.fault = {static_cast<std::uint32_t>(turns), forfeit.seat, forfeit.kind, ahead};
  }
}

}  // namespace

const GameHighlights::Play* GameHighlights::best() const {
  const Play* best = nullptr;
  for (const auto& play : best_of_seats) {
    const auto is_better = [&] {
      return best == nullptr || play->points > best->points ||
             (play->points == best->points && play->turn < best->turn);
    };
    if (play && is_better()) best = &*play;
  }
  return best;
}

GameHighlights highlights_of(const GameRecord& record, const Ruleset& rules) {
  GameHighlights found;
  find_plays(record, rules, found);
  const std::vector<Seat> players = players_of(record);
  if (players.size() < 2) return found;
  find_fault(record, players, found);
  if (!found.fault) find_comeback(record, players, found);
  return found;
}

}  // namespace toptile
