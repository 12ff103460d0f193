// Writes the events of a tournament to standard output, each as soon as it occurs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/interrupt.h"
#include "tournaments/run/tournament_watch.h"

namespace toptile {

// If the reader is gone, or writing to standard output fails, this stops the tournament like a signal, which
// loses nothing. If the reader does not read, the stream waits for it until the tournament is stopped, while
// the games continue.
class EventStream : public TournamentListener {
 public:
  enum class State {
    open,
    reader_gone,
    unwritable,
    given_up,  // The reader was not reading when the tournament was stopped.
  };

  // `run` is the run folder as the events name it.
  EventStream(InterruptWatch& interrupts, std::string run) : interrupts_(interrupts), run_(std::move(run)) {}

  void started(const TournamentStart& start) override;
  void game_ended(const GameEnded& game) override;
  void withdrawn(const Withdrawal& withdrawal) override;
  void remarked(const Remark& remark) override;
  bool wants_standings() const override { return true; }
  void standings_changed(const Standings& standings) override;

  void write(const Json& event);
  State state() const { return state_; }

 private:
  bool has_room();

  InterruptWatch& interrupts_;
  const std::string run_;
  std::vector<std::string> names_;
  Instant begin_{};
  Instant next_standings_{};
  State state_ = State::open;
};

}  // namespace toptile
