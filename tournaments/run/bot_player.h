// Plays games between bots, each in a process of its own, or several games at once in the processes of bots
// that offer it. A process is kept for later games, unless its bot made a fault, the plan starts bots for
// each game, or too many processes would wait.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>

#include "referee/game/play_game.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/game_player.h"
#include "tournaments/run/launchpad.h"
#include "tournaments/run/run_store.h"

namespace toptile {

enum class Transcripts { none, written };

// How the games of a plan are played beside each other. It affects no game of bots that do not depend on
// time.
struct PlayingTerms {
  Transcripts transcripts = Transcripts::none;
  // If not null, each worker publishes games at its own table; of those that it plays at once, only one.
  OpenTables* tables = nullptr;
  // How many games at once one process plays at most, if its bot offers that many (docs/protocol.md, "Several
  // games at once"). A worker plays as many sets at once. The plan must then have lanes, and not start bots
  // for each game (batch_fault).
  int batch = 1;
};

// Why the plan's games cannot be played in batches, or nullopt.
std::optional<Error> batch_fault(const Plan& plan, int batch);

// Everything that is passed by reference or pointer must outlive the players. If the plan pins games, each
// worker's thread and its bots stay on one processor, which several workers share if there are too few.
GamePlayers bot_players(const Plan& plan, const GameTable& table, const RunPaths& paths,
                        const Launchpad& launchpad, const PlayingTerms& terms);

}  // namespace toptile
