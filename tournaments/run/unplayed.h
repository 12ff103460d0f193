// Handles games of withdrawn bots: their seats stay empty, and games with fewer than two remaining bots are
// not played.
#pragma once

#include <optional>
#include <vector>

#include "protocol/game_record.h"
#include "referee/game/play_game.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/withdrawals.h"

namespace toptile {

GameSetup setup_of(const Plan& plan, const ScheduledGame& scheduled);

// The reasons why bots do not play, in seat order; nullopt for a seat whose bot plays.
using Absences = std::vector<std::optional<Fault>>;
std::size_t count_present(const Absences& absent);

// If `played`, the game's record, is given, only bots that failed to start in it count as withdrawn. The
// others were playing before their withdrawal was known.
Absences absences_of(const ScheduledGame& scheduled, const Withdrawals& withdrawals,
                     const GameRecord* played = nullptr);

// The record of a game with fewer than two remaining bots; nullopt if the game is to be played.
std::optional<GameRecord> record_unplayed(const Plan& plan, const GameTable& table,
                                          const ScheduledGame& scheduled, const Absences& absent);

// The record in which the forfeits of absent seats are replaced by their absences.
GameRecord with_absences(GameRecord record, const Absences& absent);

// Corrects the record of a game in which a bot failed to start, if an earlier game has withdrawn that bot.
GameRecord withdrawn_later(const Plan& plan, const GameTable& table, const ScheduledGame& scheduled,
                           const Withdrawals& withdrawals, GameRecord record);

}  // namespace toptile
