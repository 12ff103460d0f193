// The bots at a table, in a thread of their own, so that a screen stays alive while one thinks. They are
// started when they are first asked, confined and timed as in a tournament; one that is not asked is stopped.
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "play/play_table.h"
#include "referee/game/clock.h"
#include "referee/game/play_game.h"
#include "referee/processes/event_loop.h"
#include "tournaments/run/launchpad.h"

namespace toptile {

class BotSeats {
 public:
  // The table must outlive this object. Nobody may change the table while a bot is asked.
  explicit BotSeats(PlayTable& table);
  ~BotSeats();  // Ends all bots.
  BotSeats(const BotSeats&) = delete;
  BotSeats& operator=(const BotSeats&) = delete;

  // How a bot's turn ended.
  struct Outcome {
    std::optional<Error> error;  // Set if the machine has no means to start the bot.
    bool is_forfeit = false;     // The last of the table's forfeits says why.
  };

  // Asks the bot that is to move, if it has not been asked yet, and waits for `wait` at most. When the answer
  // is there, it is played, or the bot forfeits; until then there is no outcome.
  std::optional<Outcome> play_turn(std::chrono::milliseconds wait);
  // How long the bot that is asked has been thinking.
  std::chrono::milliseconds thinking() const;

  // Tells the bots that the game is over.
  void tell_end();

 private:
  struct Told {
    MoveAnswer answer;
    Evidence evidence;  // The last lines, and the end of stderr.
  };
  struct RefusedMove {
    Seat seat;
    uwi::Refused told;
  };

  void work();
  Answered<Told> ask(Seat seat);
  Answered<BotSession*> session_of(Seat seat);
  void tell_of_passes(Seat seat, BotSession& session);
  void freeze_all_but(std::optional<Seat> seat);
  Outcome take(const Answered<Told>& answer);
  Outcome refuse(Seat seat, const Told& told, const Refusal& refusal);
  Outcome forfeit(Seat seat, const Fault& fault);

  PlayTable& table_;
  const std::string setup_;  // The ruleset and lexicon lines.
  const Launchpad launchpad_;
  const Clocks clocks_;
  EventLoop loop_;
  std::stop_source stop_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Seat> asked_;  // The seat that is to be asked, until it has answered.
  std::optional<Answered<Told>> answer_;
  std::optional<RefusedMove> refused_;  // The refused move that a bot has still to be told of.
  bool is_over_ = false;
  std::optional<Instant> asked_at_;

  std::map<Seat, std::unique_ptr<BotSession>> sessions_;  // Only the worker uses these two.
  std::map<Seat, std::size_t> told_turns_;                // How many turns each seat was told of.
  std::thread worker_;
};

}  // namespace toptile
