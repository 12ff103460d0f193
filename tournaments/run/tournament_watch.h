// The news of a tournament for its listeners, which show or record it while games are played. The thread that
// runs the tournament calls the listeners, about ten times per second, in the order of events. That thread
// also processes results and syncs the records, so a listener should be quick. Games do not wait for it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "base/json_fields.h"
#include "protocol/game_record.h"
#include "referee/game/fault.h"
#include "referee/game/open_table.h"
#include "referee/processes/deadline.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_sessions.h"
#include "tournaments/standings/standings.h"

namespace toptile {

struct TournamentProgress {
  std::uint64_t games = 0;  // The number of games of the tournament that is known so far.
  // The number of games whose players are known; those of later games depend on results.
  std::uint64_t known = 0;
  std::uint64_t played = 0;
  std::uint64_t played_before = 0;  // Games that earlier starts of the same run played.
  // Games of an earlier plan of the run that have yet to be copied (KeptGames). They are not in `played` yet.
  std::uint64_t waiting = 0;
  std::uint64_t forfeits = 0;  // Games that count and were forfeited.
  std::uint64_t late = 0;      // Games in which the referee was late, as the machine is too busy.
  std::uint64_t turns = 0;     // The turns of games that were played since this start.
  std::chrono::steady_clock::duration elapsed{0};  // The time since this start.
  // An estimate from the pace so far; nullopt before a game has been played since this start.
  std::optional<std::chrono::seconds> time_left() const;
  // The number of games still to play that is known so far.
  std::uint64_t to_play() const { return games - std::min(games, played + waiting); }
  // The pace since this start; 0 before the first game.
  double games_a_second() const;
};

struct TournamentStart {
  const Plan& plan;
  int concurrency = 0;
  Instant begin{};                      // The time of this start.
  TournamentProgress progress;          // Includes the games of earlier starts.
  const GameResults* before = nullptr;  // The games of earlier starts, or null; valid during the call only.
  std::vector<RunSession> sessions;     // All sessions of the run; the last is this start.
};

struct GameStarted {
  GameNumber id{};
  std::vector<Entrant> entrants;  // The entrants in seat order.
  int worker = 0;                 // Workers count from 0. They may play several games at once.
  Instant at{};
};

struct GameForfeit {
  Seat seat{};
  FaultKind kind = FaultKind::illegal;
  std::string text;            // The same as in the record.
  std::string last_line = {};  // As last_line_of returns it.

  // Whether the bot was not started for this game, which is not a fault in this game.
  bool is_withdrawn() const { return kind == FaultKind::withdrawn; }
};

// A game that is not played because too many of its bots are withdrawn has this event, too, but no
// GameStarted.
struct GameEnded {
  GameResult result;
  int turns = 0;
  std::vector<GameForfeit> forfeits;
  std::chrono::milliseconds late{0};
  Instant at{};
};
GameEnded game_ended_of(const GameRecord& record, const GameResult& result);

// A round begins: the players of the games up to `known` are now known.
struct RoundKnown {
  std::uint64_t known = 0, games = 0;  // The same as in TournamentProgress.
};

using GameEvent = std::variant<GameStarted, GameEnded, RoundKnown>;

struct Withdrawal {
  Entrant entrant{};
  std::string why;
};

// Anything else about the course of a tournament, such as which round is played. A remark replaces the one
// before of the same kind.
struct Remark {
  std::string kind;  // One word that names the event, such as "round".
  std::string text;  // One line for people.
  Json facts;        // An object for programs.
};

class TournamentListener {
 public:
  virtual ~TournamentListener() = default;
  virtual void started(const TournamentStart&) {}
  virtual void game_started(const GameStarted&) {}
  virtual void game_ended(const GameEnded&) {}
  virtual void withdrawn(const Withdrawal&) {}
  virtual void remarked(const Remark&) {}
  // The standings after the games that were told so far. They are told at most twice per second, and so
  // seldom that computing them takes at most a two-hundredth of the time.
  virtual bool wants_standings() const { return false; }
  virtual void standings_changed(const Standings&) {}
  // Called last each time, after everything else.
  virtual void progressed(const TournamentProgress&) {}
};

struct TournamentWatch {
  std::vector<TournamentListener*> listeners = {};
  std::stop_token stop = {};
  std::stop_token finish = {};   // Games in play are finished, and no other game starts.
  OpenTables* tables = nullptr;  // If not null, the turns of games in play are published here.
};

}  // namespace toptile
