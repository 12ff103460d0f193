#include "referee/move_watch.h"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace toptile {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr milliseconds kUsualLook{10};
constexpr milliseconds kShortestLook{2};  // The shortest wait when processor time runs out.
constexpr milliseconds kTimerGrain{1};    // The loop's timer grain: a wait that ends within it was not late.

int processors_of_this_thread() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(CPU_COUNT(&set), 1) : 1;
}

}  // namespace

MoveWatch::MoveWatch(Instant begin, WatchedTree& tree, const ControlGroup* group,
                     const Supervision& supervision, RunDelay& delay, SpentTime& spent)
    : begin_(begin),
      tree_(tree),
      supervision_(supervision),
      wake_up_(delay),
      spent_(spent),
      counted_from_(begin),
      next_look_(begin + kQuickAnswer),
      read_at_(begin) {
  if (supervision.processor_time) used_.emplace(tree, group);
}

Reception MoveWatch::receive(LineChannel& channel, Deadline deadline) {
  while (true) {
    // An endless stream of lines must not delay the looks.
    if (read_at_ >= next_look_) look_after(read_at_);
    if (is_used_up_) return {Received::timed_out, {}, {}, {}};
    const Instant look = next_look_;
    Reception reception = channel.receive(std::min(deadline, look), is_slow_ ? &wake_up_ : nullptr);
    if (reception.outcome == Received::timed_out && look < deadline) {
      look_after(look);
      continue;
    }
    if (reception.outcome != Received::line) return reception;
    const Instant read = reception.arrival + reception.late;
    late_by_ = lateness_of(reception, read);
    latest_ = std::max(latest_, late_by_);
    read_at_ = read;
    if (read - late_by_ > deadline + kTimerGrain) return {Received::timed_out, {}, {}, {}};
    reception.arrival = std::min(read - late_by_, deadline);
    reception.late = read - reception.arrival;
    return reception;
  }
}

// A line that is read right after another had arrived together with it, before this thread woke up. So it is
// as late as the other.
Duration MoveWatch::lateness_of(const Reception& reception, Instant read) const {
  if (late_by_ > Duration::zero() && read - read_at_ <= kTimerGrain) return late_by_;
  return reception.late > kTimerGrain ? forgivable(read, reception.late) : Duration::zero();
}

// The part of the lateness in which the bot did not compute.
Duration MoveWatch::forgivable(Instant read, Duration late) const {
  if (!spent_.is_known) return late;
  const nanoseconds since = computed() - spent_.computed;
  const Duration to_be_charged = since / processors_of_this_thread() - spent_.charged;
  return std::clamp(read - counted_from_ - to_be_charged, Duration::zero(), late);
}

void MoveWatch::look_after(Instant scheduled) {
  const Instant now = steady_clock::now();
  if (now - scheduled > kTimerGrain) latest_ = std::max(latest_, now - scheduled);
  if (!is_slow_) {
    is_slow_ = true;
    spent_ = {true, computed(), Duration::zero()};
    counted_from_ = now;
  }
  if (supervision_.while_slow) supervision_.while_slow();
  if (supervision_.processor_time) check_processor_time();
  plan_next_look(steady_clock::now());
}

nanoseconds MoveWatch::computed() const {
  tree_.look();
  return tree_.used();
}

nanoseconds MoveWatch::used() {
  return used_->read();
}

void MoveWatch::check_processor_time() {
  is_used_up_ = used() > *supervision_.processor_time;
}

// A bot may use all processors at once, whatever it is told to. So the next look is at the earliest moment at
// which its time may be used up.
void MoveWatch::plan_next_look(Instant now) {
  next_look_ = now + kUsualLook;
  if (!supervision_.processor_time || is_used_up_) return;
  const nanoseconds left = *supervision_.processor_time - used();
  const nanoseconds at_least = left / std::max(std::thread::hardware_concurrency(), 1U);
  next_look_ = now + std::clamp<Duration>(at_least, kShortestLook, kUsualLook);
}

std::optional<Duration> MoveWatch::charge(Instant arrival) {
  spent_.charged += std::max(arrival - counted_from_, Duration::zero());
  if (!supervision_.processor_time) return std::max(arrival - begin_, Duration::zero());
  const Duration charged = std::max(used(), nanoseconds(0));
  is_used_up_ = is_used_up_ || charged > *supervision_.processor_time;
  return is_used_up_ ? std::nullopt : std::optional(charged);
}

}  // namespace toptile
