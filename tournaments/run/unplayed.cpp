#include "tournaments/run/unplayed.h"

#include <algorithm>

namespace toptile {

GameSetup setup_of(const Plan& plan, const ScheduledGame& scheduled) {
  GameSetup setup{scheduled.id, scheduled.set, scheduled.seed, {}};
  for (const Entrant entrant : scheduled.entrants) {
    setup.names.push_back(plan.bots[entrant].name);
    setup.clocks.push_back(plan.bots[entrant].clock);
  }
  setup.opening = opening_of_meeting(plan.openings, plan.seed, setup.names, scheduled.meeting);
  return setup;
}

std::size_t count_present(const Absences& absent) {
  return static_cast<std::size_t>(
      std::ranges::count_if(absent, [](const auto& fault) { return !fault.has_value(); }));
}

Absences absences_of(const ScheduledGame& scheduled, const Withdrawals& withdrawals,
                     const GameRecord* played) {
  Absences absent(scheduled.entrants.size());
  for (const Seat seat : each<Seat>(absent.size())) {
    if (played != nullptr && !has_failed_to_start(*played, seat)) continue;
    if (auto reason = withdrawals.reason(scheduled.entrants[seat], scheduled.id))
      absent[seat] = Fault{FaultKind::withdrawn, *std::move(reason)};
  }
  return absent;
}

std::optional<GameRecord> record_unplayed(const Plan& plan, const GameTable& table,
                                          const ScheduledGame& scheduled, const Absences& absent) {
  if (count_present(absent) > 1) return std::nullopt;
  std::vector<SeatedBot> seats(absent.size(), static_cast<BotSession*>(nullptr));
  for (const Seat seat : each<Seat>(seats.size()))
    if (absent[seat]) seats[seat] = *absent[seat];
  return play_game(table, setup_of(plan, scheduled), seats)
      .value()
      .record;  // No bot is asked, so it cannot fail.
}

GameRecord with_absences(GameRecord record, const Absences& absent) {
  for (ForfeitRecord& forfeit : record.forfeits) {
    if (const auto& fault = absent[forfeit.seat])
      forfeit = {forfeit.seat, forfeit.after, fault->kind, fault->text, {}};
  }
  return record;
}

GameRecord withdrawn_later(const Plan& plan, const GameTable& table, const ScheduledGame& scheduled,
                           const Withdrawals& withdrawals, GameRecord record) {
  const Absences absent = absences_of(scheduled, withdrawals, &record);
  if (auto unplayed = record_unplayed(plan, table, scheduled, absent)) return *std::move(unplayed);
  return with_absences(std::move(record), absent);
}

}  // namespace toptile
