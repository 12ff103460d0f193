// Tells the listeners of a tournament the runner's news, and also what follows from more than one game:
// rounds, withdrawals, standings. It does nothing if nobody listens.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tournaments/run/tournament_watch.h"

namespace toptile {

class TournamentReporter {
 public:
  // Whenever something is told, `results` must have all games so far, those of earlier starts included.
  TournamentReporter(const TournamentWatch& watch, const Plan& plan, const GameResults& results);

  bool has_listeners() const { return !listeners_.empty(); }
  void start(const TournamentStart& start);
  void tell(const std::vector<GameEvent>& events, const std::optional<TestStatus>& test,
            const TournamentProgress& progress);
  void remark(const Remark& remark);

 private:
  // Tells of the test only if it has looked at more pairs than the last time.
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
  std::size_t rated_ = 0;  // The number of games in the standings that were told last.
  Instant next_standings_{};
};

// Which round is played. Only formats in which later rounds depend on results have this remark.
std::optional<Remark> round_remark(const Plan& plan, const RoundKnown& round);

// How a sequential test of a match stands.
Remark test_remark(const TestStatus& test);

}  // namespace toptile
