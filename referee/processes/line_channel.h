// Lines to and from one bot over its stdin and stdout. Every call blocks at most until its deadline. While it
// waits, the worker's whole event loop runs: the output and stderr of all bots of that worker go on being
// read.
//
// A bot can neither block the channel nor fill it without end: a write never blocks beyond the deadline, at
// most 256 KiB are held (then the bot waits in its own write), and the length of lines and the total output
// are limited. The caller has to know what the lines mean.
#pragma once

#include <memory>
#include <stop_token>
#include <string_view>

#include "base/descriptor.h"
#include "base/result.h"
#include "referee/processes/deadline.h"
#include "referee/processes/line_buffer.h"
#include "referee/processes/run_delay.h"

namespace boost::asio {
class io_context;
}

namespace toptile {

// The referee's ends of a bot's standard streams.
struct ChildPipes {
  UniqueDescriptor input;   // The bot reads what is written here.
  UniqueDescriptor output;  // What the bot writes is read here.
};

enum class Sent {
  whole,
  closed,     // The bot closed its stdin, or is gone.
  timed_out,  // The bot did not read. A part may have left: send no more.
  stopped,    // The tournament is being stopped. A part may have left.
};

// How the last call of LineChannel::send waited for room in the pipe.
struct SendWait {
  Instant until = Instant::min();    // When the wait was over. The beginning of time: there was no wait.
  Instant::duration stood_still{0};  // How long this program stood still during the wait.
};

class LineChannel {
 public:
  // Only the calling thread may run `context`, which must outlive the channel; it is fastest if made with the
  // concurrency hint 1. To stop a wait from another thread, request a stop and then wake the loop:
  // boost::asio::post(context, []{}).
  static Result<LineChannel> open(boost::asio::io_context& context, ChildPipes pipes,
                                  const LineLimits& limits = {}, std::stop_token stop = {});
  LineChannel(LineChannel&&) noexcept = default;
  LineChannel& operator=(LineChannel&& other) noexcept;
  ~LineChannel();  // Closes both pipes.

  // Sends whole lines with their '\n', in one write if the pipe has room. A caller that measures time must
  // take it before the call: on a shared core the bot may run before the call returns. If this program stands
  // still during the wait, because it is suspended, the deadline moves by that time.
  Sent send(std::string_view whole_lines, Deadline deadline);

  const SendWait& last_send_wait() const;

  // A line that arrived before the deadline counts, even if this thread ran late; its arrival is then the
  // deadline, never after it. With a deadline in the past, this takes what is there. If there is a `wake_up`,
  // it measures every wait, and what it finds for the wait that brought the line counts as lateness, too.
  Reception receive(Deadline deadline, WakeUp* wake_up = nullptr);
  // Reads the bytes that are there, without waiting. They count as arriving now, and receive() gives them
  // out.
  void take_in();

  void reset_quota();
  // Whether the bot began a line and did not end it. Only valid after a wait that timed out.
  bool has_part_of_line() const;

  void close_input();  // The bot reads end of file.

 private:
  struct State;
  explicit LineChannel(std::shared_ptr<State> state);

  std::shared_ptr<State> state_;
};

}  // namespace toptile
