// Lines to and from one bot over its stdin and stdout. Every call blocks at most until its deadline. While it
// waits, the worker's whole event loop runs, so that the output and stderr of all bots of that worker
// continue to be read.
//
// A bot can neither block the channel nor fill it endlessly: a write never blocks beyond the deadline, at
// most 256 KiB are held (then the bot waits in its own write), and the length of lines and the total output
// are limited. Interpreting the lines is left to the caller.
#pragma once

#include <memory>
#include <stop_token>
#include <string_view>

#include "base/descriptor.h"
#include "base/result.h"
#include "referee/processes/deadline.h"
#include "referee/processes/event_loop.h"
#include "referee/processes/line_buffer.h"
#include "referee/processes/run_delay.h"

namespace toptile {

// The referee's ends of a bot's standard streams.
struct ChildPipes {
  UniqueDescriptor input;   // Write end of the bot's stdin.
  UniqueDescriptor output;  // Read end of the bot's stdout.
};

enum class Sent {
  whole,
  closed,     // The bot closed its stdin, or is gone.
  timed_out,  // The bot did not read. A part may have been sent: send no more.
  stopped,    // The tournament is being stopped. A part may have been sent.
};

// The wait of the last LineChannel::send for room in the pipe.
struct SendWait {
  Instant until = Instant::min();    // When the wait was over. Instant::min(): there was no wait.
  Instant::duration stood_still{0};  // How long this program was suspended during the wait.
};

class LineChannel {
 public:
  // Only the calling thread may wait in the loop, which must outlive the channel. To stop a wait from another
  // thread, request a stop and then wake the loop.
  static Result<LineChannel> open(EventLoop& loop, ChildPipes pipes, const LineLimits& limits = {},
                                  std::stop_token stop = {});
  LineChannel(LineChannel&&) noexcept = default;
  LineChannel& operator=(LineChannel&& other) noexcept;
  ~LineChannel();  // Closes both pipes.

  // Sends whole lines with their '\n', in one write if the pipe has room. A caller that measures time must
  // take it before the call: on a shared core the bot may run before the call returns. If this program is
  // suspended during the wait, the deadline moves by that time.
  Sent send(std::string_view whole_lines, Deadline deadline);

  const SendWait& last_send_wait() const;

  // A line that arrived before the deadline counts, even if this thread ran late; its arrival is then the
  // deadline, never after it. With a deadline in the past, this takes only what has already arrived. If there
  // is a `wake_up`, it measures every wait, and the delay that it measures for the wait that brought the line
  // counts as lateness, too.
  Reception receive(Deadline deadline, WakeUp* wake_up = nullptr);
  // Reads the bytes that have arrived, without waiting. They count as arriving now, and receive() returns
  // them.
  void take_in();

  void reset_quota();
  // Whether the bot began a line and has not ended it. Only valid after a wait that timed out.
  bool has_part_of_line() const;

  void close_input();  // The bot reads end of file.

 private:
  struct State;
  explicit LineChannel(std::shared_ptr<State> state);

  std::shared_ptr<State> state_;
};

}  // namespace toptile
