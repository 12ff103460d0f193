#include "play/laying.h"
#include "protocol/face_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace toptile {

Laying::Laying(const Ruleset& rules, const Lexicon& lexicon, const Board& board, const Tiles& rack)
    : rules_(rules),
      board_(board),
      rack_(rack),
      judge_(rules, lexicon),
      cursor_{static_cast<std::int8_t>((rules.size - 1) / 2),
              static_cast<std::int8_t>((rules.size - 1) / 2)} {}

void Laying::begin_turn() {
  clear();
}

void Laying::move_cursor(int rows, int columns) {
  const auto kept_in = [&](int place) {
    return static_cast<std::int8_t>(std::clamp(place, 0, board_.size() - 1));
  };
  cursor_ = {kept_in(cursor_.row + rows), kept_in(cursor_.column + columns)};
}

void Laying::go_to(Square square) {
  if (board_.has(square)) cursor_ = square;
}

void Laying::step_on() {
  go_to(step(cursor_, direction_, 1));
}

std::optional<std::string> Laying::lay(Face face) {
  const Alphabet& alphabet = rules_.alphabet();
  const bool is_there = board_.is_occupied(cursor_) && board_.top(cursor_) == face;
  const auto before = std::ranges::find(laid_, cursor_, &LaidTile::square);
  Tiles left = rack();
  if (before != laid_.end()) left.add(before->face);
  if (is_there) {
    if (before != laid_.end()) laid_.erase(before);
    step_on();
    return std::nullopt;
  }
  if (left.count(face) == 0) return fmt::format("there is no {} left on the rack", face_text(alphabet, face));
  if (board_.height(cursor_) >= rules_.height)
    return fmt::format("the stack on {} is {} tiles high, and no stack can be higher", name_of(cursor_),
                       board_.height(cursor_));
  if (before != laid_.end()) laid_.erase(before);
  laid_.push_back({cursor_, face});
  step_on();
  return std::nullopt;
}

bool Laying::undo() {
  if (laid_.empty()) return false;
  cursor_ = laid_.back().square;
  laid_.pop_back();
  return true;
}

void Laying::clear() {
  if (!laid_.empty()) cursor_ = laid_.front().square;
  laid_.clear();
}

void Laying::take(const Placement& placement) {
  clear();
  const LaidTiles tiles = tiles_laid_by(board_, placement);
  laid_.assign(tiles.begin(), tiles.end());
  direction_ = placement.direction;
  go_to(step(placement.start, placement.direction, placement.word.size()));
}

bool Laying::has_laid(Square square) const {
  return std::ranges::find(laid_, square, &LaidTile::square) != laid_.end();
}

Tiles Laying::rack() const {
  Tiles left = rack_;
  for (const LaidTile& tile : laid_) left.remove(tile.face);
  return left;
}

Board Laying::board() const {
  Board board = board_;
  for (const LaidTile& tile : laid_) board.lay(tile);
  return board;
}

std::optional<Judged<Play>> Laying::judged() const {
  if (laid_.empty()) return std::nullopt;
  return judge_.judge_tiles(board_, rack_, laid_);
}

std::string words_text(const FormedWords& words, int points, const Alphabet& alphabet) {
  std::string text;
  int of_words = 0;
  for (const FormedWord& word : words) {
    text += fmt::format("{}{} {}", text.empty() ? "" : " + ", alphabet.spell(word.placed.word), word.points);
    of_words += word.points;
  }
  if (points > of_words) text += fmt::format(" + {} for the whole rack", points - of_words);
  if (words.size() > 1 || points > of_words) text += fmt::format(" = {}", points);
  return text;
}

}  // namespace toptile
