#include "tournaments/run/tournament_reporter.h"

#include <fmt/format.h>

#include <algorithm>

#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kMinUpdatePause{500};
constexpr int kPausePerCost = 200;

bool wants_standings(const TournamentListener* listener) {
  return listener->wants_standings();
}

// A text such as "round 2 of 5".
std::string words_for_known(const Plan& plan, std::uint64_t known) {
  const std::uint64_t games_a_match = static_cast<std::uint64_t>(plan.games);
  const std::uint64_t bots = plan.bots.size(), players = static_cast<std::uint64_t>(plan.format.players);
  const auto rounds = static_cast<std::uint64_t>(plan.format.rounds);
  switch (plan.format.kind) {
    case TournamentFormat::Kind::swiss:
      return fmt::format("round {} of {}", known / (games_a_match * (bots / players)), rounds);
    case TournamentFormat::Kind::king:
      return fmt::format("match {} of {}", known / games_a_match, rounds * (bots - 1));
    default:
      return fmt::format("who meets after game {} depends on results", known);
  }
}

}  // namespace

std::optional<Remark> round_remark(const Plan& plan, const RoundKnown& round) {
  if (!depends_on_results(plan.format) || round.known == 0) return std::nullopt;
  return Remark{"round",
                words_for_known(plan, round.known),
                {{"games_known", round.known}, {"games_planned", round.games}}};
}

Remark test_remark(const TestStatus& test) {
  return {"test",
          fmt::format("log-likelihood ratio {:+.2f}, bounds {:.2f} and {:+.2f}, after {} pairs", test.llr,
                      test.bounds.lower, test.bounds.upper, test.pairs),
          test_status_to_json(test)};
}

TournamentReporter::TournamentReporter(const TournamentWatch& watch, const Plan& plan,
                                       const GameResults& results)
    : listeners_(watch.listeners),
      plan_(plan),
      results_(results),
      wants_standings_(std::ranges::any_of(listeners_, wants_standings)) {}

void TournamentReporter::start(const TournamentStart& start) {
  if (!has_listeners()) return;
  for (TournamentListener* listener : listeners_) listener->started(start);
  tell_round({start.progress.known, start.progress.games});
  tell_standings();
}

void TournamentReporter::tell(const std::vector<GameEvent>& events, const std::optional<TestStatus>& test,
                              const TournamentProgress& progress) {
  if (!has_listeners()) return;
  for (const GameEvent& event : events) {
    if (const auto* begun = std::get_if<GameStarted>(&event)) {
      for (TournamentListener* listener : listeners_) listener->game_started(*begun);
    } else if (const auto* ended = std::get_if<GameEnded>(&event)) {
      for (TournamentListener* listener : listeners_) listener->game_ended(*ended);
      tell_withdrawals(*ended);
    } else {
      tell_round(std::get<RoundKnown>(event));
    }
  }
  if (test) tell_test(*test);
  tell_round({progress.known, progress.games});
  tell_standings();
  for (TournamentListener* listener : listeners_) listener->progressed(progress);
}

void TournamentReporter::remark(const Remark& remark) {
  for (TournamentListener* listener : listeners_) listener->remarked(remark);
}

void TournamentReporter::tell_test(const TestStatus& test) {
  if (test.pairs == tested_) return;
  tested_ = test.pairs;
  remark(test_remark(test));
}

void TournamentReporter::tell_withdrawals(const GameEnded& game) {
  for (const GameForfeit& forfeit : game.forfeits) {
    if (!forfeit.is_withdrawn()) continue;
    const Entrant entrant{game.result.by_seat[forfeit.seat].entrant};
    if (!withdrawn_.insert(entrant).second) continue;
    for (TournamentListener* listener : listeners_) listener->withdrawn({entrant, forfeit.text});
  }
}

void TournamentReporter::tell_round(const RoundKnown& round) {
  if (round.known == known_) return;
  known_ = round.known;
  if (const auto begun = round_remark(plan_, round)) remark(*begun);
}

void TournamentReporter::tell_standings() {
  const Instant begin = steady_clock::now();
  if (!wants_standings_ || results_.games.size() == rated_ || begin < next_standings_) return;
  rated_ = results_.games.size();
  const Standings standings = standings_of_run(plan_, results_.games);
  for (TournamentListener* listener : listeners_) listener->standings_changed(standings);
  const Instant end = steady_clock::now();
  next_standings_ = end + std::max<Duration>(kPausePerCost * (end - begin), kMinUpdatePause);
}

}  // namespace toptile
