#include "cli/watch/tournament_views.h"

#include <unistd.h>

#include "cli/terminal/terminal.h"
#include "cli/watch/tournament_text.h"

namespace toptile {

namespace {

// Events written to the same terminal would spoil the picture.
bool can_be_live(const TournamentFlags& flags) {
  return can_repaint(STDERR_FILENO) && !(flags.json && is_terminal(STDOUT_FILENO));
}

}  // namespace

std::optional<Error> view_fault(const TournamentFlags& flags) {
  if (flags.view != "live" || can_be_live(flags)) return std::nullopt;
  return Error{
      "--view live: standard error is not a terminal that can be drawn on, or --json writes to the same "
      "terminal; use --view lines"};
}

TournamentViews::TournamentViews(const TournamentFlags& flags, InterruptWatch& interrupts,
                                 const RunPaths& paths, LiveShow* live)
    : flags_(flags), paths_(paths), show_(live) {
  if (flags.quiet) return;
  if (flags.json) events_.emplace(interrupts, paths.folder.string());
  if (flags.view ? flags.view == "live" : can_be_live(flags)) {
    repainted_.emplace(STDERR_FILENO);
  } else {
    plain_.emplace(flags.view == "games" ? PlainView::Games::told : PlainView::Games::untold);
  }
}

std::vector<TournamentListener*> TournamentViews::listeners() {
  std::vector<TournamentListener*> list;
  if (repainted_) list.push_back(&*repainted_);
  if (plain_) list.push_back(&*plain_);
  if (events_) list.push_back(&*events_);
  if (show_ != nullptr) list.push_back(&show_->feed());
  return list;
}

void TournamentViews::end(const TournamentEnd& end, const Plan& plan, bool has_report) {
  if (repainted_ && is_terminal(STDOUT_FILENO)) repainted_->clear();
  const Json event =
      flags_.json || show_ != nullptr ? summary_to_json(end, plan, paths_, has_report) : Json();
  if (show_ != nullptr) show_->feed().end(event, end);
  if (events_) {
    events_->write(event);
  } else {
    print(flags_.json ? json_line(event) : summary(end, plan, paths_, flags_.is_match, has_report));
  }
}

bool TournamentViews::is_reader_gone() const {
  return events_ && events_->state() == EventStream::State::reader_gone;
}

std::optional<Error> TournamentViews::find_failure() const {
  if (!events_ || events_->state() != EventStream::State::unwritable) return std::nullopt;
  return Error{
      "standard output cannot be written; the games are in the run's folder, and the same command continues"};
}

}  // namespace toptile
