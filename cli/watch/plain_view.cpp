#include "cli/watch/plain_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/watch/tournament_text.h"

namespace toptile {

namespace {

constexpr int kMaxForfeitLines = 20;
constexpr std::chrono::seconds kMinUpdatePause{10};
constexpr std::chrono::minutes kMaxUpdatePause{10};

}  // namespace

std::chrono::steady_clock::duration pause_after(std::chrono::steady_clock::duration elapsed) {
  return std::clamp<std::chrono::steady_clock::duration>(elapsed / 10, kMinUpdatePause, kMaxUpdatePause);
}

void PlainView::started(const TournamentStart& start) {
  names_ = bot_names(start.plan.bots);
  next_ = pause_after({});
}

void PlainView::game_ended(const GameEnded& game) {
  if (game.result.is_void()) return;
  if (games_ == Games::told) fmt::print(stderr, "{}\n", game_text(game, names_));
  for (const GameForfeit& forfeit : game.forfeits) {
    if (forfeit.is_withdrawn()) continue;
    if (games_ == Games::untold && forfeits_told_ == kMaxForfeitLines)
      fmt::print(stderr, "more forfeits are only counted; games.jsonl has them all\n");
    if (forfeits_told_++ < kMaxForfeitLines || games_ == Games::told)
      fmt::print(stderr, "{}\n", forfeit_text(game, forfeit, names_));
  }
}

void PlainView::withdrawn(const Withdrawal& withdrawal) {
  fmt::print(stderr, "{}\n", withdrawal_text(withdrawal, names_));
}

void PlainView::remarked(const Remark& remark) {
  if (games_ == Games::told || remark.kind == "control") fmt::print(stderr, "{}\n", remark.text);
}

void PlainView::progressed(const TournamentProgress& progress) {
  if (progress.elapsed < next_ || progress.played == progress.games) return;
  fmt::print(stderr, "{}\n", progress_text(progress));
  next_ = progress.elapsed + pause_after(progress.elapsed);
}

}  // namespace toptile
