#include "engine/endgame_state.h"

#include "engine/judge.h"

namespace toptile {

namespace {

// The step of SplitMix64 (Steele, Lea and Flood, 2014). Neighbouring numbers come out far apart.
std::uint64_t mixed(std::uint64_t number) {
  number += 0x9E3779B97F4A7C15;
  number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9;
  number = (number ^ (number >> 27)) * 0x94D049BB133111EB;
  return number ^ (number >> 31);
}

enum class Part : std::uint64_t { stack = 1, tile, standing };

std::uint64_t key_of(Part part, std::uint64_t what) {
  return mixed(static_cast<std::uint64_t>(part) << 56 | what);
}

std::uint64_t key_of_stack(const Board& board, Square square) {
  if (!board.is_occupied(square)) return 0;
  const auto row = static_cast<std::uint64_t>(square.row), column = static_cast<std::uint64_t>(square.column);
  return key_of(Part::stack, row << 24 | column << 16 |
                                 static_cast<std::uint64_t>(board.height(square)) << 8 | board.top(square));
}

// The keys of a rack's tiles are added up, so that the sum depends on how many of each face there are.
std::uint64_t key_of_tile(int seat, Face face) {
  return key_of(Part::tile, static_cast<std::uint64_t>(seat) << 8 | face);
}

}  // namespace

EndgameState::EndgameState(const Ruleset& rules, const Lexicon& lexicon)
    : lines_(rules, lexicon), always_scores_(rules.flat_points > 0 && rules.stacked_points > 0) {}

void EndgameState::begin(const EndgamePosition& position) {
  lines_.become(position.board);
  racks_ = position.racks;
  made_.clear();
  now_ = {};
  now_.passes = position.passes_in_a_row;
  now_.scoreless = position.scoreless_in_a_row;
  const bool is_first_out = lines_.rules().end == EndRule::first_out;
  now_.is_out = is_first_out ? !can_move(0) || !can_move(1) : !can_move(0) && !can_move(1);
  TOPTILE_ASSERT(now_.is_out || can_move(0));
  for (std::int8_t row = 0; row < position.board.size(); ++row) {
    for (std::int8_t column = 0; column < position.board.size(); ++column)
      now_.key += key_of_stack(position.board, {row, column});
  }
  for (int seat = 0; seat < 2; ++seat) {
    const Tiles& rack = racks_[seat];
    for (FaceSet faces = rack.faces(); faces != 0; faces &= faces - 1)
      now_.key += key_of_tile(seat, lowest(faces)) * static_cast<std::uint64_t>(rack.count(lowest(faces)));
  }
}

void EndgameState::play(const ScoredPlay& play) {
  Tiles& rack = racks_[now_.mover];
  made_.push_back({now_, rack, true});
  const LaidTiles laid = tiles_laid_by(lines_.board(), play.placement);
  for (const LaidTile& tile : laid) {
    rack.remove(tile.face);
    now_.key -= key_of_stack(lines_.board(), tile.square) + key_of_tile(now_.mover, tile.face);
  }
  lines_.lay({laid.data(), laid.size()});
  for (const LaidTile& tile : laid) now_.key += key_of_stack(lines_.board(), tile.square);
  now_.is_out = rack.empty() && (lines_.rules().end == EndRule::first_out || other_rack().empty());
  count_turn(false, play.points);
  hand_on();
}

void EndgameState::pass() {
  made_.push_back({now_, {}, false});
  count_turn(true, 0);
  hand_on();
}

void EndgameState::take_back() {
  TOPTILE_ASSERT(!made_.empty());
  const Made& last = made_.back();
  if (last.is_play) {
    lines_.take_back();
    racks_[last.before.mover] = last.rack;
  }
  now_ = last.before;
  made_.pop_back();
}

bool EndgameState::has_ended() const {
  return now_.is_out || ends_by_passes(now_);
}

bool EndgameState::is_settled() const {
  return has_ended() || (always_scores_ && now_.passes_made >= 2);
}

bool EndgameState::may_end_by_pass() const {
  const auto mover = static_cast<std::size_t>(now_.mover);
  Standing after = now_;
  ++after.passes[mover];
  ++after.scoreless[mover];
  return now_.passes_made > 0 || ends_by_passes(after);
}

std::uint64_t EndgameState::key() const {
  const auto mover = static_cast<std::size_t>(now_.mover);
  std::uint64_t key = key_of(Part::standing, mover);
  if (always_scores_) {
    // All that matters about the passes is whether the next one would be the last.
    key = mixed(key ^ (may_end_by_pass() ? 1 : 0));
  } else {
    for (const auto& counts : {now_.passes, now_.scoreless}) {
      for (int count : counts) key = mixed(key ^ static_cast<std::uint64_t>(count));
    }
  }
  return now_.key + key;
}

// Counts passes and scoreless turns as Game does.
void EndgameState::count_turn(bool is_pass, int points) {
  const auto mover = static_cast<std::size_t>(now_.mover);
  if (!is_pass) now_.passes = {};
  if (points > 0) now_.scoreless = {};
  if (is_pass) ++now_.passes[mover];
  if (points == 0) ++now_.scoreless[mover];
  now_.passes_made = is_pass ? now_.passes_made + 1 : 0;
}

void EndgameState::hand_on() {
  if (can_move(1 - now_.mover)) now_.mover = 1 - now_.mover;
}

bool EndgameState::have_both(const std::array<int, 2>& counts, int rounds) const {
  return (!can_move(0) || counts[0] >= rounds) && (!can_move(1) || counts[1] >= rounds);
}

bool EndgameState::ends_by_passes(const Standing& standing) const {
  return have_both(standing.passes, lines_.rules().pass_rounds) ||
         (lines_.rules().scoreless_rounds > 0 &&
          have_both(standing.scoreless, lines_.rules().scoreless_rounds));
}

}  // namespace toptile
