#include "tournaments/run/tournament_watch.h"

#include <algorithm>

namespace toptile {

std::optional<std::chrono::seconds> TournamentProgress::time_left() const {
  const std::uint64_t played_now = played - played_before;
  if (played_now == 0) return std::nullopt;
  const auto a_game = std::chrono::duration<double>(elapsed) / static_cast<double>(played_now);
  return std::chrono::ceil<std::chrono::seconds>(a_game * static_cast<double>(to_play()));
}

double TournamentProgress::games_a_second() const {
  const double seconds = std::chrono::duration<double>(elapsed).count();
  return static_cast<double>(played - played_before) / std::max(seconds, 0.001);
}

GameEnded game_ended_of(const GameRecord& record, const GameResult& result) {
  GameEnded end;
  end.result = result;
  end.turns = static_cast<int>(record.turns.size());
  for (const ForfeitRecord& forfeit : record.forfeits)
    end.forfeits.push_back({forfeit.seat, forfeit.kind, forfeit.text, last_line_of(forfeit)});
  end.late = record.late;
  end.at = std::chrono::steady_clock::now();
  return end;
}

}  // namespace toptile
