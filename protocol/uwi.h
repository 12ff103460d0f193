// UWI, version 1: the lines between a referee and a bot (docs/protocol.md). Each message is a struct, read
// and written in one place. Lines are without their line end. Text from a bot is untrusted.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "engine/ruleset.h"
#include "engine/seat.h"

namespace toptile::uwi {

inline constexpr int kVersion = 1;
inline constexpr std::size_t kMaxLineBytes = 64 * 1024;
// The most games at once that a bot can offer. It may say a greater number.
inline constexpr int kMaxGamesOfBot = 1024;

// --- Referee to bot ---

struct Hello {  // uwi 1
  int version = kVersion;
};
struct SetOption {  // setoption name N [value V]
  std::string name;
  std::optional<std::string> value;
};
struct IsReady {};    // isready
struct RulesetLine {  // ruleset name hasbro size 10 …
  Ruleset rules;
};
struct LexiconLine {  // lexicon name N words W sha256 H path P
  std::string name;
  int words = 0;
  std::string sha256;
  std::string path;
};
struct NewGame {  // newgame id 17 players 2 seat 0 seed 42
  std::string id;
  int players = 2;
  Seat seat{};
  std::uint64_t seed = 0;
};
struct PositionLine {  // position …; parse_position reads it under the ruleset in force
  std::string text;
};
// go [challenge] (clock 10000,9000 inc 100,100 | movetime 500 [bank 30000,28000] | infinite) [nodes 5000]
struct Go {
  bool is_question = false;
  // The time left, in seat order; below zero in overtime. Empty without a game clock.
  std::vector<std::chrono::milliseconds> clock = {};
  std::vector<std::chrono::milliseconds> increment = {};  // The time added for each move, in seat order.
  std::optional<std::chrono::milliseconds> move_time = {};
  // The time left beyond move_time for the whole game, in seat order. Empty without a time bank.
  std::vector<std::chrono::milliseconds> bank = {};
  // The number of nodes that the bot may search, as it counts them itself.
  std::optional<std::int64_t> nodes = {};
};
struct Batch {  // batch 32
  int questions = 0;
};
struct Stop {};   // stop
struct Refused {  // refused REASON text
  std::string reason;
  std::string text;
};
struct GameResult {  // result scores 312,280 ranks 1,2 reason out
  std::vector<int> scores;
  std::vector<int> ranks;
  std::string reason;
};
struct Quit {};  // quit

using RefereeMessage = std::variant<Hello, SetOption, IsReady, RulesetLine, LexiconLine, NewGame,
                                    PositionLine, Go, Batch, Stop, Refused, GameResult, Quit>;

// --- Bot to referee ---

struct Id {  // id name … | id author … | id kit …
  std::string key;
  std::string value;
};
struct Games {    // games 64
  int count = 1;  // From 1 to kMaxGamesOfBot.
};
struct OptionLine {  // option name N type check|spin|combo|string|button [default V] [min V] [max V] [var V]…
  std::string name;
  std::string type;
  // These have initializers, so that designated initializers may omit them without a warning.
  std::optional<std::string> default_value = {};
  std::optional<std::int64_t> min = {}, max = {};
  std::vector<std::string> choices = {};
};
struct UwiOk {};    // uwiok
struct ReadyOk {};  // readyok
struct Info {       // info [depth N] [nodes N] [time MS] [score X] [pv M M …] [string …]; kept verbatim
  std::string text;
};
struct BestMove {  // bestmove M
  std::string move;
};

// Whether a bot that declared this option accepts the value. A button accepts any value and ignores it.
bool accepts(const OptionLine& option, std::string_view value);

// The line that sets the option. A button is pressed without a value.
SetOption setting_of(const OptionLine& option, const std::string& value);

using BotMessage = std::variant<Id, Games, OptionLine, UwiOk, ReadyOk, Info, BestMove>;

// If a bot wrote a line that is not UWI, the record has this prefix and that line in place of an info line.
inline constexpr std::string_view kNotUwi = "not UWI: ";

// The custom keys of an info line (docs/protocol.md, "Bot to referee"). If a key occurs twice, the last one
// counts.
struct InfoValues {
  std::optional<double> score;  // A finite number.
  std::string_view move;        // The first move after `pv`, a view into the text; empty if there is none.
};

// Parses the text of an info line from a record. A line that begins with kNotUwi has no values.
InfoValues values_of_info(std::string_view text);

// --- Text ---

// The mark at the beginning of a line about one of several games, as in "game 17 bestmove pass": returns
// "17" and leaves "bestmove pass". Empty, and the line stays as it is, if there is no such mark.
std::string_view take_game(std::string_view& line);
// Appends the mark of a game, with a blank after it; nothing if the game is empty.
void append_game(std::string& line, std::string_view game);

// An unknown or malformed line is an error with the reason. A referee records it and continues; a bot ignores
// it.
Result<RefereeMessage> parse_referee_line(std::string_view line);
Result<BotMessage> parse_bot_line(std::string_view line);

// The message as a line without its line end. Line ends inside a text become spaces, so that a message is
// always one line.
std::string format(const RefereeMessage& message);
std::string format(const BotMessage& message);
void append_go(std::string& line, const Go& go);  // Appends what format() returns.

// The wire form of a ruleset, without the word "ruleset".
std::string format_ruleset(const Ruleset& rules);
Result<Ruleset> parse_ruleset(std::string_view text);

}  // namespace toptile::uwi
