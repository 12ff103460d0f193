// Tries a bot once before any game: it is started, shakes hands, takes its options, reads the rules and the
// words, gets ready and leaves. Its first moves may be timed, and it may play a short game against itself.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "referee/game/bot_session.h"
#include "referee/game/play_game.h"

namespace toptile {

// What a move of a bot takes.
struct MoveTime {
  std::chrono::milliseconds time{0};
  bool is_cut_off = false;  // A move takes more than this time, in which it was not found.
};

struct BotTrial {
  std::string id_name, id_author;  // The names that the bot gives of itself and its author; may be empty.
  std::vector<uwi::OptionLine> options = {};  // Those that the bot declares.
  std::chrono::milliseconds started{0};  // The time from the start of its process until its options are set.
  std::chrono::milliseconds ready{0};    // The time until `readyok` after its options are set.
  std::optional<MoveTime> move_time = {};  // The median of its first moves; nothing if none was timed.
  std::optional<int> turns = {};           // The turns of its short game; nothing if none was begun.
  std::optional<Fault> fault = {};         // The bot's fault.
  std::optional<Error> error = {};         // Why this machine cannot start any program.
  bool is_stopped = false;                 // The trial was stopped, and nothing is known of the bot.
  bool is_good() const { return !fault && !error && !is_stopped; }
};

BotTrial try_bot(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                 std::stop_token stop);

// The same, and then the bot is asked for its first moves in a game in which nobody else lays a tile. It gets
// only a part of the time that the table allows, so that a bot which plans its time is not taken for a slow
// one, and no wait is longer than two seconds. What is wrong with these moves is for a game to find out.
BotTrial try_moves(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                   std::stop_token stop);

// All that, and then the bot plays the first turns of a game against itself, so that a bot is found out that
// crashes at its first move or makes an illegal one. A clock of the table with more time than such a game
// needs is shortened; a bot that exceeds the shortened one is not at fault.
BotTrial try_bot_in_a_game(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                           std::stop_token stop);

// Says that a bot with such moves will probably lose on time, and why: "it needs 140 ms for a move, …".
// Nothing if it is quick enough, if nothing limits its time or if nothing is known.
std::optional<std::string> slowness_of(const BotTrial& trial, const GameTable& table, int players);

}  // namespace toptile
