// The views of a running tournament that the flags select: for a terminal, a log or another program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/flags/tournament_flags.h"
#include "cli/watch/event_stream.h"
#include "cli/watch/plain_view.h"
#include "cli/watch/repainted_view.h"
#include "server/live/show.h"
#include "tournaments/run/tournament.h"

namespace toptile {

// An error if the flags select a view that is not possible here, or nullopt.
std::optional<Error> view_fault(const TournamentFlags& flags);

class TournamentViews {
 public:
  // `live` may be null.
  TournamentViews(const TournamentFlags& flags, InterruptWatch& interrupts, const RunPaths& paths,
                  LiveShow* live);

  std::vector<TournamentListener*> listeners();
  // Prints the result, which replaces the view in the same terminal.
  void end(const TournamentEnd& end, const Plan& plan, bool has_report);

  // About standard output, if events were written there.
  bool is_reader_gone() const;
  std::optional<Error> find_failure() const;

 private:
  const TournamentFlags& flags_;
  const RunPaths& paths_;
  LiveShow* const show_;
  std::optional<RepaintedView> repainted_;
  std::optional<PlainView> plain_;
  std::optional<EventStream> events_;
};

}  // namespace toptile
