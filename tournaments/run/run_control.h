// Lets any program that may write into a run's folder pause the run, end it early, or change its concurrency.
// It writes its wish to control.json, and the program that plays the run writes its state to state.json. Both
// files are removed when the run is no longer played.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tournaments/run/run_store.h"
#include "tournaments/run/runner.h"
#include "tournaments/run/tournament_watch.h"

namespace toptile {

// The modes, in order: games are played; no game starts until the mode changes; no game starts any more; no
// game starts and those in play are given up.
enum class RunMode { playing, paused, finishing, stopping };
std::string_view name_of(RunMode mode);

// The wish for a run.
struct RunWish {
  std::uint64_t number = 0;  // Greater than that of every earlier wish.
  RunMode mode = RunMode::playing;
  std::optional<int> concurrency = {};  // The number of games at once; nullopt: unchanged.
};

// The state of the program that plays.
struct RunState {
  std::uint64_t follows = 0;  // The number of the last wish that it has read.
  RunMode mode = RunMode::playing;
  int concurrency = 0;
  int in_play = 0;  // Games that have started and are not over; not counted in the mode `playing`.

  friend bool operator==(const RunState&, const RunState&) = default;
  // Whether the mode is reached, so that there is nothing to wait for before the next wish.
  bool is_reached() const { return mode == RunMode::playing || (mode == RunMode::paused && in_play == 0); }
};

// Removes the files that a killed run has left. The caller holds the run's lock.
void forget_wishes(const RunPaths& paths);

// The side of the program that plays the run.
class RunControl {
 public:
  // `concurrency` is the initial value.
  RunControl(const RunPaths& paths, int concurrency);
  ~RunControl();
  RunControl(const RunControl&) = delete;
  RunControl& operator=(const RunControl&) = delete;

  // Reads a new wish and makes the runner follow it. If `finishes` is true, the games in play are the last,
  // whatever the wish. Returns what has changed since the last call, or nullopt.
  std::optional<Remark> follow(Runner& runner, bool finishes);
  // Whether the games in play are to be given up now.
  bool stops() const { return state_.mode == RunMode::stopping; }

 private:
  Result<std::optional<RunWish>> new_wish();
  std::optional<Remark> news(std::string fault);

  const RunPaths paths_;
  RunState state_, written_, told_;
  std::string read_, fault_;  // The content of control.json at the last check, and what was wrong with it.
};

// Whether a program is playing the run now.
bool is_played(const RunPaths& paths);

// Sends a wish to the program that plays the run: `change` modifies the wish so far. Returns the new wish, or
// an error if no program plays the run.
Result<RunWish> wish(const RunPaths& paths, const std::function<void(RunWish&)>& change);

// Waits until the program has reached the wish, or the run is over. `tell` is called with each new state.
// nullopt if the run is over or the wait was stopped.
std::optional<RunState> wait_for(const RunPaths& paths, const RunWish& wish, const std::stop_token& stop,
                                 const std::function<void(const RunState&)>& tell);

}  // namespace toptile
