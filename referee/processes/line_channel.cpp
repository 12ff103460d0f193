#include "referee/processes/line_channel.h"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <utility>

#include "referee/processes/stream.h"

namespace toptile {
namespace {

using boost::system::error_code;

// The number of handlers that run without waiting before a wait times out. It is enough for every descriptor
// of a game's bots to have its turn.
constexpr int kLastLooks = 32;

// The maximum number of answers in a row that are read without the loop.
constexpr int kMaxGlances = 64;

}  // namespace

// At almost any time, Asio waits for the pipe to become readable: each handler begins the next wait, and Asio
// gives it the finished one's memory. But the bot that is asked has often answered before the write returns,
// as it shares this processor. Then a read without the loop is enough, and a round trip costs a write, that
// read, and the read before the question (take_in). The handlers own the state, as they may run after the
// channel is gone.
struct LineChannel::State {
  State(boost::asio::io_context& its_context, const LineLimits& limits, std::stop_token its_stop)
      : context(its_context),
        work(its_context.get_executor()),
        input(its_context),
        output(its_context),
        buffer(limits),
        stop(std::move(its_stop)) {}

  static void await_bytes(std::shared_ptr<State> self);
  static void await_room_in_pipe(std::shared_ptr<State> self);

  // Reads as much of the pipe's content as there is room for. False if the pipe was empty.
  bool read();
  void end();
  std::optional<Reception> glance();
  // Runs at most one handler; false if the deadline came first, or if the context was stopped.
  bool run_one(Deadline deadline) { return context.run_one_until(deadline) != 0; }
  bool run_one(Deadline deadline, WakeUp* wake_up) {
    if (wake_up == nullptr) return run_one(deadline);
    wake_up->begin();
    const bool ran = run_one(deadline);
    wake_up->end();
    return ran;
  }
  std::optional<Sent> wait_for_room(Deadline deadline);
  Reception last_look();
  void close();

  boost::asio::io_context& context;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work;
  Stream input;
  Stream output;
  LineBuffer buffer;
  std::stop_token stop;
  bool is_awaiting_bytes = false;
  bool has_ended = false;
  bool is_awaiting_room = false;
  int glances = 0;  // Successful glances in a row.
  SendWait send_wait;
};

void LineChannel::State::await_bytes(std::shared_ptr<State> self) {
  State& state = *self;
  if (state.is_awaiting_bytes || state.has_ended || state.buffer.room().empty()) return;
  state.is_awaiting_bytes = true;
  state.output.async_wait(Stream::wait_read, [self = std::move(self)](const error_code& error) mutable {
    self->is_awaiting_bytes = false;
    if (error) return self->end();
    self->read();
    await_bytes(std::move(self));
  });
}

bool LineChannel::State::read() {
  const std::span<char> room = buffer.room();
  if (room.empty() || has_ended) return false;
  error_code error;
  const std::size_t bytes = output.read_some(boost::asio::buffer(room.data(), room.size()), error);
  if (error == boost::asio::error::would_block) return false;
  if (bytes > 0) buffer.append(bytes, std::chrono::steady_clock::now());
  if (error) end();
  return true;
}

void LineChannel::State::end() {
  has_ended = true;
  buffer.append_end();
}

// Takes a line that has already arrived, without the loop. After many in a row it does not, so that
// everything else that the loop serves has its turn.
std::optional<Reception> LineChannel::State::glance() {
  if (glances == kMaxGlances || !read()) {
    glances = 0;
    return std::nullopt;
  }
  ++glances;
  return buffer.take();
}

void LineChannel::State::await_room_in_pipe(std::shared_ptr<State> self) {
  State& state = *self;
  if (state.is_awaiting_room) return;
  state.is_awaiting_room = true;
  state.input.async_wait(Stream::wait_write,
                         [self = std::move(self)](const error_code&) { self->is_awaiting_room = false; });
}

// Returns nullopt once the pipe takes bytes again, and otherwise the reason why it does not. It checks the
// clock now and then, as a program that was suspended wakes up late.
std::optional<Sent> LineChannel::State::wait_for_room(Deadline deadline) {
  using std::chrono::steady_clock;
  while (is_awaiting_room) {
    const Deadline moved = deadline + send_wait.stood_still;
    const Deadline look = std::min(moved, steady_clock::now() + kLookAtClock);
    const bool ran = run_one(look);
    send_wait.until = steady_clock::now();
    const auto late = send_wait.until - look;
    if (late >= kLongStandstill) send_wait.stood_still += late;
    if (stop.stop_requested() || context.stopped()) return Sent::stopped;
    if (!ran && late < kLongStandstill && look == moved) return Sent::timed_out;
  }
  return std::nullopt;
}

Reception LineChannel::State::last_look() {
  if (context.stopped()) return {Received::stopped, {}, {}, {}};
  for (int look = 0; look < kLastLooks && context.poll_one() > 0; ++look) {
    if (const std::optional<Reception> reception = buffer.take()) return *reception;
  }
  return {Received::timed_out, {}, {}, {}};
}

void LineChannel::State::close() {
  close_stream(input);
  close_stream(output);
  work.reset();
}

Result<LineChannel> LineChannel::open(EventLoop& loop, ChildPipes pipes, const LineLimits& limits,
                                      std::stop_token stop) {
  loop.resume();
  auto state = std::make_shared<State>(loop.context(), limits, std::move(stop));
  TOPTILE_TRY_TO(open_stream(state->input, std::move(pipes.input)));
  TOPTILE_TRY_TO(open_stream(state->output, std::move(pipes.output)));
  return LineChannel(std::move(state));
}

LineChannel::LineChannel(std::shared_ptr<State> state) : state_(std::move(state)) {
  State::await_bytes(state_);
}

LineChannel& LineChannel::operator=(LineChannel&& other) noexcept {
  if (this == &other) return *this;
  if (state_) state_->close();
  state_ = std::move(other.state_);
  return *this;
}

LineChannel::~LineChannel() {
  if (state_) state_->close();
}

Sent LineChannel::send(std::string_view whole_lines, Deadline deadline) {
  State& state = *state_;
  state.send_wait = {};
  while (true) {
    error_code error;
    whole_lines.remove_prefix(state.input.write_some(boost::asio::buffer(whole_lines), error));
    if (whole_lines.empty()) return Sent::whole;
    if (!error) continue;
    if (error != boost::asio::error::would_block) return Sent::closed;
    State::await_room_in_pipe(state_);
    if (const std::optional<Sent> trouble = state.wait_for_room(deadline)) return *trouble;
  }
}

const SendWait& LineChannel::last_send_wait() const {
  return state_->send_wait;
}

Reception LineChannel::receive(Deadline deadline, WakeUp* wake_up) {
  State& state = *state_;
  bool may_glance = wake_up == nullptr;
  while (!state.stop.stop_requested()) {
    std::optional<Reception> reception = state.buffer.take();
    if (!reception && std::exchange(may_glance, false)) reception = state.glance();
    if (!state.is_awaiting_bytes) State::await_bytes(state_);
    if (!reception && !state.run_one(deadline, wake_up)) reception = state.last_look();
    if (!reception) continue;
    const Instant read = reception->arrival;
    const Instant woken = wake_up == nullptr ? read : read - wake_up->late();
    reception->arrival = std::min(woken, deadline);
    reception->late = read - reception->arrival;
    return *reception;
  }
  return {Received::stopped, {}, {}, {}};
}

void LineChannel::take_in() {
  state_->read();
}

void LineChannel::reset_quota() {
  state_->buffer.reset_quota();
}

bool LineChannel::has_part_of_line() const {
  return state_->buffer.has_part_of_line();
}

void LineChannel::close_input() {
  close_stream(state_->input);
}

}  // namespace toptile
