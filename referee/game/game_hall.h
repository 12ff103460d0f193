// Many games that one thread plays at once (docs/protocol.md, "Several games at once"). In each step one bot
// process is asked, in one write, for everything that its games wait for, and the games go on when all its
// answers are there. Meanwhile all other bots stand still, as they do beside a single game.
//
// The processes have their turns one after the other. So a game's moves are the same as if it were played
// alone, unless a bot depends on time.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "base/result.h"
#include "referee/game/refereed_game.h"

namespace toptile {

class GameHall {
 public:
  // `while_asked` is called while this bot takes long to answer (Meanwhile). The table must outlive the hall.
  GameHall(const GameTable& table, std::function<void(const BotSession& asked)> while_asked)
      : table_(table), while_asked_(std::move(while_asked)) {}

  // The sessions of its seats must outlive the game. Each plays this game with a name, or no other game.
  void add(std::unique_ptr<RefereedGame> game);
  bool is_empty() const { return games_ == 0; }
  std::size_t games() const { return games_; }

  // Asks one bot, if there are games. Returns the games that are over: RefereedGame::finish() is next for
  // them. After an error no game can be continued.
  Result<std::vector<std::unique_ptr<RefereedGame>>> step();

 private:
  using Games = std::vector<std::unique_ptr<RefereedGame>>;
  // The games that wait for one bot.
  struct Waiting {
    BotSession* bot;
    Games for_readiness, for_move;
  };

  void place(std::unique_ptr<RefereedGame> game, Games& over);
  Waiting next();
  Result<void> get_ready(BotSession& bot, Games games, Games& over);
  Result<void> ask(BotSession& bot, Games games, Games& over);
  Meanwhile meanwhile_for(BotSession& bot) const;

  const GameTable& table_;
  const std::function<void(const BotSession& asked)> while_asked_;
  std::list<Waiting> waiting_;  // The bot whose turn comes first is in front. No entry is empty.
  Games over_;                  // Games that were over when they were added.
  std::size_t games_ = 0;
};

}  // namespace toptile
