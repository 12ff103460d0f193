// Passes the runner's news on to a tournament's listeners, together with what follows from more than one
// game: rounds, withdrawals, standings. It does nothing without listeners.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tournaments/run/tournament_watch.h"

namespace toptile {

class TournamentReporter {
 public:
  // At each call, `results` must have all games so far, including those of earlier starts.
  TournamentReporter(const TournamentWatch& watch, const Plan& plan, const GameResults& results);

  bool has_listeners() const { return !listeners_.empty(); }
  void start(const TournamentStart& start);
  void tell(const std::vector<GameEvent>& events, const std::optional<TestStatus>& test,
            const TournamentProgress& progress);
  void remark(const Remark& remark);

 private:
  // Reports the test only if it has more pairs than at the last report.
  void tell_test(const TestStatus& test);
  void tell_withdrawals(const GameEnded& game);
  void tell_round(const RoundKnown& round);
  void tell_standings();

  const std::vector<TournamentListener*> listeners_;
  const Plan& plan_;
  const GameResults& results_;
  const bool wants_standings_;
  std::set<Entrant> withdrawn_;
  std::uint64_t known_ = 0, tested_ = 0;
  std::size_t rated_ = 0;  // The number of games in the last reported standings.
  Instant next_standings_{};
};

// The remark on which round is played. Only formats whose later rounds depend on results have it.
std::optional<Remark> round_remark(const Plan& plan, const RoundKnown& round);

// The remark on the state of a match's sequential test.
Remark test_remark(const TestStatus& test);

}  // namespace toptile
