// Plays the games of a tournament, several at once. Each game in play has a thread, which shares a processor
// with the bots of that game. Nothing else plays games at once; a single game is plain sequential code.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <stop_token>
#include <thread>
#include <vector>

#include "engine/result.h"
#include "referee/play_game.h"
#include "tournaments/bots/frozen_bots.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/tournament_watch.h"
#include "tournaments/run/unplayed.h"
#include "tournaments/run/withdrawals.h"
#include "tournaments/standings/standings.h"

namespace toptile {

// How the bots of a plan are started. It is found out once.
class Launchpad {
 public:
  Launchpad(const Plan& plan, const RunPaths& paths, const FrozenBots& bots,
            const std::shared_ptr<const Sandbox>& sandbox);

  const BotSpec& spec_of(int entrant, int lane = 0) const {
    return specs_[static_cast<std::size_t>(lane)][static_cast<std::size_t>(entrant)];
  }
  const std::vector<BotSpec>& specs() const { return specs_[0]; }

 private:
  std::vector<std::vector<BotSpec>> specs_;  // The indices are the lane and the entrant.
};

// How many lanes the bots of a plan have: one for each game of a set if Conduct::lanes says so, else one.
int lanes_of(const Plan& plan);

// Starts every bot once. The bot shakes hands, takes its options, reads the rules and the words and gets
// ready. So a fault in that is found before the first game. An error names the bot.
Result<void> try_every_bot(const Launchpad& launchpad, const GameTable& table, int players,
                           const Patience& patience, std::stop_token stop);

// The processors this program may run on, in order.
std::vector<int> usable_processors();

enum class Transcripts { none, written };

// What happened since the runner was last asked.
struct RunnerNews {
  GameResults finished;
  std::vector<GameEvent> events;     // They are in order; the games that ended are those in `finished`.
  std::uint64_t known_games = 0;     // The value of Schedule::known.
  std::uint64_t expected_games = 0;  // The value of Schedule::expected.
  std::optional<TestStatus> test;    // The value of Schedule::test.
};

class Runner {
 public:
  // All that is passed by reference must outlive the runner. Games that the store has are not played: the
  // schedule and `withdrawals` must know of them. The runner tells the schedule of the others.
  Runner(const Plan& plan, const GameTable& table, Schedule& schedule, RunStore& store, const RunPaths& paths,
         const Launchpad& launchpad, Withdrawals withdrawals, Transcripts transcripts);
  ~Runner();  // It calls stop().

  // Lets take_news() return events, which costs a little for each game. Call it before start().
  void keep_events() { keeps_events_ = true; }
  // Starts playing, `concurrency` games at once.
  void start(int concurrency);
  // Waits until the games that count are over, and until `deadline` at most. It returns true if such games
  // are still being played.
  bool wait(Deadline deadline);
  // Gives up the games in play, which then do not count as played, and waits for the workers.
  void stop();

  RunnerNews take_news();
  // What each entrant's ended processes used. After stop(), all processes have ended.
  std::vector<SessionUse> uses() const;
  // An error if the runner stopped by itself: because a record could not be written, or because the machine
  // could not start a process.
  Result<void> outcome() const;

 private:
  class Worker;

  // The next game to play, or nothing if there is none or the runner was stopped. It waits for the results
  // that decide which game that is. `before_wait` is called before the wait, at most once.
  template <class BeforeWait>
  std::optional<Pairing> next_game(int worker, BeforeWait before_wait);
  Absences absences_of(const Pairing& pairing) const;
  void finish_game(const Pairing& pairing, GameRecord record);
  // The caller of these holds the mutex.
  bool is_undecided(const GameRecord& record) const;
  void store_decided();
  void store_game(const GameRecord& record, std::string line);
  void cut_short();
  void note_start(const Pairing& pairing, int worker);
  void fail(Error error);
  // The caller of these does not hold it.
  void give_up(Error error);
  void note_use(int entrant, const SessionUse& use);
  void end_worker();

  const Plan& plan_;
  const GameTable& table_;
  RunStore& store_;
  const RunPaths& paths_;
  const Launchpad& launchpad_;
  const Transcripts transcripts_;
  bool keeps_events_ = false;
  std::stop_source stop_;

  mutable std::mutex mutex_;  // It guards the store and the members up to the next empty line.
  std::condition_variable changed_;
  std::condition_variable_any more_known_;
  Schedule& schedule_;
  std::uint64_t next_id_ = 1;
  int working_ = 0;
  bool is_cut_short_ = false;  // A test ended the match, so the games in play do not count.
  Withdrawals withdrawals_;
  std::set<std::uint64_t> in_play_;
  // Games with a forfeit, by number. If a bot failed to start, the game waits here until that bot's earlier
  // games are over.
  std::map<std::uint64_t, GameRecord> undecided_;
  GameResults finished_;
  std::vector<GameEvent> events_;
  std::vector<SessionUse> uses_;  // The index is the entrant.
  Result<void> outcome_ = success();

  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace toptile
