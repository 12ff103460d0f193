#include "live/connection.h"

#include <algorithm>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>

namespace toptile {

namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using net::ip::tcp;
using std::chrono::seconds;

constexpr std::size_t kMaxFollowers = 24;
constexpr std::uint32_t kMaxHeaderBytes = 8 << 10;
constexpr std::size_t kMaxWaitingBytes = 512 << 10;  // Bytes of events that a follower has not taken.
constexpr std::size_t kMaxDrained = 64 << 10;        // Bytes after a request that are read and thrown away.
constexpr std::size_t kPieceBytes = 64 << 10;        // Bytes written at a time; each piece has its own time.
constexpr seconds kRequestTime{10}, kPieceTime{20}, kDrainTime{2};

const std::string kDropped =
    "event: dropped\ndata: {\"event\":\"dropped\",\"text\":\"this reader is too slow for the events\"}\n\n";

template <class Name>
std::optional<std::string> header(const http::request<http::empty_body>& request, Name name) {
  const auto found = request.find(name);
  return found == request.end() ? std::nullopt : std::optional(std::string(found->value()));
}

// If a header is repeated, a proxy could believe one of them and we the other.
bool repeats_a_header(const http::request<http::empty_body>& request) {
  return request.count(http::field::host) > 1 || request.count(http::field::origin) > 1 ||
         request.count(beast::string_view("Last-Event-ID")) > 1 ||
         request.count(http::field::content_length) > 1 || request.count(http::field::transfer_encoding) > 1;
}

}  // namespace

LiveConnection::LiveConnection(tcp::socket socket, LiveHub& hub)
    : stream_(std::move(socket)), hub_(hub), buffer_(2 * kMaxHeaderBytes) {
  ++hub_.connections;
}

LiveConnection::~LiveConnection() {
  --hub_.connections;
}

void LiveConnection::start() {
  parser_.header_limit(kMaxHeaderBytes);
  stream_.expires_after(kRequestTime);
  http::async_read_header(
      stream_, buffer_, parser_,
      [self = shared_from_this()](ErrorCode error, std::size_t) { self->take_request(error); });
}

void LiveConnection::send(const LiveText& event) {
  if (is_ending_) return;
  if (queue_.empty()) {
    queue_.push_back(event);
    return write_piece();
  }
  if (waiting_bytes_ + event->size() > kMaxWaitingBytes) {
    queue_.resize(1);
    queue_.push_back(std::make_shared<const std::string>(kDropped));
    waiting_bytes_ = kDropped.size();
    is_ending_ = true;
    return;
  }
  queue_.push_back(event);
  waiting_bytes_ += event->size();
}

void LiveConnection::end() {
  is_ending_ = true;
  if (queue_.empty()) close();
}

void LiveConnection::take_request(ErrorCode error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return answer(live_refusal(431, "The request is too long."), true);
  if (error && error.category() != make_error_code(http::error::bad_method).category()) return close();
  if (error == http::error::end_of_stream || error == http::error::partial_message) return close();
  if (error) return answer(live_refusal(400, "This request cannot be read."), true);
  const http::request<http::empty_body>& request = parser_.get();
  LiveAnswer answered =
      hub_.answer({std::string(request.method_string()), std::string(request.target()),
                   header(request, http::field::host), header(request, http::field::origin),
                   header(request, beast::string_view("Last-Event-ID")), repeats_a_header(request)});
  if (answered.is_stream && hub_.followers.size() >= kMaxFollowers)
    answered = live_refusal(503, "Too many pages follow this tournament already.");
  answer(std::move(answered), request.method() != http::verb::head);
}

void LiveConnection::answer(LiveAnswer answered, bool has_body) {
  queue_.push_back(std::make_shared<const std::string>(head_of(answered) + (has_body ? answered.body : "")));
  if (answered.is_stream && has_body) follow();
  write_piece();
}

void LiveConnection::follow() {
  if (hub_.is_over) is_ending_ = true;
  hub_.followers.insert(this);
  hub_.follower_count = static_cast<int>(hub_.followers.size());
  is_follower_ = true;
  stream_.expires_never();  // This is for reading; each write has a time of its own.
  watch_for_the_end();
}

void LiveConnection::write_piece() {
  stream_.expires_after(kPieceTime);
  const net::const_buffer rest = net::buffer(*queue_.front()) + written_of_first_;
  net::async_write(
      stream_, net::buffer(rest, kPieceBytes),
      [self = shared_from_this()](ErrorCode error, std::size_t count) { self->written(error, count); });
}

void LiveConnection::written(ErrorCode error, std::size_t count) {
  if (error) return close();
  written_of_first_ += count;
  if (written_of_first_ < queue_.front()->size()) return write_piece();
  if (!is_follower_) return drain();
  queue_.pop_front();
  written_of_first_ = 0;
  if (!queue_.empty()) {
    waiting_bytes_ -= queue_.front()->size();
    return write_piece();
  }
  if (is_ending_) close();
}

// A follower says nothing more, so all that can be read is that it has gone.
void LiveConnection::watch_for_the_end() {
  stream_.async_read_some(net::buffer(spare_), [self = shared_from_this()](ErrorCode error, std::size_t) {
    if (error) return self->close();
    self->watch_for_the_end();
  });
}

// A connection that is closed with bytes unread is reset, and the answer may be lost with it.
void LiveConnection::drain() {
  ErrorCode ignored;
  stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kDrainTime);
  drain_more();
}

void LiveConnection::drain_more() {
  stream_.async_read_some(net::buffer(spare_),
                          [self = shared_from_this()](ErrorCode error, std::size_t count) {
                            self->drained_ += count;
                            if (error || self->drained_ > kMaxDrained) return self->close();
                            self->drain_more();
                          });
}

void LiveConnection::close() {
  if (is_follower_) {
    hub_.followers.erase(this);
    hub_.follower_count = static_cast<int>(hub_.followers.size());
  }
  ErrorCode ignored;
  stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
  stream_.close();
}

}  // namespace toptile
