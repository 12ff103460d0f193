// A process of a league: it examines the bots that wait, and plays the games that tell most, several at a
// time. Any number of such processes may work on one league, on any machines that reach its store.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "bots/shipped_files.h"
#include "league/store/league_store.h"
#include "league/store/retries.h"

namespace toptile {

// When a process is done. It goes on until it is stopped if nothing is set.
struct WorkLimits {
  std::optional<std::int64_t> games;              // Games of this process, in whole sets.
  std::optional<std::chrono::milliseconds> time;  // Sets that were begun are played to their end.
  // Until the interval of each active bot is no wider than this on either side, in Elo.
  std::optional<double> elo;
  // Only bots that wait are examined, until none does.
  bool only_examine = false;
};

struct WorkRequest {
  std::string league;  // The store's address (open_database).
  ShippedFiles shipped;
  int threads = 1;  // Games at once, at least 1.
  WorkLimits limits;
  std::chrono::milliseconds lease{60'000};
  RetryTerms retries;  // Its `stop` and `report` are set by work().
};

// What happens, told by one thread at a time.
struct WorkListener {
  std::function<void(const BotVersion&)> on_step = [](const BotVersion&) {};   // It came into its state.
  std::function<void(const RecordedSet&)> on_set = [](const RecordedSet&) {};  // It was kept.
  // A sentence about what failed and when it is tried again, or that it works again.
  std::function<void(const std::string&)> on_trouble = [](const std::string&) {};
};

struct WorkDone {
  std::int64_t games = 0;        // Games that this process played and that were kept.
  std::int64_t lost = 0;         // Games that were played, but another process had taken them over.
  int entered = 0, refused = 0;  // Bots that it examined.
  bool is_stopped = false;
  bool has_too_few = false;  // It ended because fewer than two bots play, and none waits.
  // Seconds that all threads together waited for the store or worked on what to play next, and played.
  double seconds_in_store = 0, seconds_choosing = 0, seconds_playing = 0;
};

// Works until a limit is reached or a stop is requested. What was begun and not finished is given back. An
// error before the first work is returned at once; later ones are outlasted if they pass (RetryTerms), and a
// set that was played then waits to be kept.
Result<WorkDone> work(const WorkRequest& request, const WorkListener& listener, const std::stop_token& stop);

// A name for this process that no other has.
std::string worker_name();

}  // namespace toptile
