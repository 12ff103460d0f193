// One client of an HTTP server: its requests, one after the other, and their answers, the last of which may
// be a stream of events.
#pragma once

#include <array>
#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/file_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "server/http/handler.h"

namespace toptile {

using SharedText = std::shared_ptr<const std::string>;

// What the connections of a server share. It belongs to the server's thread, except for follower_count.
struct HttpHub {
  const HttpOptions options;
  HttpHandler& handler;
  std::size_t connections = 0;
  std::map<std::string, std::size_t> of_address = {};
  std::set<HttpConnection*> followers = {};  // The connections that receive the stream of events.
  std::atomic<int> follower_count{0};
  bool is_over = false;  // The stream has ended: a new follower gets its beginning and no more.
};

// If anything fails or takes too long, the connection ends. It lives as long as something of it is under way,
// and the hub must outlive it. Everything runs on the server's thread.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  // `address` is that of the other end, as the limits count it.
  HttpConnection(boost::asio::ip::tcp::socket socket, std::string address, HttpHub& hub);
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  void read_request();

  // ---- For the handler ----

  // The request, until its body is received.
  const HttpHead& head() const { return head_->get(); }
  bool has_body() const;
  const std::string& address() const { return address_; }

  // Answers the request. If the client likes, its next one is read.
  void answer(SharedAnswer answer) { send(std::move(answer), false); }
  // Answers it, too, and ends the connection: nothing more that the client sends is used.
  void answer_last(HttpAnswer answer) { send(std::make_shared<const HttpAnswer>(std::move(answer)), true); }
  // Writes the body of the request to a file. If that is not possible, the request is refused.
  void receive(std::unique_ptr<HttpBody> body);

  // ---- For followers ----

  // A follower that is too far behind is told so, and dropped.
  void send_event(const SharedText& event);
  // Ends the connection when everything before is sent.
  void end_stream();

 private:
  using ErrorCode = boost::system::error_code;

  void take_head(ErrorCode error);
  void read_body();
  void read_more_body();
  void take_body(ErrorCode error);
  void refuse(HttpFault fault) { answer_last(hub_.handler.refusal(fault, max_bytes())); }
  std::uint64_t max_bytes() const;
  void send(SharedAnswer answer, bool is_last);
  void queue(SharedText text);
  void write_more();
  void written(ErrorCode error, std::size_t count);
  void follow();
  void unfollow();
  void watch_for_the_end();
  void drain();
  void drain_more();
  void close();

  boost::beast::tcp_stream stream_;
  const std::string address_;
  HttpHub& hub_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::empty_body>> head_;
  bool is_head_ = false, keeps_alive_ = false;  // The method is HEAD; the client would like to go on.

  std::unique_ptr<HttpBody> body_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::file_body>> body_parser_;
  boost::asio::steady_timer slow_;  // Expires when the body has come too slowly.
  std::chrono::steady_clock::time_point body_begin_, body_deadline_;
  std::uint64_t body_bytes_ = 0;  // Those that came so far.

  std::deque<SharedText> queue_;
  std::size_t in_flight_ = 0;      // How many of the queue, from its front, are being written.
  std::size_t written_ = 0;        // The bytes of the first that are written.
  std::size_t waiting_bytes_ = 0;  // Those of the texts behind the ones that are being written.
  bool is_last_ = false;           // After what is being written, no request is read.
  bool is_follower_ = false, is_ending_ = false;
  std::array<char, 4096> spare_{};
  std::size_t drained_ = 0;
};

}  // namespace toptile
