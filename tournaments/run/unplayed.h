// Bots that have been withdrawn: their seats stay empty, and games in which fewer than two others are left
// are not played.
#pragma once

#include <optional>
#include <vector>

#include "protocol/game_record.h"
#include "referee/play_game.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/withdrawals.h"

namespace toptile {

GameSetup setup_of(const Plan& plan, const Pairing& pairing);

// Why seats are not played by their bots, in seat order; nothing of the others.
using Absences = std::vector<std::optional<Fault>>;
std::size_t count_present(const Absences& absent);

// With `played`, the game's record, only bots that failed to start in it count as withdrawn: the others were
// in play when it came out.
Absences absences_of(const Pairing& pairing, const Withdrawals& withdrawals,
                     const GameRecord* played = nullptr);

// The record of a game that fewer than two are left for; nothing when it is to be played.
std::optional<GameRecord> record_unplayed(const Plan& plan, const GameTable& table, const Pairing& pairing,
                                          const Absences& absent);

// Its forfeits of absent seats told as such.
GameRecord with_absences(GameRecord record, const Absences& absent);

// A record of a bot that failed to start, where it turned out to have been withdrawn by an earlier game.
GameRecord withdrawn_later(const Plan& plan, const GameTable& table, const Pairing& pairing,
                           const Withdrawals& withdrawals, GameRecord record);

}  // namespace toptile
