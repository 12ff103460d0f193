// The events of `toptile tournament --json`: one object per line (docs/events.md).
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "tournaments/run/tournament_watch.h"

namespace toptile {

// The time between events with the standings.
inline constexpr std::chrono::seconds kStandingsEvery{10};

Json start_event(const TournamentStart& start, const std::string& run);
// The event of a game that starts; only the live stream has it.
Json started_event(const GameStarted& game, const std::vector<std::string>& names);
// `begin` is TournamentStart::begin.
Json game_event(const GameEnded& game, const std::vector<std::string>& names, Instant begin);
Json withdrawn_event(const Withdrawal& withdrawal, const std::vector<std::string>& names);
Json remark_event(const Remark& remark);
Json standings_event(const Standings& standings);

}  // namespace toptile
