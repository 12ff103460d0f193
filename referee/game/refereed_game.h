// One game between bots, from `newgame` to `result`, as a machine that is driven from outside: it says what
// it waits for, and takes the answer. A bot gets what its seat may see, and its move goes through the rules,
// until the rules or a fault end the game. The waiting is left to its drivers (play_game.h, game_hall.h).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/game.h"
#include "engine/lexicon.h"
#include "engine/opening.h"
#include "engine/ruleset.h"
#include "protocol/adjudication.h"
#include "protocol/game_record.h"
#include "protocol/position_writer.h"
#include "referee/game/bot_session.h"
#include "referee/game/clock.h"
#include "referee/game/open_table.h"

namespace toptile {

// The treatment of a move that the rules refuse. With `pass` it counts as a pass, or as an accept if the
// question was about a challenge.
struct IllegalPolicy {
  enum class Kind { forfeit, retry, pass };

  Kind kind = Kind::forfeit;
  // With `retry`, the bot is asked again up to this many times in a turn, on the same clock; then it
  // forfeits.
  int retries = 1;
};

// The organizer's terms for a game, besides its rules.
struct GameTerms {
  TimeControl time_control = {};
  IllegalPolicy illegal = {};
  std::optional<AdjudicationTerms> adjudicate = {};
  bool may_ponder = false;  // If false, a bot is stopped while another one thinks for more than 2 ms.
};

// The common part of all games of a tournament. The references must outlive the games.
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
  std::vector<OwnClock> clocks = {};  // The bots' own clocks, in seat order; empty if no bot has one.
  Opening opening = {};               // It has no fault (opening_fault), and the game is not over after it.
};

// A seat's session, or the fault that kept it from starting. The session is null if the faults of other seats
// end the game before this seat is asked.
using SeatedBot = std::variant<BotSession*, Fault>;

struct PlayedGame {
  GameRecord record;
  std::vector<Seat> faulted_seats;  // The seats that faulted. Their sessions must not begin another game.
};

class RefereedGame {
 public:
  // A game of two to four seats, as the ruleset allows. Its opening is played, and bots that cannot play are
  // out. The table and `open` must outlive it. `open`, if it is not null, learns of each turn.
  RefereedGame(const GameTable& table, const GameSetup& setup, std::vector<SeatedBot> seats,
               OpenTable* open = nullptr);
  RefereedGame(const RefereedGame&) = delete;
  RefereedGame& operator=(const RefereedGame&) = delete;

  // The event that the game waits for: that the seat's bot gets ready for it, or its move. When it is over,
  // it waits for nothing any more.
  enum class Awaits { readiness, move, nothing };
  Awaits awaits() const { return awaits_; }
  // The seat whose bot is awaited, and its session.
  Seat seat() const { return seat_; }
  BotSession& session() const { return bot(seat_); }

  // The line that begins the game for the awaited bot.
  uwi::NewGame new_game() const;
  // The question for the awaited move, and its limits.
  const Question& question();
  MoveLimit limit() const { return clocks_.limit(seat_); }

  // These take what the game waits for. A fault ends a game of two. In a bigger one, it takes the seat out
  // and its rack is set aside, and the others play on. An Error as the answer is returned: it says that the
  // game was not played to its end, usually because it was cancelled, and nothing can be done with it then.
  Result<void> take_readiness(const Answered<void>& ready);
  Result<void> take_move(Answered<MoveAnswer> answer);

  // Tells the bots of the end of a game that is over. Must be called once, after which the game is gone.
  PlayedGame finish();

  const std::string& id() const { return id_; }
  std::span<const SeatedBot> seats() const { return seats_; }

 private:
  BotSession& bot(Seat seat) const { return *std::get<BotSession*>(seats_[seat]); }
  bool is_present(Seat seat) const {
    const auto* const* session = std::get_if<BotSession*>(&seats_[seat]);
    return session != nullptr && *session != nullptr;
  }

  void play_opening(const Opening& opening);
  // Finds out what the game waits for next.
  void go_on();
  void end_turn_at_challenge_limit();
  void play_unasked(const Move& move, std::vector<std::string> refused);
  void end_turn(Seat seat, const std::string& info);
  void refuse(Seat seat, const MoveAnswer& answer, const Refusal& refusal);
  Result<void> forfeit_unless_failed(Seat seat, const NoAnswer& reason);
  void forfeit(Seat seat, const Fault& fault);
  void charge_overtime(const Overtime& terms);
  uwi::GameResult result() const;

  const GameTable& table_;
  const std::vector<SeatedBot> seats_;
  const std::string id_;
  OpenTable* const open_;
  Game game_;
  Adjudicator adjudicator_;
  PositionWriter positions_;
  Clocks clocks_;
  GameRecord record_;          // Its turns are those of the game so far, with what the game does not know.
  Clocks::Duration taken_{0};  // The time that the turn has taken so far.
  Duration late_{0};           // The longest time by which an answer was heard late.
  std::optional<Seat> ended_game_;    // The seat whose forfeit ended the game, to be told of the result then.
  std::vector<std::string> refused_;  // What was refused in the turn so far.
  Question question_;                 // The last one asked. Its memory is reused.
  Awaits awaits_ = Awaits::readiness;
  Seat seat_{};
  int ready_seats_ = 0;  // How many seats, from the first, have been told of the game or will never be.
};

// How a refused move of the seat to move stands in a record, with the legal play that was probably meant:
// "5d.AD: apart: the play touches no tile on the board; 5e.AD would be legal". The bot is not told that play.
std::string refused_move_text(const Game& game, std::string_view move, const Refusal& refusal);

}  // namespace toptile
