// What happens in a tournament, for the thread that serves the live page. The thread that runs the tournament
// collects it and hands it over in parts.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "tournaments/run/tournament.h"
#include "tournaments/run/tournament_watch.h"

namespace toptile {

struct LiveEvent {
  std::string kind;    // The kind, such as "game".
  std::string json;    // The event on one line, as --json has it, without the line's end.
  GameNumber game{0};  // The number of the game in the events started and game.
};

struct LiveNews {
  GameResults results;  // Games that ended since the last news; at the start, those before it, too.
  std::vector<LiveEvent> events;
  std::map<std::string, double> ratings;  // The keys are names of bots. It is empty if nothing changed.
  std::vector<RunSession> sessions;       // All sessions of the run; only the first news has them.
  std::uint64_t planned = 0;              // Games of the whole tournament, as far as it is known.
  TournamentProgress progress;
  Instant begin{};       // The time of this start.
  bool is_over = false;  // No more news will follow.
  bool is_finished = false;
};

class LiveFeed : public TournamentListener {
 public:
  // `run` is the run's folder, as the events tell it. `hand` is called on the tournament's thread.
  LiveFeed(std::string run, std::function<void(LiveNews)> hand)
      : run_(std::move(run)), hand_(std::move(hand)) {}

  void started(const TournamentStart& start) override;
  void game_started(const GameStarted& game) override;
  void game_ended(const GameEnded& game) override;
  void withdrawn(const Withdrawal& withdrawal) override;
  void remarked(const Remark& remark) override;
  bool wants_standings() const override { return true; }
  void standings_changed(const Standings& standings) override;
  void progressed(const TournamentProgress& progress) override;

  // `event` tells of the end. Games after the last one that counts are not in the result.
  void end(const Json& event, const TournamentEnd& end);

 private:
  void add(const Json& event, GameNumber game = {});
  void hand_over();

  const std::string run_;
  const std::function<void(LiveNews)> hand_;
  std::vector<std::string> names_;
  bool has_started_ = false;
  Instant begin_{};
  Instant next_standings_{};
  LiveNews news_;
};

}  // namespace toptile
