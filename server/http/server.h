// An HTTP server. One thread reads and writes for all connections; the handler may answer from others by
// post(). Whatever a client does, memory is bounded: a client that is slow, silent or gone costs a bounded
// queue until it is dropped.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <string>
#include <thread>
#include <utility>

#include "server/http/connection.h"

namespace toptile {

class HttpServer {
 public:
  // The handler must outlive the server.
  HttpServer(HttpOptions options, HttpHandler& handler) : hub_{std::move(options), handler} {}
  ~HttpServer() { stop(); }
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Listens at one more address. Port 0: any port.
  boost::system::error_code listen(const boost::asio::ip::address& address, int port);
  // The first address at which it listens.
  boost::asio::ip::tcp::endpoint endpoint() const { return acceptors_.front().local_endpoint(); }

  // Answers on a thread of its own.
  void start();
  // Ends the thread, and answers no more. Waits for an answer that is being computed on the thread. The
  // connections are closed when the server is destroyed.
  void stop();

  // Runs the task on the server's thread, after those that were given before. It may be called from any
  // thread, and returns at once.
  template <class Task>
  void post(Task task) {
    boost::asio::post(io_, std::move(task));
  }

  // ---- The stream of events ----

  // Sends an event to all followers. Only on the server's thread.
  void publish(std::string event);
  // Ends the connections of all followers when everything before is sent to them. Only on the server's
  // thread.
  void end_stream();
  // The number of followers. It may be called from any thread.
  int followers() const { return hub_.follower_count; }

 private:
  void accept(boost::asio::ip::tcp::acceptor& acceptor);
  void greet(boost::asio::ip::tcp::socket socket);
  void beat();

  // The hub outlives the connections, as the handlers that hold them are in io_.
  HttpHub hub_;
  boost::asio::io_context io_{1};
  boost::asio::steady_timer heartbeat_{io_};
  std::deque<boost::asio::ip::tcp::acceptor> acceptors_;
  std::thread thread_;
};

// The address as limits count it: that of the network for version 6, where a client has a whole network.
std::string counted_address(const boost::asio::ip::address& address);

}  // namespace toptile
