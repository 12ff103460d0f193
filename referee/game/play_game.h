// One game between processes, from `newgame` to `result`. The bot gets what its seat may see, and its move
// goes through the rules, until the rules or a fault end the game. It is one straight function, and every
// wait in it has a deadline.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "engine/lexicon.h"
#include "engine/opening.h"
#include "engine/ruleset.h"
#include "protocol/adjudication.h"
#include "protocol/game_record.h"
#include "referee/game/bot_session.h"
#include "referee/game/clock.h"
#include "referee/game/open_table.h"

namespace toptile {

// What becomes of a move that the rules refuse. With `pass` it counts as a pass, or as an accept if the
// question was about a challenge.
struct IllegalPolicy {
  enum class Kind { forfeit, retry, pass };

  Kind kind = Kind::forfeit;
  // With `retry`, the bot is asked again so many times in a turn, on the same clock; then it forfeits.
  int retries = 1;
};

// What the organizer decides about a game beside its rules.
struct GameTerms {
  TimeControl time_control = {};
  IllegalPolicy illegal = {};
  std::optional<AdjudicationTerms> adjudicate = {};
  bool may_ponder = false;  // If false, a bot is stopped while another one thinks for more than 2 ms.
};

// What is the same for all games of a tournament. The references must outlive the games.
struct GameTable {
  const Ruleset& rules;
  const Lexicon& lexicon;
  std::string setup;  // The ruleset and lexicon lines, each with its line end.
  GameTerms terms;
};

// The lines of GameTable::setup. `list` is the text list that bots read: the lexicon's canonical text.
std::string setup_lines(const Ruleset& rules, const Lexicon& lexicon, const std::string& list);

GameTable make_table(const Ruleset& rules, const Lexicon& lexicon, const std::string& list,
                     const GameTerms& terms);

struct GameSetup {
  GameNumber id{};
  std::uint64_t set = 0;
  std::uint64_t seed = 0;
  std::vector<std::string> names;     // The bots' names in seat order.
  std::vector<OwnClock> clocks = {};  // What each has of its own, in seat order. Empty: nobody has.
  Opening opening = {};               // It has no fault (opening_fault), and the game is not over after it.
};

// A seat's session, or the fault that kept it from starting. The session is null if the faults of other seats
// end the game before this seat is asked.
using SeatedBot = std::variant<BotSession*, Fault>;

// How a refused move of the seat to move stands in a record, with the legal play that was probably meant:
// "5d.AD: apart: the play touches no tile on the board; 5e.AD would be legal". The bot is not told that play.
std::string refused_move_text(const Game& game, std::string_view move, const Refusal& refusal);

struct PlayedGame {
  GameRecord record;
  std::vector<Seat> faulted_seats;  // The seats that faulted. Their sessions must not be used again.
};

// Plays a game of two to four seats, as the ruleset allows. A fault ends a game of two. In a bigger one, it
// takes the seat out and its rack is set aside, and the others play on. An error says that the game was not
// played to its end, usually because it was cancelled. `bystanders` are sessions that this thread keeps for
// other games; they are stopped like bots that are not asked. `open`, if it is not null, learns of each turn.
Result<PlayedGame> play_game(const GameTable& table, const GameSetup& setup, std::span<const SeatedBot> seats,
                             std::span<BotSession* const> bystanders = {}, OpenTable* open = nullptr);

}  // namespace toptile
