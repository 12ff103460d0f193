#include "server/http/connection.h"

#include <algorithm>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_prefix.hpp>
#include <boost/beast/http/read.hpp>
#include <cerrno>

namespace toptile {

namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::uint32_t kMaxHeadBytes = 8 << 10;
constexpr int kBodyPatience = 30;                    // Times the patience for a head.
constexpr std::size_t kMaxWaitingBytes = 512 << 10;  // Bytes of events that a follower has not taken.
constexpr std::chrono::seconds kDrainTime{2};

const std::string kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
const std::string kDropped =
    "event: dropped\ndata: {\"event\":\"dropped\",\"text\":\"this reader is too slow for the events\"}\n\n";

bool is_full_disk(const boost::system::error_code& error) {
  const auto condition = error.default_error_condition();
  return condition.category() == boost::system::generic_category() &&
         (condition.value() == ENOSPC || condition.value() == EDQUOT);
}

}  // namespace

HttpConnection::HttpConnection(net::ip::tcp::socket socket, std::string address, HttpHub& hub)
    : stream_(std::move(socket)),
      address_(std::move(address)),
      hub_(hub),
      buffer_(8 * kMaxHeadBytes),
      slow_(stream_.get_executor()) {
  ++hub_.connections;
  ++hub_.of_address[address_];
}

HttpConnection::~HttpConnection() {
  unfollow();
  --hub_.connections;
  if (--hub_.of_address[address_] == 0) hub_.of_address.erase(address_);
}

bool HttpConnection::has_body() const {
  return head_->chunked() || head_->content_length().value_or(0) > 0;
}

// ---- Requests ----------------------------------------------------------------

void HttpConnection::read_request() {
  body_parser_.reset();
  head_.emplace();
  head_->header_limit(kMaxHeadBytes);
  head_->body_limit(hub_.options.max_body_bytes);
  stream_.expires_after(hub_.options.head_time);  // For the whole head, however many pieces it comes in.
  http::async_read_header(
      stream_, buffer_, *head_,
      [self = shared_from_this()](ErrorCode error, std::size_t) { self->take_head(error); });
}

void HttpConnection::take_head(ErrorCode error) {
  is_head_ = keeps_alive_ = false;
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return refuse(HttpFault::head_too_long);
  if (error == http::error::body_limit) return refuse(HttpFault::body_too_long);
  if (error == http::error::end_of_stream || error == http::error::partial_message) return close();
  if (error && error.category() != make_error_code(http::error::bad_method).category()) return close();
  if (error) return refuse(HttpFault::unreadable);
  is_head_ = head().method() == http::verb::head;
  keeps_alive_ = head().keep_alive();
  hub_.handler.handle(shared_from_this());
}

std::uint64_t HttpConnection::max_bytes() const {
  const std::uint64_t most = hub_.options.max_body_bytes;
  return body_ ? std::min(most, body_->max_bytes()) : most;
}

void HttpConnection::receive(std::unique_ptr<HttpBody> body) {
  body_ = std::move(body);
  if (const auto length = head_->content_length(); length && *length > max_bytes())
    return refuse(HttpFault::body_too_long);
  if (!beast::iequals(head()[http::field::expect], "100-continue")) return read_body();
  stream_.expires_after(hub_.options.head_time);
  net::async_write(stream_, net::buffer(kContinue),
                   [self = shared_from_this()](ErrorCode error, std::size_t) {
                     error ? self->close() : self->read_body();
                   });
}

void HttpConnection::read_body() {
  body_parser_.emplace(std::move(*head_));
  head_.reset();
  body_parser_->body_limit(max_bytes());
  ErrorCode error;
  body_parser_->get().body().open(body_->file().c_str(), beast::file_mode::write, error);
  if (error) return refuse(HttpFault::body_not_kept);
  stream_.expires_never();
  body_begin_ = steady_clock::now();
  body_bytes_ = 0;
  read_more_body();
}

// Each byte that comes moves the deadline on, but only by its share of a second. So a sender of single bytes
// cannot hold a place for long.
void HttpConnection::read_more_body() {
  const milliseconds patience = hub_.options.head_time;
  const milliseconds earned = patience + milliseconds(1000 * body_bytes_ / kMinBodyRate);
  body_deadline_ = body_begin_ + std::min<milliseconds>(earned, kBodyPatience * patience);
  slow_.expires_at(body_deadline_);
  slow_.async_wait([self = shared_from_this()](ErrorCode error) {
    if (!error) self->stream_.cancel();
  });
  http::async_read_some(stream_, buffer_, *body_parser_,
                        [self = shared_from_this()](ErrorCode error, std::size_t count) {
                          self->body_bytes_ += count;
                          self->take_body(error);
                        });
}

void HttpConnection::take_body(ErrorCode error) {
  const bool is_late = error == net::error::operation_aborted && steady_clock::now() >= body_deadline_;
  // A deadline that was moved on may have cancelled a read already.
  if ((!error && !body_parser_->is_done()) || (error == net::error::operation_aborted && !is_late))
    return read_more_body();
  slow_.cancel();
  if (is_late) return refuse(HttpFault::body_too_slow);
  if (error == http::error::body_limit) return refuse(HttpFault::body_too_long);
  if (error == http::error::partial_message || error == net::error::connection_reset) return close();
  if (is_full_disk(error)) return refuse(HttpFault::disk_full);
  if (error) return refuse(HttpFault::body_unreadable);
  keeps_alive_ = body_parser_->get().keep_alive();
  body_parser_->get().body().close();
  body_->received(shared_from_this());
}

// ---- Answers -----------------------------------------------------------------

void HttpConnection::send(SharedAnswer answer, bool is_last) {
  if (body_) body_->answered(answer->status);
  body_.reset();
  if (answer->is_stream && hub_.followers.size() >= hub_.options.max_followers)
    answer = std::make_shared<const HttpAnswer>(hub_.handler.refusal(HttpFault::too_many_followers, 0));
  is_last_ = is_last || !keeps_alive_;
  const bool is_same = answer->status == 200 && head_ && knows_etag(head(), answer->etag);
  queue(std::make_shared<const std::string>(
      head_of(*answer, is_same ? 304 : answer->status, is_last_, hub_.options.headers)));
  if (!is_head_ && !is_same) queue(SharedText(answer, &answer->body));
  if (!is_head_ && answer->is_stream) follow();
  write_more();
}

void HttpConnection::queue(SharedText text) {
  waiting_bytes_ += text->size();
  queue_.push_back(std::move(text));
}

// Two texts are written at once, because most answers are a head and a body.
void HttpConnection::write_more() {
  std::array<net::const_buffer, 2> buffers;
  for (; in_flight_ < std::min(buffers.size(), queue_.size()); ++in_flight_)
    waiting_bytes_ -= queue_[in_flight_]->size();
  for (std::size_t i = 0; i < in_flight_; ++i) buffers[i] = net::buffer(*queue_[i]);
  buffers[0] += written_;
  stream_.expires_after(hub_.options.write_time);
  net::async_write(
      stream_, beast::buffers_prefix(hub_.options.write_bytes, buffers),
      [self = shared_from_this()](ErrorCode error, std::size_t count) { self->written(error, count); });
}

void HttpConnection::written(ErrorCode error, std::size_t count) {
  if (error) return close();
  written_ += count;
  for (; in_flight_ > 0 && written_ >= queue_.front()->size(); --in_flight_) {
    written_ -= queue_.front()->size();
    queue_.pop_front();
  }
  if (!queue_.empty()) return write_more();
  if (is_follower_) return is_ending_ ? close() : void();
  is_last_ ? drain() : read_request();
}

// ---- Streams -----------------------------------------------------------------

void HttpConnection::send_event(const SharedText& event) {
  if (is_ending_) return;
  const bool is_idle = queue_.empty();
  if (!is_idle && waiting_bytes_ + event->size() > kMaxWaitingBytes) {
    queue_.resize(in_flight_);
    waiting_bytes_ = 0;
    queue(std::make_shared<const std::string>(kDropped));
    is_ending_ = true;
    return;
  }
  queue(event);
  if (is_idle) write_more();
}

void HttpConnection::end_stream() {
  is_ending_ = true;
  if (queue_.empty()) close();
}

void HttpConnection::follow() {
  is_ending_ = hub_.is_over;
  is_follower_ = true;
  hub_.followers.insert(this);
  hub_.follower_count = static_cast<int>(hub_.followers.size());
  stream_.expires_never();  // This is for reading; each write has a time of its own.
  watch_for_the_end();
}

void HttpConnection::unfollow() {
  if (hub_.followers.erase(this) > 0) hub_.follower_count = static_cast<int>(hub_.followers.size());
}

// A follower says nothing more, so all that can be read is that it has gone.
void HttpConnection::watch_for_the_end() {
  stream_.async_read_some(net::buffer(spare_), [self = shared_from_this()](ErrorCode error, std::size_t) {
    if (error) return self->close();
    self->watch_for_the_end();
  });
}

// ---- The end -----------------------------------------------------------------

// A connection that is closed with bytes unread is reset, and the answer may be lost with it.
void HttpConnection::drain() {
  ErrorCode ignored;
  stream_.socket().shutdown(net::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kDrainTime);
  drain_more();
}

void HttpConnection::drain_more() {
  stream_.async_read_some(net::buffer(spare_),
                          [self = shared_from_this()](ErrorCode error, std::size_t count) {
                            self->drained_ += count;
                            if (error || self->drained_ > self->hub_.options.max_drained_bytes)
                              return self->close();
                            self->drain_more();
                          });
}

void HttpConnection::close() {
  unfollow();
  ErrorCode ignored;
  stream_.socket().shutdown(net::ip::tcp::socket::shutdown_both, ignored);
  stream_.close();
}

}  // namespace toptile
