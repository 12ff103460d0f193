#include "referee/processes/move_watch.h"

#include <sched.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace toptile {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr milliseconds kUsualLook{10};
constexpr milliseconds kMinLook{2};  // The shortest wait between checks when CPU time runs out.
// The granularity of the loop's timer: a wait that ends within it was not late.
constexpr milliseconds kTimerGrain{1};
// Suspended processes are often resumed one after the other. After a standstill the bot may remain stopped
// for this long without being charged.
constexpr milliseconds kContinuation{5'000};

}  // namespace

MoveWatch::MoveWatch(Instant begin, WatchedTree& tree, const ControlGroup* group, Supervision supervision,
                     RunDelay& delay, SpentTime& spent)
    : begin_(begin),
      tree_(tree),
      supervision_(std::move(supervision)),
      wake_up_(delay),
      delay_(delay),
      spent_(spent),
      counted_from_(begin),
      next_look_(begin + kQuickAnswer),
      looked_at_(begin),
      read_at_(begin),
      continues_until_(begin) {
  if (supervision_.processor_time) used_.emplace(tree, group);
}

Reception MoveWatch::receive(LineChannel& channel, Deadline deadline) {
  if (too_late_) return take_in_time(*std::exchange(too_late_, std::nullopt), deadline);
  while (true) {
    // An endless stream of lines must not delay the checks.
    if (read_at_ >= next_look_) look_after(next_look_);
    if (is_used_up_) return {Received::timed_out, {}, {}, {}};
    const Deadline moved = deadline + stood_still_;
    const Instant look = std::min(moved, next_look_);
    Reception reception = channel.receive(look, is_slow_ ? &wake_up_ : nullptr);
    if (reception.outcome == Received::timed_out) {
      const Duration before = stood_still_;
      look_after(look);
      if (look < moved || stood_still_ > before) continue;
    }
    if (reception.outcome != Received::line) return reception;
    const Instant read = reception.arrival + reception.late;
    late_by_ = lateness_of(reception, read);
    latest_ = std::max(latest_, late_by_);
    read_at_ = read;
    reception.arrival = on_bots_clock(read - late_by_);
    reception.late = read - reception.arrival;
    return take_in_time(reception, deadline);
  }
}

Reception MoveWatch::take_in_time(Reception line, Deadline deadline) {
  if (line.arrival > deadline + kTimerGrain) {
    too_late_ = line;
    return {Received::timed_out, {}, {}, {}};
  }
  const Duration after = std::max(line.arrival - deadline, Duration::zero());
  line.arrival -= after;
  line.late += after;
  return line;
}

// A line that is read right after another had arrived together with it, before this thread woke up. So it is
// as late as the other.
Duration MoveWatch::lateness_of(const Reception& reception, Instant read) const {
  if (late_by_ > Duration::zero() && read - read_at_ <= kTimerGrain) return late_by_;
  return reception.late > kTimerGrain ? forgivable(read, reception.late) : Duration::zero();
}

// The part of the lateness in which the bot used no CPU time.
Duration MoveWatch::forgivable(Instant read, Duration late) const {
  if (!spent_.is_known) return late;
  const nanoseconds since = computed() - spent_.computed;
  const Duration to_be_charged = since / processors_of_this_thread() - spent_.charged;
  return std::clamp(on_bots_clock(read) - counted_from_ - to_be_charged, Duration::zero(), late);
}

void MoveWatch::note(const SendWait& wait) {
  if (wait.until <= begin_) return;
  looked_at_ = wait.until;
  next_look_ = std::max(next_look_, wait.until);
  if (wait.stood_still > Duration::zero()) forgive(wait.until, wait.stood_still);
}

// How long this thread was ready to run and had no processor since the last call; 0 at the first call.
Duration MoveWatch::stood_by() {
  const nanoseconds now = delay_.so_far().delay;
  const nanoseconds before = std::exchange(stood_by_, now).value_or(now);
  return now - before;
}

// If this thread was ready to run and had no processor, the bot may have caused that, and may have computed
// meanwhile. Any other lateness is a standstill, which a bot cannot cause.
void MoveWatch::forgive_standstill(Instant scheduled, Instant now) {
  const Duration by = stood_by();
  Duration still = now - scheduled - by;
  const bool is_long = still >= kLongStandstill;
  const bool is_stopped = looked_at_ < continues_until_ && !tree_.look() && tree_.is_stopped();
  continues_until_ = is_long ? now + kContinuation : is_stopped ? continues_until_ : begin_;
  // A long standstill began at some time between two checks, and the bot may have stood still all that time.
  if (is_long || is_stopped) still = now - looked_at_ - by;
  // At the first check it is not known how long this thread had no processor.
  if (still > kTimerGrain && (is_long || spent_.is_known)) forgive(now, still);
}

// Time that is forgiven here is not forgiven a second time as the lateness of a line.
void MoveWatch::forgive(Instant now, Duration still) {
  const Duration forgiven = forgivable(now, still);
  stood_still_ += forgiven;
  late_by_ = std::max(late_by_ - forgiven, Duration::zero());
}

void MoveWatch::look_after(Instant scheduled) {
  const Instant now = steady_clock::now();
  if (now - scheduled > kTimerGrain) latest_ = std::max(latest_, now - scheduled);
  forgive_standstill(scheduled, now);
  if (!is_slow_) {
    is_slow_ = true;
    spent_ = {true, computed(), Duration::zero()};
    counted_from_ = on_bots_clock(now);
  }
  if (supervision_.while_slow) supervision_.while_slow();
  if (supervision_.processor_time) check_processor_time();
  looked_at_ = steady_clock::now();
  // The check itself is quick, unless everything stood still during it.
  const Duration still = looked_at_ - now - stood_by();
  if (still >= kLongStandstill) {
    latest_ = std::max(latest_, still);
    continues_until_ = looked_at_ + kContinuation;
    forgive(looked_at_, still);
  }
  plan_next_look(looked_at_);
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

// A bot may use all processors at once, whatever its limits say. So the next check is at the earliest time at
// which its CPU time may be used up.
void MoveWatch::plan_next_look(Instant now) {
  next_look_ = now + kUsualLook;
  if (!supervision_.processor_time || is_used_up_) return;
  const nanoseconds left = *supervision_.processor_time - used();
  const nanoseconds at_least = left / std::max(std::thread::hardware_concurrency(), 1U);
  next_look_ = now + std::clamp<Duration>(at_least, kMinLook, kUsualLook);
}

Duration MoveWatch::taken(Instant arrival) {
  if (!supervision_.processor_time) return std::max(arrival - begin_, Duration::zero());
  return std::max(used(), nanoseconds(0));
}

void MoveWatch::end(Instant arrival) {
  spent_.charged += std::max(arrival - counted_from_, Duration::zero());
}

void MoveWatch::set_processor_time(Duration time) {
  supervision_.processor_time = time;
  is_used_up_ = false;
  if (is_slow_) plan_next_look(steady_clock::now());
}

}  // namespace toptile
