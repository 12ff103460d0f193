// The event loop of one thread, in which it waits for its bots: their pipes, their ends, and deadlines. Asio
// is only seen by the sources of this folder, because its headers take half a second in every source.
#pragma once

#include <memory>

namespace boost::asio {
class io_context;
}

namespace toptile {

// Only one thread may wait in a loop: that of the children, channels and logs that were opened with it. They
// must not outlive it.
class EventLoop {
 public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  // Lets a wait look at its stop token now. May be called by any thread.
  void wake();

  // Asio stops a loop that runs out of work, as between two games. Call this before giving the loop new work.
  void resume();

  boost::asio::io_context& context() { return *context_; }

 private:
  const std::unique_ptr<boost::asio::io_context> context_;
};

}  // namespace toptile
