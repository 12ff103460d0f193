#include "referee/processes/standstill.h"

#include <algorithm>
#include <csignal>
#include <utility>

namespace toptile {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kNextLook{9};     // Time between checks that the bot stands still.
constexpr milliseconds kGrace{2};        // Time for signals to arrive, in each standstill.
constexpr milliseconds kAllowance{500};  // Allowed in all standstills together, for long system calls.
constexpr int kAllowedShare = 50;        // Also allowed: 1/50 of the time that they lasted.

}  // namespace

void Standstill::keep() {
  if (is_frozen_) return;
  if (stopped_.empty() && group_ != nullptr && group_->can_freeze() && group_->freeze()) {
    is_frozen_ = true;
    return;
  }
  const auto now = steady_clock::now();
  if (stopped_.empty()) return begin(now);
  if (now - looked_at_ >= kNextLook) look(now);
}

void Standstill::begin(steady_clock::time_point now) {
  stopped_ = tree_.signal(SIGSTOP);
  used_when_stopped_ = tree_.used();
  is_seen_still_ = false;
  begun_ = looked_at_ = now;
}

// A bot that was seen to be stopped and has not run since then is still stopped, or is about to be woken. In
// the second case the next look finds that it has run.
void Standstill::look(steady_clock::time_point now) {
  looked_at_ = now;
  const bool has_run = tree_.look();
  if (is_seen_still_ && !has_run) return;
  if (!is_seen_still_ && tree_.is_stopped()) {
    is_seen_still_ = true;
    tree_.look();
    used_when_still_ = tree_.used();
  }
  stopped_.merge(tree_.signal(SIGSTOP));
}

void Standstill::end() {
  if (std::exchange(is_frozen_, false)) group_->thaw();
  if (stopped_.empty()) return;
  tree_.look();
  for (const pid_t pid : stopped_) ::kill(pid, SIGCONT);
  stopped_.clear();
  lasted_ += steady_clock::now() - begun_;
  const Duration used = tree_.used() - used_when_stopped_;
  computed_ += std::max(used - kGrace, Duration::zero());
  if (is_seen_still_) debt_ += std::max(tree_.used() - used_when_still_ - kGrace, Duration::zero());
}

Standstill::Duration Standstill::take_debt() {
  return std::exchange(debt_, Duration::zero());
}

bool Standstill::is_broken() const {
  return computed_ > kAllowance + lasted_ / kAllowedShare;
}

}  // namespace toptile
