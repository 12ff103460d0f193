// Who is told of a tournament while it is played, as the flags ask: the terminal, a log, another program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/flags/tournament_flags.h"
#include "cli/watch/event_stream.h"
#include "cli/watch/live_view.h"
#include "cli/watch/plain_view.h"
#include "live/show.h"
#include "tournaments/run/tournament.h"

namespace toptile {

// A view that was asked for and cannot be had.
std::optional<Error> find_view_fault(const TournamentFlags& flags);

class TournamentViews {
 public:
  // `live` may be null.
  TournamentViews(const TournamentFlags& flags, InterruptWatch& interrupts, const RunPaths& paths,
                  LiveShow* live);

  std::vector<TournamentListener*> listeners();
  // Prints what came of it, in place of what was shown in the same terminal meanwhile.
  void end(const TournamentEnd& end, const Plan& plan);

  // Of standard output, as far as events were written there.
  bool is_reader_gone() const;
  std::optional<Error> find_failure() const;

 private:
  const TournamentFlags& flags_;
  const RunPaths& paths_;
  LiveShow* const show_;
  std::optional<LiveView> live_;
  std::optional<PlainView> plain_;
  std::optional<EventStream> events_;
};

}  // namespace toptile
