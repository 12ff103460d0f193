// What a tournament tells while it is played, to whoever shows it or writes it down. Everything is told by
// the thread that runs the tournament, about ten times a second, in the order in which it happened; that
// thread takes in results and syncs the record, so that whoever is told should not take long. Games do not
// wait for it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "protocol/game_record.h"
#include "protocol/json_fields.h"
#include "referee/deadline.h"
#include "referee/fault.h"
#include "tournaments/plan/plan.h"
#include "tournaments/standings/standings.h"

namespace toptile {

struct TournamentProgress {
  std::uint64_t games = 0;  // Of the whole tournament, as far as it is known.
  std::uint64_t known = 0;  // So many of them: those after depend on results.
  std::uint64_t played = 0;
  std::uint64_t played_before = 0;  // By an earlier start of the same run.
  std::uint64_t forfeits = 0;       // Games that count and were forfeited.
  std::uint64_t late = 0;   // Games in which the referee itself was late: the machine has too much to do.
  std::uint64_t turns = 0;  // Of the games played since this start.
  std::chrono::steady_clock::duration elapsed{0};  // Since this start.
  // From the pace so far; nothing before the first game of this start is played.
  std::optional<std::chrono::seconds> time_left() const;
  // Of this start; 0 before the first.
  double games_a_second() const;
};

struct TournamentStart {
  const Plan& plan;
  int concurrency = 0;
  Instant begin{};                      // Of this start.
  TournamentProgress progress;          // What an earlier start played is in it.
  const GameResults* before = nullptr;  // Those games; null: none. There while this is told.
};

struct GameStarted {
  std::uint64_t id = 0;
  std::vector<int> entrants;  // In seat order.
  int worker = 0;             // From 0; one game at a time.
  Instant at{};
};

struct GameForfeit {
  int seat = 0;
  std::string reason, text;  // As in the record.

  // It was not started for this game, which is no fault in it.
  bool is_withdrawn() const { return reason == name_of(FaultKind::withdrawn); }
};

// Also of a game that was not played, as too many of its bots are withdrawn; it has no GameStarted then.
struct GameEnded {
  GameResult result;
  std::string end;  // As in the record.
  int turns = 0;
  std::vector<GameForfeit> forfeits;
  std::chrono::milliseconds late{0};
  Instant at{};
};
GameEnded game_ended_of(const GameRecord& record, const GameResult& result);

// A round begins: who plays the games up to this one is known.
struct RoundKnown {
  std::uint64_t known = 0, games = 0;  // As in TournamentProgress.
};

using GameEvent = std::variant<GameStarted, GameEnded, RoundKnown>;

struct Withdrawal {
  int entrant = 0;
  std::string why;
};

// What else there is to say of a tournament's course, such as which round is played. The last of a kind
// holds.
struct Remark {
  std::string kind;  // "round"; one word, which names the event.
  std::string text;  // For people, one line.
  Json facts;        // For programs, an object.
};

class TournamentListener {
 public:
  virtual ~TournamentListener() = default;
  virtual void started(const TournamentStart&) {}
  virtual void game_started(const GameStarted&) {}
  virtual void game_ended(const GameEnded&) {}
  virtual void withdrawn(const Withdrawal&) {}
  virtual void remarked(const Remark&) {}
  // Of the games told of so far, now and then: no oftener than twice a second, and so seldom that computing
  // them takes no more than a two-hundredth of the time.
  virtual bool wants_standings() const { return false; }
  virtual void standings_changed(const Standings&) {}
  // After everything else, each time.
  virtual void progressed(const TournamentProgress&) {}
};

struct TournamentWatch {
  std::vector<TournamentListener*> listeners = {};
  std::stop_token stop = {};
};

}  // namespace toptile
