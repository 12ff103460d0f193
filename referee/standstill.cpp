#include "referee/standstill.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace toptile {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr milliseconds kNextLook{9};     // Time between looks at a bot that was not seen to be stopped yet.
constexpr milliseconds kNextStop{40};    // Time between stops of a bot that was seen to be stopped.
constexpr milliseconds kGrace{2};        // Time that each standstill gives signals to arrive.
constexpr milliseconds kAllowance{500};  // What all standstills allow for system calls that take long.
constexpr int kAllowedShare = 50;        // They also allow this part of the time that they lasted: 1/50.

}  // namespace

void Standstill::keep() {
  if (is_frozen_) return;
  if (stopped_.empty() && group_ != nullptr && group_->can_freeze() && group_->freeze()) {
    is_frozen_ = true;
    return;
  }
  const auto now = steady_clock::now();
  if (stopped_.empty()) return begin(now);
  if (now - looked_at_ < (is_seen_still_ ? kNextStop : kNextLook)) return;
  look();
  stopped_.merge(signal_descendants(keeper_, SIGSTOP));
  looked_at_ = now;
}

void Standstill::begin(steady_clock::time_point now) {
  stopped_ = signal_descendants(keeper_, SIGSTOP);
  clock_.emplace(keeper_);
  is_seen_still_ = false;
  begun_ = looked_at_ = now;
}

void Standstill::look() {
  if (is_seen_still_ || !are_descendants_stopped(keeper_)) return;
  is_seen_still_ = true;
  used_when_still_ = clock_->read();
}

void Standstill::end() {
  if (std::exchange(is_frozen_, false)) group_->thaw();
  if (stopped_.empty()) return;
  const nanoseconds used = clock_->read();
  for (const pid_t pid : stopped_) ::kill(pid, SIGCONT);
  stopped_.clear();
  lasted_ += steady_clock::now() - begun_;
  computed_ += std::max<Duration>(used - kGrace, Duration::zero());
  if (is_seen_still_) debt_ += std::max<Duration>(used - used_when_still_ - kGrace, Duration::zero());
}

Standstill::Duration Standstill::take_debt() {
  return std::exchange(debt_, Duration::zero());
}

bool Standstill::is_broken() const {
  return computed_ > kAllowance + lasted_ / kAllowedShare;
}

}  // namespace toptile
