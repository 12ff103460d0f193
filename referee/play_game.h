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
#include "protocol/adjudication.h"
#include "protocol/game_record.h"
#include "referee/bot_session.h"
#include "referee/clock.h"

namespace toptile {

// What becomes of a move that the rules refuse.
struct IllegalPolicy {
  enum class Kind { forfeit, retry, pass };

  Kind kind = Kind::forfeit;
  // With `retry`: so many times in a turn the bot is asked again, on the same clock; then it forfeits. With
  // `pass` the move counts as a pass, and as an accept where a challenge was asked about.
  int retries = 1;
};

// What the organizer decides about a game beside its rules.
struct GameTerms {
  TimeControl time_control = {};
  IllegalPolicy illegal = {};
  std::optional<AdjudicationTerms> adjudicate = {};
  bool may_ponder = false;  // Else a bot is stopped while another one thinks for more than 2 ms.
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
  std::uint64_t id = 0;
  std::uint64_t pair = 0;
  std::uint64_t seed = 0;
  std::vector<std::string> names;  // In seat order.
};

// A seat's session, or the fault that kept it from starting. Null where the faults of the others end the game
// before it is asked.
using SeatedBot = std::variant<BotSession*, Fault>;

// How a refused move stands in a record: "5d.MOOD: not_a_word: MOOD is no word".
std::string refused_move_text(std::string_view move, const Refusal& refusal);

struct PlayedGame {
  GameRecord record;
  std::vector<int> faulted_seats;  // Their sessions are broken.
};

// Two to four seats, as the ruleset allows. A fault ends a game of two; in a bigger one it takes the seat
// out, its rack set aside, and the others play on. Nothing when the tournament was stopped meanwhile: the
// game was not played. `bystanders` are sessions that this thread keeps for other
// games; they are stopped as bots are that are not asked.
std::optional<PlayedGame> play_game(const GameTable& table, const GameSetup& setup,
                                    std::span<const SeatedBot> seats,
                                    std::span<BotSession* const> bystanders = {});

}  // namespace toptile
