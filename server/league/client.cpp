#include "server/league/client.h"

#include <fmt/format.h>

#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/ssl.hpp>

#include "base/utf8.h"
#include "base/words.h"

namespace toptile {

namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using net::ip::tcp;

constexpr std::string_view kHttp = "http://", kHttps = "https://";
constexpr std::uint64_t kMaxAnswerBytes = 512 << 20;  // A packed bot of the largest league fits.

// One exchange. Its steps are asynchronous, so that a stop or the end of the time cancels them.
class WebExchange {
 public:
  WebExchange(const LeagueAddress& address, const WebQuestion& question)
      : address_(address), stream_(io_), resolver_(io_) {
    stream_.expires_after(question.time);
  }

  template <class Start>
  error_code wait_for(const Start& start) {
    error_code result = net::error::would_block;
    start([&result](error_code error, auto&&...) { result = error; });
    io_.restart();
    io_.run();
    return is_stopped_ ? error_code(net::error::operation_aborted) : result;
  }

  // Any thread may call it.
  void stop() {
    is_stopped_ = true;
    net::post(io_, [this] { stream_.cancel(); });
  }

  error_code connect() {
    error_code error;
    const auto endpoints = resolver_.resolve(address_.host, address_.port, error);
    if (error) return error;
    return wait_for([&](auto done) { stream_.async_connect(endpoints, done); });
  }

  template <class Stream>
  Result<WebReply> talk(Stream& stream, const http::request<http::string_body>& request) {
    // A server that refuses a body may answer before it has read it, so the answer is read in any case.
    const error_code not_sent = wait_for([&](auto done) { http::async_write(stream, request, done); });
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> reply;
    reply.body_limit(kMaxAnswerBytes);
    const error_code error = wait_for([&](auto done) { http::async_read(stream, buffer, reply, done); });
    if (error) return failure(not_sent ? not_sent : error);
    return WebReply{static_cast<int>(reply.get().result_int()), std::move(reply.get().body())};
  }

  Error failure(const error_code& error) const {
    if (is_stopped_) return cancelled();
    return {fmt::format("the league at {}:{} does not answer: {}", address_.host, address_.port,
                        error.message())};
  }

  beast::tcp_stream& stream() { return stream_; }

 private:
  const LeagueAddress& address_;
  net::io_context io_;
  beast::tcp_stream stream_;
  tcp::resolver resolver_;
  std::atomic<bool> is_stopped_ = false;
};

Result<WebReply> talk_secretly(WebExchange& exchange, const LeagueAddress& address,
                               const http::request<http::string_body>& request) {
  net::ssl::context context(net::ssl::context::tls_client);
  context.set_options(net::ssl::context::default_workarounds | net::ssl::context::no_tlsv1 |
                      net::ssl::context::no_tlsv1_1);
  error_code error;
  context.set_default_verify_paths(error);
  if (error) return Error{"this machine's certificates cannot be read: " + error.message()};
  net::ssl::stream<beast::tcp_stream&> stream(exchange.stream(), context);
  stream.set_verify_mode(net::ssl::verify_peer);
  stream.set_verify_callback(net::ssl::host_name_verification(address.host));
  ::SSL_set_tlsext_host_name(stream.native_handle(), address.host.c_str());
  error = exchange.wait_for([&](auto done) { stream.async_handshake(net::ssl::stream_base::client, done); });
  const long verified = ::SSL_get_verify_result(stream.native_handle());
  if (error && verified != X509_V_OK) {
    return Error{fmt::format(
        "{}: its certificate is not valid for this machine ({}); if it is your own, name its file in "
        "SSL_CERT_FILE",
        address.text(), ::X509_verify_cert_error_string(verified))};
  }
  if (error) return exchange.failure(error);
  return exchange.talk(stream, request);
}

}  // namespace

bool is_web_address(std::string_view league) {
  return league.starts_with(kHttp) || league.starts_with(kHttps);
}

std::string LeagueAddress::text() const {
  const bool is_v6 = host.find(':') != host.npos;
  return fmt::format("{}{}{}{}:{}", is_secure ? kHttps : kHttp, is_v6 ? "[" : "", host, is_v6 ? "]" : "",
                     port);
}

Result<LeagueAddress> parse_league_address(const std::string& league) {
  const bool is_secure = league.starts_with(kHttps);
  std::string_view rest = std::string_view(league).substr(is_secure ? kHttps.size() : kHttp.size());
  if (rest.ends_with('/')) rest.remove_suffix(1);
  const std::size_t bracket = rest.starts_with('[') ? rest.find(']') : 0;
  const std::size_t colon = bracket == rest.npos ? rest.npos : rest.find(':', bracket);
  std::string_view host = rest.substr(0, colon);
  const std::string_view port = colon != rest.npos ? rest.substr(colon + 1) : is_secure ? "443" : "80";
  const auto number = parse_number<std::uint16_t>(port);
  if (host.empty() || !number || *number == 0 || host.find_first_of("/@?# \t") != host.npos)
    return Error{
        fmt::format("--league {}: give a host and a port, as in http://127.0.0.1:8460", printable(league))};
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return LeagueAddress{std::string(host), std::string(port), is_secure};
}

Result<WebReply> ask_league(const LeagueAddress& address, const WebQuestion& question) {
  if (question.stop.stop_requested()) return cancelled();
  WebExchange exchange(address, question);
  const std::stop_callback stopped(question.stop, [&] { exchange.stop(); });
  if (const error_code error = exchange.connect()) return exchange.failure(error);
  http::request<http::string_body> request(question.is_post ? http::verb::post : http::verb::get,
                                           question.target, 11);
  const std::string text = address.text();
  request.set(http::field::host, text.substr(text.find("//") + 2));
  request.keep_alive(false);
  if (!question.token.empty()) request.set(http::field::authorization, "Bearer " + question.token);
  request.body() = question.body;
  request.prepare_payload();
  return address.is_secure ? talk_secretly(exchange, address, request)
                           : exchange.talk(exchange.stream(), request);
}

}  // namespace toptile
