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

// The time that a bot takes for a move.
struct MoveTime {
  std::chrono::milliseconds time{0};
  bool is_cut_off = false;  // The bot found no move in this time; a move takes longer.
};

struct BotTrial {
  std::string id_name, id_author;             // The bot's name and author, as it gives them; may be empty.
  std::vector<uwi::OptionLine> options = {};  // The options that the bot declares.
  std::chrono::milliseconds started{0};       // From the start of its process until its options are set.
  std::chrono::milliseconds ready{0};         // From then until `readyok`.
  std::optional<MoveTime> move_time = {};     // The median of its first moves; nullopt if none was timed.
  std::optional<int> turns = {};              // The turns of its short game; nullopt if none was started.
  std::optional<Fault> fault = {};            // The bot's fault.
  // Why this machine could not start the program, which says nothing about the bot.
  std::optional<Error> error = {};
  bool is_stopped = false;  // The trial was stopped, and nothing is known about the bot.
  bool is_good() const { return !fault && !error && !is_stopped; }
};

BotTrial try_bot(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                 std::stop_token stop);

// The same, and then the bot is asked for its first moves in a game in which nobody else lays a tile. It gets
// only a part of the time that the table allows, so that a bot that plans its time does not seem slow, and no
// wait is longer than two seconds. Whether these moves are legal is left to a game.
BotTrial try_moves(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                   std::stop_token stop);

// The same, and then the bot plays the first turns of a game against itself, which finds bots that crash at
// their first move or make an illegal one. A clock of the table with more time than such a game needs is
// shortened; a bot that exceeds the shortened one is not at fault.
BotTrial try_bot_in_a_game(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                           std::stop_token stop);

// Says that a bot with such move times will probably lose on time, and why: "it needs 140 ms for a move, …".
// nullopt if it is quick enough, if nothing limits its time, or if its move time is not known.
std::optional<std::string> slowness_of(const BotTrial& trial, const GameTable& table, int players);

}  // namespace toptile
