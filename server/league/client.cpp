#include "server/league/client.h"

#include <fmt/format.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

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
constexpr std::chrono::minutes kAskTime{5};
constexpr std::uint64_t kMaxAnswerBytes = 64 << 20;

// Starts something, and waits for its end.
template <class Start>
error_code wait_for(net::io_context& io, const Start& start) {
  error_code result = net::error::would_block;
  start([&result](error_code error, auto&&...) { result = error; });
  io.restart();
  io.run();
  return result;
}

Error no_answer(const LeagueAddress& address, const error_code& error) {
  return {
      fmt::format("the league at {}:{} does not answer: {}", address.host, address.port, error.message())};
}

}  // namespace

bool is_web_address(std::string_view league) {
  return league.starts_with(kHttp) || league.starts_with(kHttps);
}

Result<LeagueAddress> parse_league_address(const std::string& league) {
  if (league.starts_with(kHttps)) {
    return Error{fmt::format(
        "--league {}: toptile speaks no TLS; pack the bot's folder and send it with: curl -H "
        "\"Authorization: "
        "Bearer $TOPTILE_TOKEN\" --data-binary @my-bot.tar.gz {}/api/v1/bots/NAME/versions",
        printable(league), printable(std::string_view(league).substr(0, league.find('/', kHttps.size()))))};
  }
  std::string_view rest = std::string_view(league).substr(kHttp.size());
  if (rest.ends_with('/')) rest.remove_suffix(1);
  const std::size_t bracket = rest.starts_with('[') ? rest.find(']') : 0;
  const std::size_t colon = bracket == rest.npos ? rest.npos : rest.find(':', bracket);
  std::string_view host = rest.substr(0, colon);
  const std::string_view port = colon == rest.npos ? "80" : rest.substr(colon + 1);
  const auto number = parse_number<std::uint16_t>(port);
  if (host.empty() || !number || *number == 0 || host.find_first_of("/@?# \t") != host.npos)
    return Error{
        fmt::format("--league {}: give a host and a port, as in http://127.0.0.1:8460", printable(league))};
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return LeagueAddress{std::string(host), std::string(port)};
}

Result<WebReply> ask_league(const LeagueAddress& address, const WebQuestion& question) {
  net::io_context io;
  error_code error;
  const auto endpoints = tcp::resolver(io).resolve(address.host, address.port, error);
  if (error) return no_answer(address, error);
  beast::tcp_stream stream(io);
  stream.expires_after(kAskTime);
  error = wait_for(io, [&](auto done) { stream.async_connect(endpoints, done); });
  if (error) return no_answer(address, error);
  http::request<http::string_body> request(question.is_post ? http::verb::post : http::verb::get,
                                           question.target, 11);
  const bool is_v6 = address.host.find(':') != address.host.npos;
  request.set(http::field::host,
              fmt::format("{}{}{}:{}", is_v6 ? "[" : "", address.host, is_v6 ? "]" : "", address.port));
  request.keep_alive(false);
  if (!question.token.empty()) request.set(http::field::authorization, "Bearer " + question.token);
  request.body() = question.body;
  request.prepare_payload();
  // A server that refuses a body may answer before it has read it, so the answer is read in any case.
  const error_code not_sent = wait_for(io, [&](auto done) { http::async_write(stream, request, done); });
  beast::flat_buffer buffer;
  http::response_parser<http::string_body> reply;
  reply.body_limit(kMaxAnswerBytes);
  error = wait_for(io, [&](auto done) { http::async_read(stream, buffer, reply, done); });
  if (error) return no_answer(address, not_sent ? not_sent : error);
  return WebReply{static_cast<int>(reply.get().result_int()), std::move(reply.get().body())};
}

}  // namespace toptile
