// One game between processes, from `newgame` to `result`: what the seat may see goes to the bot, its move
// through the rules, until the rules or a fault end it. One straight function; whatever it waits for has a
// deadline.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "engine/lexicon.h"
#include "engine/ruleset.h"
#include "protocol/game_record.h"
#include "referee/bot_session.h"
#include "referee/clock.h"

namespace toptile {

// What is the same for all games of a tournament. The references must outlive the games.
struct GameTable {
  const Ruleset& rules;
  const Lexicon& lexicon;
  std::string setup;  // The ruleset and lexicon lines, each with its line end.
  TimeControl time_control;
  bool may_ponder = false;  // Else a bot is stopped while another one thinks for more than 2 ms.
};

// `list` is the text list that bots read: the lexicon's canonical text.
GameTable make_table(const Ruleset& rules, const Lexicon& lexicon, const std::string& list,
                     const TimeControl& time_control);

struct GameSetup {
  std::uint64_t id = 0;
  std::uint64_t pair = 0;
  std::uint64_t seed = 0;
  std::vector<std::string> names;  // In seat order.
};

// A seat's session, or the fault that kept it from starting.
using SeatedBot = std::variant<BotSession*, Fault>;

struct PlayedGame {
  GameRecord record;
  std::optional<int> faulted_seat;  // Its session is broken.
};

// Two seats. `bystanders` are sessions that this thread keeps for other games; they are stopped as bots are
// that are not asked. Nothing when the tournament was stopped meanwhile: the game was not played.
std::optional<PlayedGame> play_game(const GameTable& table, const GameSetup& setup,
                                    std::span<const SeatedBot> seats,
                                    std::span<BotSession* const> bystanders = {});

}  // namespace toptile
