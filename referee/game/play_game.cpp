#include "referee/game/play_game.h"

namespace toptile {

Result<PlayedGame> play_game(const GameTable& table, const GameSetup& setup, std::span<const SeatedBot> seats,
                             std::span<BotSession* const> bystanders, OpenTable* open) {
  RefereedGame game(table, setup, {seats.begin(), seats.end()}, open);
  const auto freeze_all_but = [&](const BotSession& asked) {
    for (const SeatedBot& seat : seats) {
      BotSession* const* session = std::get_if<BotSession*>(&seat);
      if (session != nullptr && *session != nullptr && *session != &asked) (*session)->freeze();
    }
    for (BotSession* session : bystanders) session->freeze();
  };
  while (game.awaits() != RefereedGame::Awaits::nothing) {
    BotSession& bot = game.session();
    const Meanwhile meanwhile =
        table.terms.may_ponder ? Meanwhile() : Meanwhile([&] { freeze_all_but(bot); });
    if (game.awaits() == RefereedGame::Awaits::readiness) {
      TOPTILE_TRY_TO(game.take_readiness(bot.begin_game(table.setup, game.new_game(), meanwhile)));
    } else {
      TOPTILE_TRY_TO(game.take_move(bot.ask(game.question(), game.limit(), meanwhile)));
    }
  }
  return game.finish();
}

}  // namespace toptile
