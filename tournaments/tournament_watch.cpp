#include "tournaments/tournament_watch.h"

#include <algorithm>

#include "referee/fault.h"

namespace toptile {

std::optional<std::chrono::seconds> TournamentProgress::time_left() const {
  const std::uint64_t played_now = played - played_before;
  if (played_now == 0) return std::nullopt;
  const auto a_game = std::chrono::duration<double>(elapsed) / static_cast<double>(played_now);
  return std::chrono::ceil<std::chrono::seconds>(a_game * static_cast<double>(games - played));
}

double TournamentProgress::games_a_second() const {
  const double seconds = std::chrono::duration<double>(elapsed).count();
  return static_cast<double>(played - played_before) / std::max(seconds, 0.001);
}

bool GameEnded::is_withdrawn(std::size_t seat) const {
  return std::ranges::any_of(forfeits, [&](const GameForfeit& forfeit) {
    return forfeit.seat == static_cast<int>(seat) && forfeit.reason == name_of(FaultKind::withdrawn);
  });
}

bool GameEnded::is_void() const {
  std::size_t present = 0;
  for (std::size_t seat = 0; seat < entrants.size(); ++seat) present += is_withdrawn(seat) ? 0 : 1;
  return present < 2;
}

GameEnded game_ended_of(const GameRecord& record, const Entrants& entrants) {
  GameEnded end;
  end.id = record.id;
  end.entrants.assign(entrants.begin(), entrants.end());
  end.scores.assign(record.scores.begin(), record.scores.end());
  end.ranks.assign(record.ranks.begin(), record.ranks.end());
  end.end = record.end;
  end.turns = static_cast<int>(record.turns.size());
  for (const ForfeitRecord& forfeit : record.forfeits)
    end.forfeits.push_back({forfeit.seat, forfeit.reason, forfeit.text});
  end.late = record.late;
  end.at = std::chrono::steady_clock::now();
  return end;
}

}  // namespace toptile
