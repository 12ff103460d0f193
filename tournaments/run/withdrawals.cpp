#include "tournaments/run/withdrawals.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "referee/game/fault.h"

namespace toptile {

namespace {

const ForfeitRecord* forfeit_of(const GameRecord& record, Seat seat) {
  const auto found = std::ranges::find(record.forfeits, seat, &ForfeitRecord::seat);
  return found == record.forfeits.end() ? nullptr : &*found;
}

}  // namespace

bool has_failed_to_start(const GameRecord& record, Seat seat) {
  const ForfeitRecord* forfeit = forfeit_of(record, seat);
  if (forfeit == nullptr) return false;
  const auto own_turns = std::span(record.turns).subspan(static_cast<std::size_t>(record.opening));
  if (std::ranges::find(own_turns, seat, &TurnRecord::seat) != own_turns.end()) return false;
  return may_prevent_start(forfeit->kind);
}

bool is_counted_with_another(const GameRecord& record, Seat seat) {
  const ForfeitRecord* forfeit = forfeit_of(record, seat);
  return forfeit != nullptr && forfeit->is_shared && has_failed_to_start(record, seat);
}

Withdrawals::Withdrawals(const RefereeSettings& referee, std::size_t bots)
    : settings_(referee), entrants_(bots) {}

std::optional<std::string> Withdrawals::reason(Entrant entrant, GameNumber id) const {
  const State& one = entrants_[entrant];
  return id >= one.withdrawn_from ? std::optional(one.reason) : std::nullopt;
}

void Withdrawals::note(const ScheduledGame& scheduled, const GameRecord& record) {
  const auto withdrawn = std::ranges::count(record.forfeits, FaultKind::withdrawn, &ForfeitRecord::kind);
  const bool is_void = static_cast<std::size_t>(withdrawn) + 2 > scheduled.entrants.size();
  for (const Seat seat : each<Seat>(scheduled.entrants.size())) {
    State& entrant = entrants_[scheduled.entrants[seat]];
    const ForfeitRecord* forfeit = forfeit_of(record, seat);
    if (is_void || entrant.withdrawn_from <= scheduled.id) continue;
    const bool has_failed = has_failed_to_start(record, seat);
    // Games in which the bot started are noted as they end, perhaps before an earlier failure. Such a failure
    // no longer counts in a row.
    if (has_failed && scheduled.id < entrant.last_good) continue;
    if (!has_failed) entrant.failures_in_a_row = 0;
    if (has_failed && !is_counted_with_another(record, seat)) ++entrant.failures_in_a_row;
    if (!has_failed) entrant.last_good = std::max(entrant.last_good, scheduled.id);
    if (forfeit == nullptr) continue;
    if (settings_.restart == Restart::never) {
      entrant.reason = fmt::format("it is never restarted, and in game {} it forfeited: {}: {}", record.id,
                                   name_of(forfeit->kind), forfeit->text);
    } else if (settings_.withdraw_after > 0 && entrant.failures_in_a_row >= settings_.withdraw_after) {
      entrant.reason =
          fmt::format("it made no move in {} games in a row, the last time in game {}: {}: {}",
                      entrant.failures_in_a_row, record.id, name_of(forfeit->kind), forfeit->text);
    } else {
      continue;
    }
    entrant.withdrawn_from = GameNumber{scheduled.id + 1};
  }
}

}  // namespace toptile
