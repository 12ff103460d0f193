// A bot started once, before any game: it shakes hands, takes its options, reads the rules and the words,
// gets ready and leaves.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/result.h"
#include "referee/bot_session.h"
#include "referee/play_game.h"

namespace toptile {

struct BotTrial {
  std::string id_name, id_author;        // As it calls itself; empty where it does not.
  std::chrono::milliseconds started{0};  // From the start of its process to `uwiok`, options set.
  std::chrono::milliseconds ready{0};    // From then to `readyok`.
  std::optional<Fault> fault = {};       // What is wrong with it.
  std::optional<Error> error = {};       // The machine has no means to start any program.
  bool is_stopped = false;               // Nothing is known of it.
  bool is_good() const { return !fault && !error && !is_stopped; }
};

BotTrial try_bot(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                 std::stop_token stop);

}  // namespace toptile
