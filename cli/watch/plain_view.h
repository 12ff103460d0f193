// Shows a tournament in plain lines, for logs and for terminals that cannot repaint: each forfeit when it
// happens, and the progress from time to time.
#pragma once

#include <string>
#include <vector>

#include "tournaments/run/tournament_watch.h"

namespace toptile {

class PlainView : public TournamentListener {
 public:
  enum class Games { told, untold };

  // Writes to stderr. With Games::told, each game gets a line when it ends.
  explicit PlainView(Games games) : games_(games) {}

  void started(const TournamentStart& start) override;
  void game_ended(const GameEnded& game) override;
  void withdrawn(const Withdrawal& withdrawal) override;
  void remarked(const Remark& remark) override;
  void progressed(const TournamentProgress& progress) override;

 private:
  const Games games_;
  std::vector<std::string> names_;
  int forfeits_told_ = 0;
  std::chrono::steady_clock::duration next_{};
};

// How long to wait before the next progress line: 10 s at first, then longer, at most 10 min.
std::chrono::steady_clock::duration pause_after(std::chrono::steady_clock::duration elapsed);

}  // namespace toptile
