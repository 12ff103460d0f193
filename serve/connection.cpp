#include "serve/connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <cerrno>
#include <ctime>

namespace toptile {

namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using std::chrono::seconds;
using std::chrono::steady_clock;

constexpr std::uint32_t kMaxHeadBytes = 8 << 10;
constexpr int kBodyPatience = 30;                // Times the patience for a head.
constexpr std::uint64_t kMinBodyRate = 8 << 10;  // Bytes a second, after the patience for a head.
constexpr seconds kAnswerTime{60}, kDrainTime{2};
constexpr std::size_t kMaxDrained = 4 << 20;  // Bytes after a refusal that are read and thrown away.

using Head = http::request<http::empty_body>;

std::string_view text_of(beast::string_view text) {
  return {text.data(), text.size()};
}

// If a header is repeated, a proxy could believe one of them and we the other.
bool repeats_a_header(const Head& request) {
  for (const http::field name : {http::field::host, http::field::authorization, http::field::content_length,
                                 http::field::transfer_encoding, http::field::expect}) {
    if (request.count(name) > 1) return true;
  }
  return false;
}

// Whether everybody finds the end of this request at the same place (RFC 9112, 6.1 and 6.3). Otherwise what
// follows could be taken for a request that somebody else sent.
bool has_clear_end(const Head& request) {
  const bool has_length = request.count(http::field::content_length) > 0;
  if (request.count(http::field::transfer_encoding) > 0) {
    return !has_length && request.version() >= 11 &&
           beast::iequals(request[http::field::transfer_encoding], "chunked");
  }
  const std::string_view length = text_of(request[http::field::content_length]);
  return !has_length || (!length.empty() && length.find_first_not_of("0123456789") == length.npos);
}

// A proxy adds the address that it saw at the end.
std::string last_forwarded(const Head& request) {
  std::string_view last;
  for (const auto& field : request) {
    if (field.name_string().size() == 15 && beast::iequals(field.name_string(), "X-Forwarded-For"))
      last = text_of(field.value());
  }
  last.remove_prefix(std::min(last.rfind(',') + 1, last.size()));
  last.remove_prefix(std::min(last.find_first_not_of(' '), last.size()));
  return std::string(last);
}

// RFC 9110: a list of tags, or "*".
bool is_known(std::string_view known, const std::string& etag) {
  return !etag.empty() && (known == "*" || known.find(etag) != known.npos);
}

bool is_full_disk(const ServeConnection::ErrorCode& error) {
  const auto condition = error.default_error_condition();
  return condition.category() == boost::system::generic_category() &&
         (condition.value() == ENOSPC || condition.value() == EDQUOT);
}

std::string date_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  std::array<char, 40> text{};
  std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &utc);
  return text.data();
}

std::string head_text(const WebAnswer& answer, int status, bool keeps_alive) {
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\nDate: {}\r\n", status,
                  text_of(http::obsolete_reason(static_cast<http::status>(status))), date_text());
  if (status != 304)
    head += fmt::format("Content-Type: {}\r\nContent-Length: {}\r\n", answer.type, answer.body.size());
  head += answer.etag.empty() ? std::string("Cache-Control: no-store\r\n")
                              : fmt::format("ETag: {}\r\nCache-Control: no-cache\r\n", answer.etag);
  if (status == 401) head += "WWW-Authenticate: Bearer\r\n";
  if (status == 405) head += "Allow: GET, HEAD\r\n";
  if (status == 429 || status == 503) head += fmt::format("Retry-After: {}\r\n", answer.retry_after);
  if (!keeps_alive) head += "Connection: close\r\n";
  return head +
         "Content-Security-Policy: default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; "
         "img-src "
         "'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
         "X-Content-Type-Options: nosniff\r\n"
         "Cross-Origin-Resource-Policy: same-origin\r\n"
         "Referrer-Policy: no-referrer\r\n"
         "Vary: Authorization\r\n\r\n";
}

}  // namespace

ServeConnection::ServeConnection(net::ip::tcp::socket socket, std::string address, ServeHub& hub)
    : stream_(std::move(socket)),
      address_(std::move(address)),
      hub_(hub),
      buffer_(8 * kMaxHeadBytes),
      slow_(stream_.get_executor()) {}

ServeConnection::~ServeConnection() {
  hub_.left(address_);
}

void ServeConnection::read_request() {
  body_.reset();
  place_.reset();
  request_ = {};
  head_.emplace();
  head_->header_limit(kMaxHeadBytes);
  head_->body_limit(hub_.most_body_bytes());
  stream_.expires_after(hub_.patience());  // For the whole head, however many pieces it comes in.
  http::async_read_header(
      stream_, buffer_, *head_,
      [self = shared_from_this()](ErrorCode error, std::size_t) { self->take_head(error); });
}

void ServeConnection::take_head(ErrorCode error) {
  is_head_ = false;
  keeps_alive_ = false;
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return refuse(web_refusal(431, "The head of the request is too long."));
  if (error == http::error::body_limit)
    return refuse(web_refusal(
        413, fmt::format("The body is too large: {} MiB are allowed.", hub_.most_body_bytes() >> 20)));
  if (error == http::error::end_of_stream || error == http::error::partial_message) return close();
  if (error && error.category() != make_error_code(http::error::bad_method).category()) return close();
  if (error) return refuse(web_refusal(400, "This request cannot be read."));
  const Head& head = head_->get();
  is_head_ = head.method() == http::verb::head;
  request_.is_post = head.method() == http::verb::post;
  target_ = std::string(text_of(head.target()));
  known_etag_ = std::string(text_of(head[http::field::if_none_match]));
  if (auto fault = fault_of_head()) return refuse(*std::move(fault));
  request_.target = *parse_target(target_);
  if (head.count(http::field::authorization) > 0)
    request_.token = parse_bearer(text_of(head[http::field::authorization])).value_or("");
  if (!hub_.may_ask(hub_.is_behind_proxy() ? last_forwarded(head) : address_))
    return refuse(web_refusal(429, "Too many requests come from this address; wait a little."));
  if (is_submission(request_)) return take_submission();
  const auto length = head_->content_length();
  if (head_->chunked() || (length && *length > 0))
    return refuse(web_refusal(400, "This request should have no body."));
  keeps_alive_ = head.keep_alive();
  hub_.answer(request_, target_,
              [self = shared_from_this()](SharedAnswer answer) { self->send(std::move(answer), false); });
}

std::optional<WebAnswer> ServeConnection::fault_of_head() const {
  const Head& head = head_->get();
  if (repeats_a_header(head)) return web_refusal(400, "The request has a header twice.");
  if (!has_clear_end(head)) {
    return web_refusal(400,
                       "The request does not say clearly where it ends: give a Content-Length, or "
                       "Transfer-Encoding: chunked.");
  }
  if (head.count(http::field::host) == 0) return web_refusal(400, "The request has no Host.");
  if (!hub_.is_host_good(text_of(head[http::field::host])))
    return web_refusal(403, "This league is only for this machine: use localhost or 127.0.0.1.");
  if (!is_head_ && !request_.is_post && head.method() != http::verb::get)
    return web_refusal(405, "Only GET, HEAD and POST are allowed.");
  if (!parse_target(target_)) return web_refusal(400, "This path is none that could be here.");
  return std::nullopt;
}

// The author is known before a byte of the body is kept.
void ServeConnection::take_submission() {
  const auto length = head_->content_length();
  if (!head_->chunked() && (!length || *length == 0))
    return refuse(web_refusal(411, "The body should be the archive of a bot's folder."));
  stream_.expires_never();  // The database takes as long as it takes.
  hub_.admit_body(request_,
                  [self = shared_from_this()](SharedAnswer refusal, std::shared_ptr<BodyPlace> place) {
                    if (refusal) return self->send(std::move(refusal), true);
                    self->place_ = std::move(place);
                    self->invite_body();
                  });
}

void ServeConnection::invite_body() {
  if (!beast::iequals(head_->get()[http::field::expect], "100-continue")) return read_body();
  static const std::string kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  stream_.expires_after(hub_.patience());
  net::async_write(stream_, net::buffer(kContinue),
                   [self = shared_from_this()](ErrorCode error, std::size_t) {
                     error ? self->close() : self->read_body();
                   });
}

void ServeConnection::read_body() {
  body_.emplace(std::move(*head_));
  body_->body_limit(hub_.most_body_bytes());
  ErrorCode error;
  body_->get().body().open(place_->file.c_str(), beast::file_mode::write, error);
  if (error) return refuse(web_refusal(503, "This machine cannot keep the body now."));
  stream_.expires_never();
  body_began_ = steady_clock::now();
  body_bytes_ = 0;
  read_more_body();
}

// Each byte that comes moves the deadline on, but only by its share of a second. So a sender of single bytes
// cannot hold a place for long.
void ServeConnection::read_more_body() {
  const auto earned = hub_.patience() + std::chrono::milliseconds(1000 * body_bytes_ / kMinBodyRate);
  const std::chrono::milliseconds most = kBodyPatience * hub_.patience();
  body_deadline_ = body_began_ + std::min<std::chrono::milliseconds>(earned, most);
  slow_.expires_at(body_deadline_);
  slow_.async_wait([self = shared_from_this()](ErrorCode error) {
    if (!error) self->stream_.cancel();
  });
  http::async_read_some(stream_, buffer_, *body_,
                        [self = shared_from_this()](ErrorCode error, std::size_t count) {
                          self->body_bytes_ += count;
                          self->take_body(error);
                        });
}

void ServeConnection::take_body(ErrorCode error) {
  const bool is_late = error == net::error::operation_aborted && steady_clock::now() >= body_deadline_;
  // A deadline that was moved on may have cancelled a read already.
  if ((!error && !body_->is_done()) || (error == net::error::operation_aborted && !is_late))
    return read_more_body();
  slow_.cancel();
  if (is_late)
    return refuse(web_refusal(
        408, fmt::format("The archive comes too slowly: {} KiB a second are expected.", kMinBodyRate >> 10)));
  if (error == http::error::body_limit)
    return refuse(web_refusal(
        413, fmt::format("The body is too large: {} MiB are allowed.", hub_.most_body_bytes() >> 20)));
  if (error == http::error::partial_message || error == net::error::connection_reset) return close();
  if (is_full_disk(error)) {
    fmt::print(stderr, "toptile: {}: the disk is full, so an archive was not taken in\n",
               place_->file.string());
    return refuse(web_refusal(503, "This machine has no room for the archive now; try again later."));
  }
  if (error) return refuse(web_refusal(400, "The body cannot be read."));
  keeps_alive_ = body_->get().keep_alive();
  body_->get().body().close();
  request_.body = place_->file;
  hub_.answer(request_, target_,
              [self = shared_from_this()](SharedAnswer answer) { self->send(std::move(answer), false); });
}

// What the client still sends is not read, so this answer is the last one.
void ServeConnection::refuse(WebAnswer answer) {
  send(std::make_shared<const WebAnswer>(std::move(answer)), true);
}

void ServeConnection::send(SharedAnswer answer, bool is_last) {
  is_last = is_last || !keeps_alive_;
  answer_ = std::move(answer);
  if (place_) {
    // Only what became a bot, or what is our own fault, does not count against the author.
    place_->came_to_nothing = answer_->status != 201 && answer_->status < 500;
    place_.reset();
  }
  const bool is_same = answer_->status == 200 && is_known(known_etag_, answer_->etag);
  answer_head_ = head_text(*answer_, is_same ? 304 : answer_->status, !is_last);
  const bool has_body = !is_head_ && !is_same;
  const std::array<net::const_buffer, 2> buffers = {
      net::buffer(answer_head_), has_body ? net::buffer(answer_->body) : net::const_buffer()};
  stream_.expires_after(kAnswerTime);
  net::async_write(stream_, buffers, [self = shared_from_this(), is_last](ErrorCode error, std::size_t) {
    self->sent(error, is_last);
  });
}

void ServeConnection::sent(ErrorCode error, bool is_last) {
  answer_.reset();
  known_etag_.clear();
  if (error) return close();
  if (is_last) return drain();
  read_request();
}

// A connection that is closed with bytes unread is reset, and the answer may be lost with it.
void ServeConnection::drain() {
  ErrorCode ignored;
  stream_.socket().shutdown(net::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kDrainTime);
  drain_more();
}

void ServeConnection::drain_more() {
  stream_.async_read_some(net::buffer(spare_),
                          [self = shared_from_this()](ErrorCode error, std::size_t count) {
                            self->drained_ += count;
                            if (error || self->drained_ > kMaxDrained) return self->close();
                            self->drain_more();
                          });
}

void ServeConnection::close() {
  ErrorCode ignored;
  stream_.socket().shutdown(net::ip::tcp::socket::shutdown_both, ignored);
  stream_.close();
}

}  // namespace toptile
