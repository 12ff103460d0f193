// A tournament in a terminal, redrawn in place at most ten times per second.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/watch/repainted_lines.h"
#include "cli/watch/repainted_picture.h"
#include "tournaments/run/tournament_watch.h"
#include "tournaments/standings/running_table.h"

namespace toptile {

// The last picture stays on the screen unless it is cleared.
class RepaintedView : public TournamentListener {
 public:
  explicit RepaintedView(int descriptor) : descriptor_(descriptor), screen_(descriptor) {}

  void started(const TournamentStart& start) override;
  void game_started(const GameStarted& game) override;
  void game_ended(const GameEnded& game) override;
  void withdrawn(const Withdrawal& withdrawal) override;
  void remarked(const Remark& remark) override;
  bool wants_standings() const override { return true; }
  void standings_changed(const Standings& standings) override;
  void progressed(const TournamentProgress& progress) override;

  void clear() { screen_.clear(); }

 private:
  void add_fault(std::string fault);

  const int descriptor_;
  RepaintedLines screen_;
  RepaintedPicture picture_;
  std::optional<RunningTable> table_;
  std::map<GameNumber, GameStarted> in_play_;
  std::map<std::string, std::string> remarks_;  // The last remark of each kind.
};

}  // namespace toptile
