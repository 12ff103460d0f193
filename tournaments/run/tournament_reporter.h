// Tells the listeners of a tournament what the runner brings, and makes of it what takes more than one game
// to know: rounds, withdrawals, standings. Does nothing where nobody listens.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tournaments/run/tournament_watch.h"

namespace toptile {

class TournamentReporter {
 public:
  // `results` are all games so far, those played before included, whenever something is told.
  TournamentReporter(const TournamentWatch& watch, const Plan& plan, const GameResults& results);

  bool has_listeners() const { return !listeners_.empty(); }
  void start(const TournamentStart& start);
  void tell(const std::vector<GameEvent>& events, const std::optional<TestStatus>& test,
            const TournamentProgress& progress);
  void remark(const Remark& remark);

 private:
  // When it has looked at more pairs than the last time.
  void tell_test(const TestStatus& test);
  void tell_withdrawals(const GameEnded& game);
  void tell_round(const RoundKnown& round);
  void tell_standings();

  const std::vector<TournamentListener*> listeners_;
  const Plan& plan_;
  const GameResults& results_;
  const bool wants_standings_;
  std::set<int> withdrawn_;
  std::uint64_t known_ = 0, tested_ = 0;
  std::size_t rated_ = 0;  // Games in the standings that were last told.
  Instant next_standings_{};
};

// Where the tournament stands among its rounds, in formats that have some and only know those so far.
std::optional<Remark> round_remark(const Plan& plan, const RoundKnown& round);

// How a sequential test of a match stands.
Remark test_remark(const TestStatus& test);

}  // namespace toptile
