// Lines to and from one bot over its stdin and stdout. Every call blocks at most until its deadline, and
// while it waits the worker's whole event loop runs: the output and stderr of every bot of that worker are
// read on.
//
// A bot cannot hold it up or fill it up: writing never blocks beyond the deadline, at most 256 KiB are held
// (then the bot waits in its own write), lines and total output are capped. What the lines mean is the
// caller's affair.
#pragma once

#include <memory>
#include <stop_token>
#include <string_view>

#include "engine/result.h"
#include "referee/deadline.h"
#include "referee/descriptor.h"
#include "referee/line_buffer.h"
#include "referee/run_delay.h"

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

class LineChannel {
 public:
  // `context` is run by the calling thread alone and outlives the channel; one made with the concurrency hint
  // 1 is fastest. To stop a wait from another thread, request a stop and then wake the loop:
  // boost::asio::post(context, []{}).
  static Result<LineChannel> open(boost::asio::io_context& context, ChildPipes pipes,
                                  const LineLimits& limits = {}, std::stop_token stop = {});
  LineChannel(LineChannel&&) noexcept = default;
  LineChannel& operator=(LineChannel&& other) noexcept;
  ~LineChannel();  // Closes both pipes.

  // Whole lines, '\n' included, in one write where the pipe has room. For a clock, take the time before the
  // call: on a shared core the bot may run before it returns.
  Sent send(std::string_view whole_lines, Deadline deadline);

  // What arrived before the deadline counts, even where this thread ran late; such a line's arrival is then
  // the deadline, never after it. With a deadline in the past it takes what is there. `wake_up`, if there is
  // one, brackets every wait, and what it finds of the one that brought the line is lateness, too.
  Reception receive(Deadline deadline, WakeUp* wake_up = nullptr);
  // Takes the bytes that are there, without waiting: they arrived now, and receive() hands them out.
  void take_in();

  void reset_quota();
  // After a wait that timed out: the bot began a line and did not end it.
  bool has_part_of_line() const;

  void close_input();  // The bot reads end of file.

 private:
  struct State;
  explicit LineChannel(std::shared_ptr<State> state);

  std::shared_ptr<State> state_;
};

}  // namespace toptile
