#include "league/database/retries.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace toptile {

namespace {

using std::chrono::milliseconds;

double seconds_of(milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

void pause_for(milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
}

void Retries::note_success(const Series& failures) const {
  if (failures.total_pause > milliseconds(0)) terms_.report("the trouble is over, and the work continues");
}

std::optional<Error> Retries::pause_after(const Error& error, Series& failures) {
  if (terms_.stop.stop_requested() || has_given_up_) return error;
  if (failures.total_pause >= terms_.patience) {
    has_given_up_ = true;
    return Error{
        fmt::format("{}; gave up after {:.3g} s of trying", error.message, seconds_of(failures.total_pause))};
  }
  const milliseconds pause = std::min(failures.next_pause, terms_.patience - failures.total_pause);
  terms_.report(fmt::format("{}; trying again in {:.3g} s", error.message, seconds_of(pause)));
  terms_.pause(pause, terms_.stop);
  failures.total_pause += pause;
  failures.next_pause = std::min(2 * failures.next_pause, kMaxPause);
  if (terms_.stop.stop_requested()) return error;
  return std::nullopt;
}

}  // namespace toptile
