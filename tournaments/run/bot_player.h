// Plays games between bots, each in its own process. A process is kept for later games, unless its bot made a
// fault, the plan starts bots for each game, or too many processes would wait.
#pragma once

#include <memory>
#include <stop_token>

#include "referee/game/play_game.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/game_player.h"
#include "tournaments/run/launchpad.h"
#include "tournaments/run/run_store.h"

namespace toptile {

enum class Transcripts { none, written };

// Everything that is passed by reference or pointer must outlive the players. If the plan pins games, each
// worker's thread and its bots stay on one processor, which several workers share if there are too few. With
// `tables`, each worker publishes its games at its own table.
GamePlayers bot_players(const Plan& plan, const GameTable& table, const RunPaths& paths,
                        const Launchpad& launchpad, Transcripts transcripts, OpenTables* tables = nullptr);

}  // namespace toptile
