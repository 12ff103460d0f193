#include "live/server.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <thread>

#include "live/connection.h"

namespace toptile {

namespace {

namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;

constexpr std::size_t kMaxConnections = 64;
constexpr int kSendBuffer = 64 << 10;
constexpr std::chrono::seconds kHeartbeat{15};
constexpr std::chrono::milliseconds kAcceptPause{100};
constexpr int kNice = 10;

}  // namespace

class LiveServer::Core {
 public:
  explicit Core(Answer answer) { hub_.answer = std::move(answer); }

  ~Core() {
    io_.stop();
    if (thread_.joinable()) thread_.join();
  }

  error_code listen(int port) {
    error_code error;
    const tcp::endpoint endpoint(net::ip::address_v4::loopback(), static_cast<std::uint16_t>(port));
    tcp::acceptor acceptor(io_);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
    if (!error) {
      port_ = acceptor.local_endpoint().port();
      acceptors_.push_back(std::move(acceptor));
    }
    return error;
  }

  // A browser may take "localhost" for this address. If the machine does not have it, or it is taken, the
  // browser asks the other one.
  void listen_at_version_6() {
    error_code error;
    const tcp::endpoint endpoint(net::ip::address_v6::loopback(), static_cast<std::uint16_t>(port_));
    tcp::acceptor acceptor(io_);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(net::ip::v6_only(true), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
    if (!error) acceptors_.push_back(std::move(acceptor));
  }

  void start() {
    for (tcp::acceptor& acceptor : acceptors_) accept(acceptor);
    beat();
    thread_ = std::thread([this] {
      ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNice);  // This is for this thread alone.
      run();
    });
  }

  // A request that cannot be answered, such as for want of memory, is no reason to end the games.
  void run() {
    while (true) {
      try {
        io_.run();
        return;
      } catch (const std::exception&) {
        continue;
      }
    }
  }

  int port() const { return port_; }
  int followers() const { return hub_.follower_count; }

  void tell(std::function<std::vector<std::string>()> task, bool is_last) {
    net::post(io_, [this, task = std::move(task), is_last] {
      for (std::string& text : task()) send(std::move(text));
      if (!is_last) return;
      hub_.is_over = true;
      for (LiveConnection* follower : std::vector(hub_.followers.begin(), hub_.followers.end()))
        follower->end();
    });
  }

 private:
  void accept(tcp::acceptor& acceptor) {
    acceptor.async_accept([this, &acceptor](error_code error, tcp::socket socket) {
      if (error) return pause(acceptor);
      if (hub_.connections < kMaxConnections) {
        error_code ignored;
        socket.set_option(net::socket_base::send_buffer_size(kSendBuffer), ignored);
        std::make_shared<LiveConnection>(std::move(socket), hub_)->start();
      }
      accept(acceptor);
    });
  }

  // Waits before it accepts again, such as when there is no descriptor left.
  void pause(tcp::acceptor& acceptor) {
    auto timer = std::make_shared<net::steady_timer>(io_, kAcceptPause);
    timer->async_wait([this, timer, &acceptor](error_code error) {
      if (!error) accept(acceptor);
    });
  }

  void send(std::string event) {
    const auto text = std::make_shared<const std::string>(std::move(event));
    for (LiveConnection* follower : std::vector(hub_.followers.begin(), hub_.followers.end()))
      follower->send(text);
  }

  // Sends a comment. It finds the readers that are gone, and tells the others that we are here.
  void beat() {
    heartbeat_.expires_after(kHeartbeat);
    heartbeat_.async_wait([this](error_code error) {
      if (error) return;
      send(":\n\n");
      beat();
    });
  }

  // The hub outlives the connections, as the handlers that hold them are in io_.
  LiveHub hub_;
  net::io_context io_{1};
  net::steady_timer heartbeat_{io_};
  std::deque<tcp::acceptor> acceptors_;
  int port_ = 0;
  std::thread thread_;
};

Result<LiveServer> LiveServer::open(std::optional<int> port, Answer answer) {
  auto core = std::make_unique<Core>(std::move(answer));
  error_code error = core->listen(port.value_or(kLivePort));
  if (error && !port) error = core->listen(0);
  if (error)
    return Error{fmt::format("port {} of 127.0.0.1 cannot be served: {}; choose another port",
                             port.value_or(0), error.message())};
  core->listen_at_version_6();
  core->start();
  return LiveServer(std::move(core));
}

LiveServer::LiveServer(std::unique_ptr<Core> core) : core_(std::move(core)) {}
LiveServer::LiveServer(LiveServer&&) noexcept = default;
LiveServer::~LiveServer() = default;

int LiveServer::port() const {
  return core_->port();
}

std::string LiveServer::address() const {
  return fmt::format("http://127.0.0.1:{}/", port());
}

void LiveServer::tell(std::function<std::vector<std::string>()> task) {
  core_->tell(std::move(task), false);
}

void LiveServer::end(std::function<std::vector<std::string>()> task) {
  core_->tell(std::move(task), true);
}

int LiveServer::followers() const {
  return core_->followers();
}

}  // namespace toptile
