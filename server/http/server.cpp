#include "server/http/server.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/ip/v6_only.hpp>
#include <vector>

namespace toptile {

namespace {

namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;

constexpr std::chrono::seconds kHeartbeat{15};
constexpr std::chrono::milliseconds kAcceptPause{100};

}  // namespace

error_code HttpServer::listen(const net::ip::address& address, int port) {
  error_code error;
  const tcp::endpoint endpoint(address, static_cast<std::uint16_t>(port));
  tcp::acceptor acceptor(io_);
  acceptor.open(endpoint.protocol(), error);
  if (!error && address.is_v6() && address.is_loopback()) acceptor.set_option(net::ip::v6_only(true), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (!error) acceptors_.push_back(std::move(acceptor));
  return error;
}

void HttpServer::start() {
  for (tcp::acceptor& acceptor : acceptors_) accept(acceptor);
  beat();
  thread_ = std::thread([this] {
    // This is for this thread alone.
    if (hub_.options.nice != 0) ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), hub_.options.nice);
    while (true) {
      try {
        io_.run();
        return;
      } catch (const std::exception&) {  // A request that cannot be answered, such as for want of memory,
        continue;                        // ends no other one.
      }
    }
  });
}

void HttpServer::stop() {
  io_.stop();
  if (thread_.joinable()) thread_.join();
}

void HttpServer::publish(std::string event) {
  const auto text = std::make_shared<const std::string>(std::move(event));
  for (HttpConnection* follower : std::vector(hub_.followers.begin(), hub_.followers.end()))
    follower->send_event(text);
}

void HttpServer::end_stream() {
  hub_.is_over = true;
  for (HttpConnection* follower : std::vector(hub_.followers.begin(), hub_.followers.end()))
    follower->end_stream();
}

// If accepting fails, such as when there is no descriptor left, it waits before it accepts again.
void HttpServer::accept(tcp::acceptor& acceptor) {
  acceptor.async_accept([this, &acceptor](error_code error, tcp::socket socket) {
    if (!error) {
      greet(std::move(socket));
      return accept(acceptor);
    }
    auto timer = std::make_shared<net::steady_timer>(io_, kAcceptPause);
    timer->async_wait([this, timer, &acceptor](error_code stopped) {
      if (!stopped) accept(acceptor);
    });
  });
}

void HttpServer::greet(tcp::socket socket) {
  const HttpOptions& options = hub_.options;
  error_code error;
  const auto other = socket.remote_endpoint(error).address();
  if (error) return;
  std::string address = counted_address(other);
  const auto there = hub_.of_address.find(address);
  const bool is_full = !other.is_loopback() && there != hub_.of_address.end() &&
                       there->second >= options.max_connections_of_address;
  if (hub_.connections >= options.max_connections || is_full) return;
  socket.set_option(tcp::no_delay(true), error);
  if (options.send_buffer > 0)
    socket.set_option(net::socket_base::send_buffer_size(options.send_buffer), error);
  std::make_shared<HttpConnection>(std::move(socket), std::move(address), hub_)->read_request();
}

// Sends a comment. It finds the followers that are gone, and tells the others that we are here.
void HttpServer::beat() {
  heartbeat_.expires_after(kHeartbeat);
  heartbeat_.async_wait([this](error_code error) {
    if (error) return;
    publish(":\n\n");
    beat();
  });
}

std::string counted_address(const net::ip::address& address) {
  if (address.is_v4() || address.to_v6().is_v4_mapped()) return address.to_string();
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return net::ip::address_v6(bytes).to_string();
}

}  // namespace toptile
