#include "referee/game/game_hall.h"

#include <algorithm>
#include <utility>

namespace toptile {

void GameHall::add(std::unique_ptr<RefereedGame> game) {
  ++games_;
  place(std::move(game), over_);
}

void GameHall::place(std::unique_ptr<RefereedGame> game, Games& over) {
  const auto awaits = game->awaits();
  if (awaits == RefereedGame::Awaits::nothing) {
    --games_;
    over.push_back(std::move(game));
    return;
  }
  BotSession* const bot = &game->session();
  auto waiting = std::ranges::find(waiting_, bot, &Waiting::bot);
  if (waiting == waiting_.end()) waiting = waiting_.insert(waiting, Waiting{bot, {}, {}});
  const bool is_move = awaits == RefereedGame::Awaits::move;
  (is_move ? waiting->for_move : waiting->for_readiness).push_back(std::move(game));
}

GameHall::Waiting GameHall::next() {
  Waiting next = std::move(waiting_.front());
  waiting_.pop_front();
  return next;
}

Result<std::vector<std::unique_ptr<RefereedGame>>> GameHall::step() {
  Games over = std::exchange(over_, {});
  if (!over.empty() || waiting_.empty()) return over;
  Waiting next = this->next();
  if (!next.for_readiness.empty()) {
    TOPTILE_TRY_TO(get_ready(*next.bot, std::move(next.for_readiness), over));
  }
  if (!next.for_move.empty()) {
    TOPTILE_TRY_TO(ask(*next.bot, std::move(next.for_move), over));
  }
  return over;
}

Result<void> GameHall::get_ready(BotSession& bot, Games games, Games& over) {
  std::vector<uwi::NewGame> lines;
  for (const auto& game : games) lines.push_back(game->new_game());
  const auto ready = bot.begin_games(table_.setup, lines, meanwhile_for(bot));
  for (auto& game : games) {
    TOPTILE_TRY_TO(game->take_readiness(ready));
    place(std::move(game), over);
  }
  return success();
}

Result<void> GameHall::ask(BotSession& bot, Games games, Games& over) {
  std::vector<BatchedQuestion> batch;
  batch.reserve(games.size());
  for (const auto& game : games) batch.push_back({game->id(), &game->question(), game->limit()});
  bot.ask_all(batch, meanwhile_for(bot));
  for (std::size_t i = 0; i < games.size(); ++i) {
    TOPTILE_TRY_TO(games[i]->take_move(*std::move(batch[i].answer)));
    place(std::move(games[i]), over);
  }
  return success();
}

Meanwhile GameHall::meanwhile_for(BotSession& bot) const {
  if (table_.terms.may_ponder) return {};
  return [this, &bot] { while_asked_(bot); };
}

}  // namespace toptile
