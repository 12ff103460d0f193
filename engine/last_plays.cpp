#include "engine/last_plays.h"

#include <algorithm>

#include "engine/judge.h"

namespace toptile {

namespace {

Square next_to(Square square, Direction direction, int steps) {
  const int row = square.row + (direction == Direction::down ? steps : 0);
  const int column = square.column + (direction == Direction::across ? steps : 0);
  return {static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)};
}

}  // namespace

void LastPlays::find(const Board& board, const Tiles& rack, const std::vector<ScoredPlay>& plays) {
  plays_.clear();
  for (const ScoredPlay& play : plays) {
    if (play.tiles_laid == rack.size()) plays_.push_back({play.points, squares_of(board, play.placement)});
  }
  std::ranges::stable_sort(plays_, [](const Play& a, const Play& b) { return a.points > b.points; });
}

std::optional<int> LastPlays::points_after(const Board& board, const Placement& placement) const {
  const LaidTiles laid = tiles_laid_by(board, placement);
  for (const Play& play : plays_) {
    const auto decides = [&](const LaidTile& tile) {
      return (play.squares[static_cast<std::size_t>(tile.square.row)] & place_set(tile.square.column)) != 0;
    };
    if (std::ranges::none_of(laid, decides)) return play.points;
  }
  return std::nullopt;
}

LastPlays::Squares LastPlays::squares_of(const Board& board, const Placement& placement) {
  Squares squares{};
  const auto mark = [&](Square square) {
    if (board.has(square)) squares[static_cast<std::size_t>(square.row)] |= place_set(square.column);
  };
  const Direction along = placement.direction;
  const Direction across = along == Direction::across ? Direction::down : Direction::across;
  for (int i = -1; i <= placement.word.size(); ++i) mark(next_to(placement.start, along, i));
  for (const LaidTile& tile : tiles_laid_by(board, placement)) {
    for (const int step : {-1, 1}) {
      Square square = next_to(tile.square, across, step);
      for (; board.is_occupied(square); square = next_to(square, across, step)) mark(square);
      mark(square);
    }
  }
  return squares;
}

}  // namespace toptile
