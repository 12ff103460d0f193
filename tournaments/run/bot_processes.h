// The bot processes of a worker: which game is played in which, and which are kept for later games.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "referee/game/bot_session.h"
#include "referee/game/refereed_game.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/launchpad.h"
#include "tournaments/run/unplayed.h"

namespace toptile {

// The maximum number of processes of one bot in one lane of a worker.
inline constexpr int kMaxProcessesOfBot = 16;

class BotProcesses {
 public:
  // The seats of a game in play.
  using Seats = std::vector<SeatedBot>;

  // A process plays at most `batch` games at once, and no more than its bot offers; one that has not answered
  // yet plays one. Everything that is passed by reference must outlive this.
  BotProcesses(const Plan& plan, const GameTable& table, const Launchpad& launchpad, int batch,
               std::stop_token stop);

  // The seats of a game that begins, in processes that have room for it; bots are started where there are
  // none. nullopt if it is better to wait until games are over: one more process of a bot is started only if
  // another bot then gets a greater batch, and there are not too many of it. There is no need to wait if no
  // game is in play. If the machine lacks the means to start a bot, that is an error if no game is in play;
  // otherwise it is nullopt until a game is over. An error, too, if a stop was requested. What is said is
  // written to the transcript, if there is one.
  Result<std::optional<Seats>> seat(const ScheduledGame& game, const Absences& absent,
                                    const std::shared_ptr<Transcript>& transcript);
  // The game with these seats is over. A process in which a bot made a fault begins no other game, and ends
  // with its last one. If the fault was of one game, the process still gets the results of the others. Sets
  // ForfeitRecord::is_shared; of games that are over together, the one with the lowest number must be first.
  void release(const Seats& seats, PlayedGame& played);

  // Whether one of these has not answered yet, so that it plays this game alone.
  bool has_newcomer(const Seats& seats) const;
  // This bot has answered a question.
  void note_answer(const SeatedBot& seat);

  // Stops all processes until something is sent to them; but not this one, if it is not null.
  void freeze_all_but(const BotSession* asked);
  // Sessions that play no game now.
  std::vector<BotSession*> idle() const;

  // Makes a wait look at the stop token.
  void wake() { loop_.wake(); }
  // Ends all processes. Returns what each entrant's processes have used.
  std::vector<SessionUse> finish();

 private:
  using Key = std::pair<Entrant, int>;  // The entrant and the lane.
  struct Process {
    Key key;
    std::unique_ptr<BotSession> session;
    int capacity = 1;  // How many games it may play at once.
    int games = 0;     // How many it plays now.
    int failures = 0;  // How many it has lost by faults of kinds that may end the whole process.
    bool has_answered = false;
    bool is_leaving = false;

    // Whether it gets another game at some time.
    bool may_stay() const { return !is_leaving && (capacity == 1 || session->is_whole()); }
    bool has_room() const { return may_stay() && games < (has_answered ? capacity : 1); }
    // Whether it will have more room when it has answered.
    bool is_being_tried() const { return may_stay() && !has_answered && capacity > 1 && games > 0; }
  };
  enum class Parting { asked, at_once };  // Whether a bot is asked to quit first.

  Key key_of(Entrant entrant, const ScheduledGame& game) const;
  Process* find_room(const Key& key);
  Process* find_process(const SeatedBot& seat) const;
  bool is_playing() const;
  bool may_start(const ScheduledGame& game, const Absences& absent);
  // A new process; nullptr and a fault in `fault` if the bot does not start.
  Result<Process*> start(const Key& key, const std::shared_ptr<Transcript>& transcript,
                         std::optional<Fault>& fault);
  // Ends the processes that `is_among` says yes to.
  template <class IsAmong>
  void let_go_of(IsAmong is_among, Parting parting);

  const Plan& plan_;
  const GameTable& table_;
  const Launchpad& launchpad_;
  const int batch_;
  const std::stop_token stop_;
  std::vector<SessionUse> uses_;  // The index is the entrant.
  EventLoop loop_;
  std::vector<std::unique_ptr<Process>> processes_;
  bool lacks_means_ = false;  // No process could be started, and no game has been over since.
};

}  // namespace toptile
