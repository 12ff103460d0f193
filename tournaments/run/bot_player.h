// Plays games between bots in processes of their own. A process is kept between games, unless the plan says
// otherwise.
#pragma once

#include <memory>
#include <stop_token>

#include "referee/game/play_game.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/game_player.h"
#include "tournaments/run/launchpad.h"
#include "tournaments/run/run_store.h"

namespace toptile {

// The processors that this program may run on, in order.
std::vector<int> usable_processors();

enum class Transcripts { none, written };

// The plan, the table, the paths and the launchpad must outlive the players. If the plan pins games, each
// player keeps its thread, and so its bots, on one processor. If there are `tables`, each worker publishes
// its games at its own table.
GamePlayers bot_players(const Plan& plan, const GameTable& table, const RunPaths& paths,
                        const Launchpad& launchpad, Transcripts transcripts, OpenTables* tables = nullptr);

}  // namespace toptile
