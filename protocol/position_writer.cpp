#include "protocol/position_writer.h"

#include <array>

#include "protocol/position_line.h"

namespace toptile {

PositionWriter::PositionWriter(const Game& game)
    : game_(game),
      board_(game.rules().size),
      rows_(static_cast<std::size_t>(board_.size())),
      told_(static_cast<std::size_t>(game.players())) {
  append_board(board_text_, board_, game.rules().alphabet());
  for (int row = 0; row < board_.size(); ++row) append_row(rows_[row], board_, row, game.rules().alphabet());
}

void PositionWriter::append(std::string& line, Seat seat) {
  std::array<int, kMaxPlayers> scores, racks;
  const auto players = static_cast<std::size_t>(game_.players());
  for (const Seat other : each<Seat>(players)) {
    scores[other] = game_.score(other);
    racks[other] = game_.rack(other).size();
  }
  const Tiles unseen = game_.unseen_by(seat);
  append_position(line,
                  {board(),
                   game_.rack(seat),
                   {scores.data(), players},
                   {racks.data(), players},
                   static_cast<int>(game_.bag().size()),
                   &unseen,
                   moves_for(seat)},
                  game_.rules().alphabet());
}

std::string_view PositionWriter::board() {
  const Board& now = game_.board();
  if (now == board_) return board_text_;
  board_text_.clear();
  for (int row = 0; row < now.size(); ++row) {
    std::string& text = rows_[row];
    if (!now.has_same_row(board_, row)) {
      text.clear();
      append_row(text, now, row, game_.rules().alphabet());
    }
    if (row > 0) board_text_ += '/';
    board_text_ += text;
  }
  board_ = now;
  return board_text_;
}

// Only the last of the moves that were told may have been taken back.
std::string_view PositionWriter::moves_for(Seat seat) {
  Told& told = told_[seat];
  const std::size_t moves = game_.moves().size();
  if (!told.ends.empty() &&
      (told.ends.size() > moves || game_.move_seen_by(seat, told.ends.size() - 1) != told.last)) {
    told.ends.pop_back();
    told.text.resize(told.ends.empty() ? 0 : told.ends.back());
  }
  while (told.ends.size() < moves) {
    if (!told.text.empty()) told.text += ',';
    told.last = game_.move_seen_by(seat, told.ends.size());
    append_move(told.text, told.last, game_.rules().alphabet());
    told.ends.push_back(told.text.size());
  }
  return told.text;
}

}  // namespace toptile
