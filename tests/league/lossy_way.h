// A way to the PostgreSQL of the tests on which connections are lost at a chosen moment.
#pragma once

#include <sys/socket.h>
#include <sys/un.h>

#include <list>
#include <mutex>

#include "tests/league/postgres_server.h"

namespace toptile {

// When a connection is lost: before the server gets a request, before its answer comes, or after that. One
// that is silent is not lost, but no answer ever comes.
enum class Cut { before, unanswered, answered, silent };

// It reads the messages of PostgreSQL's protocol, version 3: a request is what the server answers until it is
// ready for the next one, as a statement or a commit.
class LossyWay {
 public:
  explicit LossyWay(const PostgresServer& server) : server_(place_of(server.socket())) {
    listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un place = place_of(folder_.path() + PostgresServer::kSocket);
    BOOST_REQUIRE(::bind(listener_, reinterpret_cast<const sockaddr*>(&place), sizeof place) == 0);
    BOOST_REQUIRE(::listen(listener_, 16) == 0);
    acceptor_ = std::thread([this] { accept_all(); });
  }
  LossyWay(const LossyWay&) = delete;
  LossyWay& operator=(const LossyWay&) = delete;
  ~LossyWay() {
    ::shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    ::close(listener_);
    for (Line& line : lines_) {
      ::shutdown(line.client, SHUT_RDWR);
      line.thread.join();
      ::close(line.client);
    }
  }

  std::string address(const std::string& database) const {
    return PostgresServer::address_in(folder_.path(), database);
  }
  // Cuts the connection of this request, counted from now and from 1, and no other one. If the way is broken
  // then, it cuts all connections until it is mended.
  void cut_at(int request, Cut cut, bool is_broken_then = false) {
    const std::lock_guard lock(mutex_);
    left_ = request;
    cut_ = cut;
    breaks_ = is_broken_then;
    has_cut_ = is_broken_ = false;
  }
  bool has_cut() const {
    const std::lock_guard lock(mutex_);
    return has_cut_;
  }
  void mend() {
    const std::lock_guard lock(mutex_);
    is_broken_ = false;
  }

 private:
  struct Line {
    int client;
    std::thread thread;
  };

  static sockaddr_un place_of(const std::string& path) {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    BOOST_REQUIRE(path.size() < sizeof place.sun_path);
    path.copy(place.sun_path, path.size());
    return place;
  }

  void accept_all() {
    for (int client = 0; (client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
      lines_.push_back({client, {}});
      lines_.back().thread = std::thread([this, client] { serve(client); });
    }
  }

  static bool read_exactly(int from, std::string& bytes, std::size_t size) {
    const std::size_t before = bytes.size();
    bytes.resize(before + size);
    for (std::size_t read = 0; read < size;) {
      const ssize_t count = ::read(from, bytes.data() + before + read, size - read);
      if (count <= 0) return false;
      read += static_cast<std::size_t>(count);
    }
    return true;
  }
  // Appends the next message, and returns its type; 0 if there is none. The first message of a client has no
  // type.
  static char read_message(int from, std::string& bytes, bool has_type = true) {
    const std::size_t before = bytes.size();
    if (!read_exactly(from, bytes, has_type ? 5 : 4)) return 0;
    std::size_t size = 0;
    for (std::size_t i = bytes.size() - 4; i < bytes.size(); ++i)
      size = size << 8 | static_cast<unsigned char>(bytes[i]);
    if (!read_exactly(from, bytes, size - 4)) return 0;
    return has_type ? bytes[before] : 'S';
  }
  static bool pass_on(int to, const std::string& bytes) {
    return ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }

  // How the connection of the next request is lost, if it is.
  std::optional<Cut> next_cut() {
    const std::lock_guard lock(mutex_);
    if (is_broken_) return cut_ == Cut::silent ? cut_ : Cut::before;
    if (left_ == 0 || --left_ > 0) return std::nullopt;
    has_cut_ = true;
    is_broken_ = breaks_;
    return cut_;
  }

  void serve(int client) {
    const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::connect(server, reinterpret_cast<const sockaddr*>(&server_), sizeof server_) == 0) {
      for (bool is_first = true; pass_request(client, server, is_first); is_first = false) {
      }
    }
    ::close(server);
    ::shutdown(client, SHUT_RDWR);
  }

  bool pass_request(int client, int server, bool is_first) {
    std::string request, answer;
    for (char type = 0; type != 'S' && type != 'Q';) {
      type = read_message(client, request, !is_first);
      if (type == 0) return false;
    }
    const std::optional<Cut> cut = next_cut();
    if (cut == Cut::silent) return read_message(client, request) != 0;  // The client gives up.
    if (cut == Cut::before || !pass_on(server, request)) return false;
    for (char type = 0; type != 'Z';) {
      type = read_message(server, answer);
      if (type == 0) break;
    }
    if (cut == Cut::unanswered) return false;
    return pass_on(client, answer) && !cut;
  }

  const sockaddr_un server_;
  const Folder folder_{};
  int listener_ = -1;
  std::thread acceptor_;
  std::list<Line> lines_;     // Only the acceptor adds to it.
  mutable std::mutex mutex_;  // It guards the members below.
  int left_ = 0;
  Cut cut_ = Cut::before;
  bool breaks_ = false, has_cut_ = false, is_broken_ = false;
};

}  // namespace toptile
