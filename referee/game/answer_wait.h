// How an answer is waited for. A move is watched, so that the bot pays for what it computes; any other answer
// is untimed, and bots that wait for their turn stand still meanwhile.
#pragma once

#include <functional>

#include "referee/processes/deadline.h"
#include "referee/processes/line_channel.h"
#include "referee/processes/move_watch.h"
#include "referee/processes/run_delay.h"

namespace toptile {

// A function that is called if something untimed takes more than 2 ms, and then about every 10 ms until it is
// over. It stops the other bots, which would compute on the same processor meanwhile.
using Meanwhile = std::function<void()>;

class AnswerWait {
 public:
  AnswerWait() = default;
  virtual ~AnswerWait() = default;
  AnswerWait(const AnswerWait&) = delete;
  AnswerWait& operator=(const AnswerWait&) = delete;

  virtual Reception receive(LineChannel& channel, Deadline deadline) = 0;
  // How far the deadline has moved, because this program stood still.
  virtual Duration stood_still() const = 0;
  // Whether the bot has used all of its processor time.
  virtual bool is_used_up() const { return false; }
};

class WatchedWait final : public AnswerWait {
 public:
  explicit WatchedWait(MoveWatch& watch) : watch_(watch) {}
  Reception receive(LineChannel& channel, Deadline deadline) override {
    return watch_.receive(channel, deadline);
  }
  Duration stood_still() const override { return watch_.stood_still(); }
  bool is_used_up() const override { return watch_.is_used_up(); }

 private:
  MoveWatch& watch_;
};

// While nothing takes long, no bot is stopped: stopping and continuing bots would cost a game between quick
// bots more than its moves.
class UntimedWait final : public AnswerWait {
 public:
  UntimedWait(RunDelay& run_delay, const Meanwhile& meanwhile, Instant begin)
      : run_delay_(run_delay), meanwhile_(meanwhile), next_look_(begin + kQuickAnswer) {}

  Reception receive(LineChannel& channel, Deadline deadline) override;
  Duration stood_still() const override { return stood_still_; }

 private:
  bool note(Duration late) {
    if (late < kLongStandstill) return false;
    stood_still_ += late;
    return true;
  }

  RunDelay& run_delay_;
  const Meanwhile& meanwhile_;
  Instant next_look_;
  Duration stood_still_{0};
};

}  // namespace toptile
