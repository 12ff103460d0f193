// A server of HTTP on this machine's own address, for the page that follows a tournament. It has a thread of
// its own of low priority; nobody waits for it, and a reader that is slow, silent or gone costs a bounded
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

// Tried first where no port is asked for; any other where it is taken.
inline constexpr int kLivePort = 8453;

class LiveServer {
 public:
  // Called on the server's thread alone.
  using Answer = std::function<LiveAnswer(const LiveRequest&)>;

  // Listens, and answers. Port 0: any. An error is one of a port that was asked for and is taken, or of a
  // machine that has no such address.
  static Result<LiveServer> open(std::optional<int> port, Answer answer);
  LiveServer(LiveServer&&) noexcept;
  ~LiveServer();  // Ends all connections; waits for the answer that is being computed.

  int port() const;
  std::string address() const;  // "http://127.0.0.1:8453/"

  // Does it on the server's thread, after what it was given before; what it returns goes to all followers of
  // the stream. From any thread, and returns at once.
  void tell(std::function<std::vector<std::string>()> task);
  // The same, and ends the streams when that is sent.
  void end(std::function<std::vector<std::string>()> task);
  // Readers of the stream.
  int followers() const;

 private:
  class Core;
  explicit LiveServer(std::unique_ptr<Core> core);
  std::unique_ptr<Core> core_;
};

}  // namespace toptile
