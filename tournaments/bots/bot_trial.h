// Tries a bot once before any game: it is started, shakes hands, takes its options, reads the rules and the
// words, gets ready and leaves.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/result.h"
#include "referee/bot_session.h"
#include "referee/play_game.h"

namespace toptile {

struct BotTrial {
  std::string id_name, id_author;  // The names that the bot gives of itself and its author; may be empty.
  std::vector<uwi::OptionLine> options = {};  // Those that the bot declares.
  std::chrono::milliseconds started{0};  // The time from the start of its process until its options are set.
  std::chrono::milliseconds ready{0};    // The time until `readyok` after its options are set.
  std::optional<Fault> fault = {};       // The bot's fault.
  std::optional<Error> error = {};       // Why this machine cannot start any program.
  bool is_stopped = false;               // The trial was stopped, and nothing is known of the bot.
  bool is_good() const { return !fault && !error && !is_stopped; }
};

BotTrial try_bot(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                 std::stop_token stop);

}  // namespace toptile
