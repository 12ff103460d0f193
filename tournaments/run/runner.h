// Plays the games of a tournament, several at once: a thread a game in play, on a processor of its own
// together with the bots of that game. All concurrency of the program is here; a game below is plain
// sequential code.
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

// How the bots of a plan are started, found out once.
class Launchpad {
 public:
  Launchpad(const Plan& plan, const RunPaths& paths, const FrozenBots& bots,
            const std::shared_ptr<const Sandbox>& sandbox);

  const BotSpec& spec_of(int entrant, int lane = 0) const {
    return specs_[static_cast<std::size_t>(lane)][static_cast<std::size_t>(entrant)];
  }
  const std::vector<BotSpec>& specs() const { return specs_[0]; }

 private:
  std::vector<std::vector<BotSpec>> specs_;  // By lane and entrant.
};

// How many lanes the bots of a plan have (Conduct::lanes): one for each game of a set.
int lanes_of(const Plan& plan);

// Starts every bot once, lets it shake hands, take its options, read the rules and the words and get ready:
// what is wrong with one is told before the first game. An error names the bot.
Result<void> try_every_bot(const Launchpad& launchpad, const GameTable& table, int players,
                           const Patience& patience, std::stop_token stop);

// The processors this program may run on, in order.
std::vector<int> usable_processors();

enum class Transcripts { none, written };

// What happened since the runner was last asked.
struct RunnerNews {
  GameResults finished;
  std::vector<GameEvent> events;     // In their order; the games that ended are those finished.
  std::uint64_t known_games = 0;     // As Schedule::known.
  std::uint64_t expected_games = 0;  // Of the whole tournament, as Schedule::expected.
  std::optional<TestStatus> test;    // As Schedule::test.
};

class Runner {
 public:
  // Everything is to outlive the runner. Games that the store has are not played; the schedule was told of
  // them, and is told of the others. `withdrawals` know of the games that the store has.
  Runner(const Plan& plan, const GameTable& table, Schedule& schedule, RunStore& store, const RunPaths& paths,
         const Launchpad& launchpad, Withdrawals withdrawals, Transcripts transcripts);
  ~Runner();  // Stops and waits.

  // Before start(): news have events, which cost a little for each game.
  void keep_events() { keeps_events_ = true; }
  // Starts playing, `concurrency` games at once.
  void start(int concurrency);
  // Waits until something happened or `deadline`. True while games are still being played that count.
  bool wait(Deadline deadline);
  // Makes the games in play be given up, soon; they were not played.
  void stop();

  RunnerNews take_news();
  // By entrant, of the processes that ended so far: after stop(), of all.
  std::vector<SessionUse> uses() const;
  // What made it stop by itself: a record that could not be written, a process that the machine could not
  // start.
  Result<void> outcome() const;

 private:
  class Worker;

  // The next game that is to be played, waited for until the results that decide it are there; nothing when
  // there is none, or it was stopped. `before_wait` is called at most once.
  template <class BeforeWait>
  std::optional<Pairing> next_game(int worker, BeforeWait before_wait);
  Absences absences_of(const Pairing& pairing) const;
  void finish_game(const Pairing& pairing, GameRecord record);
  // With the mutex held:
  bool is_undecided(const GameRecord& record) const;
  void store_decided();
  void store_game(const GameRecord& record, std::string line);
  void cut_short();
  void note_start(const Pairing& pairing, int worker);
  void fail(Error error);
  // Without it:
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

  mutable std::mutex mutex_;  // Guards what follows, and the store.
  std::condition_variable changed_;
  std::condition_variable_any more_known_;
  Schedule& schedule_;
  std::uint64_t next_id_ = 1;
  int working_ = 0;
  bool is_cut_short_ = false;  // By a test: what is in play counts no more.
  Withdrawals withdrawals_;
  std::set<std::uint64_t> in_play_;
  // Games in which a bot failed to start, by number, until it is known how its earlier games went.
  std::map<std::uint64_t, GameRecord> undecided_;
  GameResults finished_;
  std::vector<GameEvent> events_;
  std::vector<SessionUse> uses_;  // By entrant.
  Result<void> outcome_ = success();

  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace toptile
