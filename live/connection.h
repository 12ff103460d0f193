// One reader of the live page: a request, its answer, and where that is a stream, the events.
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
  std::set<LiveConnection*> followers;  // Of the stream of events.
  std::atomic<int> follower_count{0};
  bool is_over = false;
};

// All on the server's thread. Whatever fails, and whatever takes too long, ends it. It lives as long as
// something of it is under way, and the hub must outlive it.
class LiveConnection : public std::enable_shared_from_this<LiveConnection> {
 public:
  using ErrorCode = boost::system::error_code;

  LiveConnection(boost::asio::ip::tcp::socket socket, LiveHub& hub);
  ~LiveConnection();
  LiveConnection(const LiveConnection&) = delete;
  LiveConnection& operator=(const LiveConnection&) = delete;

  void start();
  // To a follower; one that has left too much behind is told so, and dropped.
  void send(const LiveText& event);
  // When what is queued is sent.
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
  std::size_t written_of_first_ = 0;  // Bytes.
  std::size_t waiting_bytes_ = 0;     // Of those behind the first.
  bool is_follower_ = false, is_ending_ = false;
};

}  // namespace toptile
