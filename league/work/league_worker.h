// A worker process of a league: it examines waiting bots, and plays the most informative games, several at a
// time. Any number of workers may serve one league, on any machines that reach its store.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/result.h"
#include "bots/shipped_files.h"
#include "league/database/retries.h"
#include "league/store/league_store.h"

namespace toptile {

// When a worker process ends. If nothing is set, it continues until it is stopped.
struct WorkLimits {
  std::optional<std::int64_t> games;              // Games of this process, in whole sets.
  std::optional<std::chrono::milliseconds> time;  // Sets that have started are finished.
  // Ends when the interval of each active bot is at most this wide on either side, in Elo. A bot that lost or
  // won every game has no such interval; it counts when it is far beyond all others (are_narrow).
  std::optional<double> elo;
  // Only examines bots, until none is waiting.
  bool only_examine = false;
};

struct WorkRequest {
  std::string league;  // The store's address (open_database).
  ShippedFiles shipped;
  int threads = 1;  // Games at once, at least 1.
  // The maximum number of games at once in one process, if its bot offers that many. A thread then plays up
  // to this many sets at once. More than kMaxSetsABlock have no effect.
  int batch = 1;
  WorkLimits limits;
  std::chrono::milliseconds lease{60'000};
  RetryTerms retries;  // Its `stop` and `report` are set by work().
};

// Callbacks for events. Only one thread at a time calls them.
struct WorkListener {
  std::function<void(const BotVersion&)> on_step = [](const BotVersion&) {};   // It entered its state.
  std::function<void(const RecordedSet&)> on_set = [](const RecordedSet&) {};  // It was stored.
  // Receives a sentence about what failed and when it is tried again, or that it works again.
  std::function<void(const std::string&)> on_trouble = [](const std::string&) {};
};

struct WorkDone {
  std::int64_t games = 0;        // Games that this process played and stored.
  std::int64_t lost = 0;         // Games that it played after another process had taken them over.
  int entered = 0, refused = 0;  // Bots that it examined.
  bool is_stopped = false;
  bool has_too_few = false;  // It ended because fewer than two bots are active and none is waiting.
  // Seconds, summed over all threads, of using the store, choosing games, and playing.
  double seconds_in_store = 0, seconds_choosing = 0, seconds_playing = 0;
};

// Works until a limit is reached or a stop is requested. Unfinished work is given back. An error before the
// first piece of work is returned at once; later errors are retried (RetryTerms), while sets that were played
// wait to be stored.
Result<WorkDone> work(const WorkRequest& request, const WorkListener& listener, const std::stop_token& stop);

}  // namespace toptile
