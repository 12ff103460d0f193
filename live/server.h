// An HTTP server on this machine's own address, for the page that follows a tournament. It has a thread of
// its own with low priority, and nobody waits for it. A reader that is slow, silent or gone costs a bounded
// queue until it is dropped.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "live/site.h"

namespace toptile {

// The port that is tried first if none is asked for. If it is taken, any other is.
inline constexpr int kLivePort = 8453;

class LiveServer {
 public:
  // Called only on the server's thread.
  using Answer = std::function<LiveAnswer(const LiveRequest&)>;

  // Listens, and answers. Port 0: any port. An error if the port that was asked for is taken, or if the
  // machine has no such address.
  static Result<LiveServer> open(std::optional<int> port, Answer answer);
  LiveServer(LiveServer&&) noexcept;
  ~LiveServer();  // Ends all connections. Waits for an answer that is being computed.

  int port() const;
  std::string address() const;  // "http://127.0.0.1:8453/"

  // Runs the task on the server's thread, after those that were given before. What the task returns goes to
  // all followers of the stream. It may be called from any thread, and returns at once.
  void tell(std::function<std::vector<std::string>()> task);
  // Does the same, and ends the streams when that is sent.
  void end(std::function<std::vector<std::string>()> task);
  // The number of readers of the stream.
  int followers() const;

 private:
  class Core;
  explicit LiveServer(std::unique_ptr<Core> core);
  std::unique_ptr<Core> core_;
};

}  // namespace toptile
