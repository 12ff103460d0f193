// Has the games of a tournament played, in several threads. It decides which game is next, stores what is
// decided, and tells of it. How a game is played, and whether a thread plays several at once, is for others
// to know (GamePlayer).
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "base/result.h"
#include "referee/game/play_game.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/game_player.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament_watch.h"
#include "tournaments/run/unplayed.h"
#include "tournaments/run/withdrawals.h"
#include "tournaments/standings/standings.h"

namespace toptile {

// What happened since the runner was last asked.
struct RunnerNews {
  GameResults finished;
  std::vector<GameEvent> events;     // They are in order; the games that ended are those in `finished`.
  GameNumber known_games{};          // The value of Schedule::known.
  std::uint64_t expected_games = 0;  // The value of Schedule::expected.
  std::optional<TestStatus> test;    // The value of Schedule::test.
};

class Runner {
 public:
  // All that is passed by reference must outlive the runner. Games that the store has are not played: the
  // schedule and `withdrawals` must know of them. The runner tells the schedule of the others.
  Runner(const Plan& plan, const GameTable& table, Schedule& schedule, RunStore& store,
         Withdrawals withdrawals, GamePlayers players);
  ~Runner();  // It calls stop().

  // Lets take_news() return events, which costs a little for each game. Call it before start().
  void keep_events() { keeps_events_ = true; }
  // Starts playing, with `concurrency` threads.
  void start(int concurrency);
  // Plays with this many threads from now on; 0: no game begins until that changes. The games in play are
  // played to their end.
  void play_at_once(int threads);
  // No game begins any more, and those in play are the last.
  void finish();
  int in_play() const;
  // Waits until the games that count are over, and until `deadline` at most. It returns true if such games
  // are still being played.
  bool wait(Deadline deadline);
  // Gives up the games in play, which then do not count as played, and waits for the workers.
  void stop();

  RunnerNews take_news();
  // What each entrant's processes used in workers that are done. After stop() all are.
  std::vector<SessionUse> uses() const;
  // An error if the runner stopped by itself: because a record could not be written, or because the machine
  // could not start a process.
  Result<void> outcome() const;

 private:
  class Worker;
  struct UndecidedGame {
    ScheduledGame scheduled;
    GameRecord record;
  };

  // The next game to play, or nothing if there is none or the runner was stopped. It waits for the results
  // that decide which game that is, and as long as the worker rests; `before_wait` is called before the wait,
  // at most once. With Wait::no, it returns nothing instead of waiting, and also if the worker already plays
  // its share of the games.
  template <class BeforeWait>
  std::optional<ScheduledGame> next_game(int worker, std::uint64_t in_play, GameSource::Wait wait,
                                         BeforeWait before_wait);
  Absences absences_of(const ScheduledGame& scheduled) const;
  void finish_game(const ScheduledGame& scheduled, GameRecord record);
  // The caller of these holds the mutex.
  std::uint64_t share_of_worker() const;  // The number of games that a worker should play at once at most.
  bool is_undecided(const UndecidedGame& game) const;
  void store_decided();
  void store_game(const ScheduledGame& scheduled, const GameRecord& record, std::string line);
  void cut_short();
  void note_start(const ScheduledGame& scheduled, int worker);
  void fail(Error error);
  // The caller of these does not hold it.
  void give_up(Error error);
  void end_worker(const std::vector<SessionUse>& uses);

  const Plan& plan_;
  const GameTable& table_;
  RunStore& store_;
  const GamePlayers players_;
  bool keeps_events_ = false;
  std::stop_source stop_;

  mutable std::mutex mutex_;  // It guards the store and the members up to the next empty line.
  std::condition_variable changed_;
  std::condition_variable_any more_known_;
  Schedule& schedule_;
  GameNumber next_id_{1};
  int working_ = 0;
  int at_once_ = 0;  // Workers with this number and greater ones rest.
  bool is_finishing_ = false;
  bool is_cut_short_ = false;  // A test ended the match, so the games in play do not count.
  Withdrawals withdrawals_;
  std::map<GameNumber, Entrants> in_play_;
  // Games with a forfeit, by number. If a bot failed to start, the game waits here until that bot's earlier
  // games are over.
  std::map<GameNumber, UndecidedGame> undecided_;
  GameResults finished_;
  std::vector<GameEvent> events_;
  std::vector<SessionUse> uses_;  // The index is the entrant.
  Result<void> outcome_ = success();

  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace toptile
