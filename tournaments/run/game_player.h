// How the runner has a game played. In a tournament bots play it in processes of their own
// (tournaments/run/bot_player.h). Tests of what is around the games play them without any process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/result.h"
#include "protocol/game_record.h"
#include "referee/game/bot_session.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/run/unplayed.h"

namespace toptile {

// Plays one game after the other, in a thread of its own. That thread makes the player, and makes every call
// except for wake().
class GamePlayer {
 public:
  virtual ~GamePlayer() = default;

  // Plays a game that at least two bots are present for, and returns its record. After an error, which may be
  // that a stop was requested, no further game can be played.
  virtual Result<GameRecord> play(const ScheduledGame& game, const Absences& absent) = 0;

  // Called before the thread waits for other games to end.
  virtual void rest() {}
  // Called by any thread after a stop was requested. play() must notice the stop now.
  virtual void wake() {}
  // No game follows. Returns what each entrant's processes used; the list may be empty.
  virtual std::vector<SessionUse> finish() { return {}; }
};

// Makes the player of a worker, which are numbered from 0.
using GamePlayers = std::function<std::unique_ptr<GamePlayer>(int worker, std::stop_token stop)>;

}  // namespace toptile
