// One client: its requests, one after the other, and their answers.
#pragma once

#include <array>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/file_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "serve/league_api.h"

namespace toptile {

using SharedAnswer = std::shared_ptr<const WebAnswer>;

// The place of a body that arrives, and is then taken in. An author has one at most.
struct BodyPlace {
  std::filesystem::path file;
  std::string author;
  bool came_to_nothing = true;  // Then it counts against its author.
};

// What a connection asks of the server. Everything is called on the server's thread, and so are the
// functions that are given to it.
class ServeHub {
 public:
  using Reply = std::function<void(SharedAnswer)>;

  virtual ~ServeHub() = default;
  virtual std::chrono::seconds patience() const = 0;
  virtual std::uint64_t most_body_bytes() const = 0;
  virtual bool is_behind_proxy() const = 0;
  virtual bool is_host_good(std::string_view host) const = 0;
  // Whether this address may ask once more now.
  virtual bool may_ask(const std::string& address) = 0;
  virtual void answer(const WebRequest& request, const std::string& target, Reply reply) = 0;
  // Tells whether the bearer of the request's token may submit a bot now: either there is a refusal, or a
  // place for the body. The place is free again, and its file removed, when the last pointer is gone.
  using Admission = std::function<void(SharedAnswer refusal, std::shared_ptr<BodyPlace> place)>;
  virtual void admit_body(const WebRequest& request, Admission admission) = 0;
  virtual void left(const std::string& address) = 0;
};

// If anything fails or takes too long, the connection ends. It lives as long as something of it is under
// way, and the hub must outlive it.
class ServeConnection : public std::enable_shared_from_this<ServeConnection> {
 public:
  using ErrorCode = boost::system::error_code;

  // `address` is that of the other end, as the hub counts it.
  ServeConnection(boost::asio::ip::tcp::socket socket, std::string address, ServeHub& hub);
  ~ServeConnection();
  ServeConnection(const ServeConnection&) = delete;
  ServeConnection& operator=(const ServeConnection&) = delete;

  void read_request();

 private:
  template <class Body>
  using Parser = boost::beast::http::request_parser<Body>;

  void take_head(ErrorCode error);
  std::optional<WebAnswer> fault_of_head() const;
  void take_submission();
  void invite_body();
  void read_body();
  void read_more_body();
  void take_body(ErrorCode error);
  void refuse(WebAnswer answer);
  void send(SharedAnswer answer, bool is_last);
  void sent(ErrorCode error, bool is_last);
  void drain();
  void drain_more();
  void close();

  boost::beast::tcp_stream stream_;
  const std::string address_;
  ServeHub& hub_;
  boost::beast::flat_buffer buffer_;
  std::optional<Parser<boost::beast::http::empty_body>> head_;
  std::optional<Parser<boost::beast::http::file_body>> body_;
  std::shared_ptr<BodyPlace> place_;
  boost::asio::steady_timer slow_;  // Expires when the body has come too slowly.
  std::chrono::steady_clock::time_point body_began_, body_deadline_;
  std::uint64_t body_bytes_ = 0;  // Those that came so far.
  WebRequest request_;
  std::string target_, known_etag_;
  bool is_head_ = false, keeps_alive_ = false;
  std::string answer_head_;
  SharedAnswer answer_;
  std::array<char, 4096> spare_{};
  std::size_t drained_ = 0;
};

}  // namespace toptile
