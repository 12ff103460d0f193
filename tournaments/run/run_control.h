// How a run is paused, ended early, or played with another number of games at once, by anybody who may write
// into its folder. Who wants that writes control.json, and the program that plays then writes what it does
// into state.json. Both files are removed when the run is no longer played.
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

// What becomes of games: they are played; none begins until that changes; none begins any more; those in play
// are given up, too.
enum class RunMode { playing, paused, finishing, stopping };
std::string_view name_of(RunMode mode);

// What somebody wants of a run.
struct RunWish {
  std::uint64_t number = 0;  // Each wish has a greater one than those before.
  RunMode mode = RunMode::playing;
  std::optional<int> concurrency = {};  // How many games are played at once; nothing if that stays as it is.
};

// What the program that plays does.
struct RunState {
  std::uint64_t follows = 0;  // The number of the last wish that it has read.
  RunMode mode = RunMode::playing;
  int concurrency = 0;
  int in_play = 0;  // Games that have begun and are not over; not counted while games are played.

  friend bool operator==(const RunState&, const RunState&) = default;
  // Whether nothing is left to wait for until somebody wants something else.
  bool is_reached() const { return mode == RunMode::playing || (mode == RunMode::paused && in_play == 0); }
};

// Removes what a run that was killed has left of this. The caller has the run's lock.
void forget_wishes(const RunPaths& paths);

// The side of the program that plays.
class RunControl {
 public:
  // `concurrency` is what the run begins with.
  RunControl(const RunPaths& paths, int concurrency);
  ~RunControl();
  RunControl(const RunControl&) = delete;
  RunControl& operator=(const RunControl&) = delete;

  // Reads a new wish and has the runner follow it. `finishes` says that the games in play are to be the last,
  // whatever anybody wants. Returns what has changed since the last call.
  std::optional<Remark> follow(Runner& runner, bool finishes);
  // Whether the games in play are to be given up now.
  bool stops() const { return state_.mode == RunMode::stopping; }

 private:
  Result<std::optional<RunWish>> new_wish();
  std::optional<Remark> news(std::string fault);

  const RunPaths paths_;
  RunState state_, written_, told_;
  std::string read_, fault_;  // What control.json held at the last look, and what was wrong with it.
};

// Whether a program plays the run now.
bool is_played(const RunPaths& paths);

// Tells the program that plays the run what is wanted: `change` gets the wish so far. Returns the wish, or an
// error if no program plays the run.
Result<RunWish> wish(const RunPaths& paths, const std::function<void(RunWish&)>& change);

// Waits until the program has done what the wish says, or the run is over. `tell` is called with each new
// state. Nothing if the run is over or the wait was stopped.
std::optional<RunState> wait_for(const RunPaths& paths, const RunWish& wish, const std::stop_token& stop,
                                 const std::function<void(const RunState&)>& tell);

}  // namespace toptile
