// What an HTTP server asks of its owner: answers, places for bodies, and limits.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "server/http/messages.h"

namespace toptile {

class HttpConnection;

// Why a request is refused although its handler did not refuse it.
enum class HttpFault {
  head_too_long,
  unreadable,  // It is not HTTP, or it is damaged.
  body_too_long,
  body_too_slow,
  body_unreadable,
  body_not_kept,  // Its file cannot be made.
  disk_full,
  too_many_followers,  // It asks for a stream of events.
};

// Everything is called on the server's thread.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;
  // `max_bytes` is what a body that is too long may have.
  virtual HttpAnswer refusal(HttpFault fault, std::uint64_t max_bytes) const = 0;
  // Answers the request that the connection has read, at once or later, with one of answer(), answer_last()
  // and receive().
  virtual void handle(const std::shared_ptr<HttpConnection>& connection) = 0;
};

// The place of a body that is received. It is destroyed before its request is answered, or when the
// connection has ended without an answer.
class HttpBody {
 public:
  explicit HttpBody(std::filesystem::path file,
                    std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max())
      : file_(std::move(file)), max_bytes_(max_bytes) {}
  HttpBody(const HttpBody&) = delete;
  HttpBody& operator=(const HttpBody&) = delete;
  virtual ~HttpBody() = default;

  const std::filesystem::path& file() const { return file_; }
  // It has a limit of its own, besides that of all bodies.
  std::uint64_t max_bytes() const { return max_bytes_; }
  // The whole body is in the file, so the connection can be answered, at once or later.
  virtual void received(const std::shared_ptr<HttpConnection>& connection) = 0;
  // The request will now be answered with this status, by the handler or for a fault.
  virtual void answered(int status) = 0;

 private:
  const std::filesystem::path file_;
  const std::uint64_t max_bytes_;
};

// Whatever clients do, a server needs no more than this.
struct HttpOptions {
  // For a head to arrive, in however many pieces it comes. A body has 30 times as long if it comes fast
  // enough (kMinBodyRate).
  std::chrono::milliseconds head_time{10'000};
  // Each piece of an answer, of `write_bytes`, has this time.
  std::chrono::milliseconds write_time{20'000};
  std::size_t write_bytes = std::numeric_limits<std::size_t>::max();
  std::uint64_t max_body_bytes = 1 << 20;
  std::size_t max_drained_bytes = 64 << 10;  // Bytes after the last answer that are read and thrown away.
  std::size_t max_connections = 64;
  std::size_t max_connections_of_address = std::numeric_limits<std::size_t>::max();  // Not of this machine.
  std::size_t max_followers = 24;  // Connections that receive the stream of events.
  int send_buffer = 0;             // Bytes that the system keeps for a client; 0: what it likes.
  int nice = 0;                    // The priority of the server's thread, as for nice(2).
  std::string headers = {};        // Those of all answers, each with its \r\n.
};

// Bytes a second at which a body must come when the time of a head is over.
inline constexpr std::uint64_t kMinBodyRate = 8 << 10;

}  // namespace toptile
