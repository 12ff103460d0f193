#include "cli/watch/repainted_view.h"

#include <fmt/format.h>

#include "cli/watch/tournament_text.h"

namespace toptile {

namespace {

constexpr std::size_t kFaultsKept = 3;

}  // namespace

void RepaintedView::started(const TournamentStart& start) {
  picture_.names = bot_names(start.plan.bots);
  table_.emplace(picture_.names.size());
}

void RepaintedView::game_started(const GameStarted& game) {
  in_play_.emplace(game.id, game);
}

void RepaintedView::game_ended(const GameEnded& game) {
  in_play_.erase(GameNumber{game.result.id});
  table_->add(game.result);
  if (game.result.is_void()) return;
  for (const GameForfeit& forfeit : game.forfeits) {
    if (!forfeit.is_withdrawn()) add_fault(forfeit_text(game, forfeit, picture_.names));
  }
}

void RepaintedView::withdrawn(const Withdrawal& withdrawal) {
  add_fault(withdrawal_text(withdrawal, picture_.names));
}

void RepaintedView::remarked(const Remark& remark) {
  remarks_[remark.kind] = remark.text;
}

void RepaintedView::standings_changed(const Standings& standings) {
  table_->take(standings);
}

void RepaintedView::progressed(const TournamentProgress& progress) {
  const Instant now = std::chrono::steady_clock::now();
  picture_.progress = progress;
  picture_.rows = table_->rows();
  picture_.in_play.clear();
  for (const auto& [id, game] : in_play_)
    picture_.in_play.push_back(
        {id, game.entrants, std::chrono::duration_cast<std::chrono::milliseconds>(now - game.at)});
  picture_.remarks.clear();
  for (const auto& [kind, text] : remarks_) picture_.remarks.push_back(text);
  const TerminalSize size = terminal_size(descriptor_);
  screen_.show(draw(picture_, size), size);
}

void RepaintedView::add_fault(std::string fault) {
  picture_.faults.push_back(std::move(fault));
  if (picture_.faults.size() > kFaultsKept) picture_.faults.erase(picture_.faults.begin());
}

}  // namespace toptile
