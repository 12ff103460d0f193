// One reader of the live page: a request, its answer, and the events if the answer is a stream.
#pragma once

#include <array>
#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>

#include "live/site.h"

namespace toptile {

class LiveConnection;
using LiveText = std::shared_ptr<const std::string>;

// What all connections share.
struct LiveHub {
  std::function<LiveAnswer(const LiveRequest&)> answer;
  std::size_t connections = 0;
  std::set<LiveConnection*> followers;  // The readers of the stream of events.
  std::atomic<int> follower_count{0};
  bool is_over = false;
};

// Everything runs on the server's thread. If anything fails or takes too long, the connection ends. It lives
// as long as something of it is under way, and the hub must outlive it.
class LiveConnection : public std::enable_shared_from_this<LiveConnection> {
 public:
  using ErrorCode = boost::system::error_code;

  LiveConnection(boost::asio::ip::tcp::socket socket, LiveHub& hub);
  ~LiveConnection();
  LiveConnection(const LiveConnection&) = delete;
  LiveConnection& operator=(const LiveConnection&) = delete;

  void start();
  // Sends an event to a follower. A follower that is too far behind is told so, and dropped.
  void send(const LiveText& event);
  // Ends the connection when everything in the queue is sent.
  void end();

 private:
  void take_request(ErrorCode error);
  void answer(LiveAnswer answered, bool has_body);
  void follow();
  void write_piece();
  void written(ErrorCode error, std::size_t count);
  void watch_for_the_end();
  void drain();
  void drain_more();
  void close();

  boost::beast::tcp_stream stream_;
  LiveHub& hub_;
  boost::beast::flat_buffer buffer_;
  boost::beast::http::request_parser<boost::beast::http::empty_body> parser_;
  std::array<char, 4096> spare_{};
  std::size_t drained_ = 0;
  std::deque<LiveText> queue_;        // The first is being written.
  std::size_t written_of_first_ = 0;  // The bytes of the first that are written.
  std::size_t waiting_bytes_ = 0;     // The bytes of those after the first.
  bool is_follower_ = false, is_ending_ = false;
};

}  // namespace toptile
