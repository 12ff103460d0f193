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

// Gives a player its games, and takes their records.
class GameSource {
 public:
  // A game that at least two bots are present for.
  struct Next {
    ScheduledGame game;
    Absences absent;
  };
  enum class Wait { yes, no };

  virtual ~GameSource() = default;
  // The next game to play; nullopt if none follows. With Wait::no, also nullopt if the player should first go
  // on with the games that it plays, as the next one is not known yet or is left for other players.
  virtual std::optional<Next> next(Wait wait) = 0;
  // Takes the record of a game, or why there is none. False if no further record is wanted.
  virtual bool take(const ScheduledGame& game, Result<GameRecord> record) = 0;
};

// Plays the games of a worker in a thread of its own. That thread makes the player, and makes every call
// except for wake().
class GamePlayer {
 public:
  virtual ~GamePlayer() = default;

  // Plays all games of the source: one after the other, or several at once if the player can do that. After
  // the source has taken an error, which may be that a stop was requested, no further game can be played.
  virtual void play_all(GameSource& source) = 0;

  // Called before the thread waits for other games to end.
  virtual void rest() {}
  // Called by any thread after a stop was requested. play_all() must notice the stop now.
  virtual void wake() {}
  // No game follows. Returns what each entrant's processes used; the list may be empty.
  virtual std::vector<SessionUse> finish() { return {}; }
};

// A player of one game after the other.
class SingleGamePlayer : public GamePlayer {
 public:
  // Plays a game that at least two bots are present for, and returns its record.
  virtual Result<GameRecord> play(const ScheduledGame& game, const Absences& absent) = 0;
  void play_all(GameSource& source) override {
    while (const auto next = source.next(GameSource::Wait::yes))
      if (!source.take(next->game, play(next->game, next->absent))) return;
  }
};

// Makes the player of a worker, which are numbered from 0.
using GamePlayers = std::function<std::unique_ptr<GamePlayer>(int worker, std::stop_token stop)>;

}  // namespace toptile
