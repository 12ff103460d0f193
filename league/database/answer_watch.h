// The limit of patience with a database server.
#pragma once

#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace toptile {

// Ends a connection whose answer does not come in time: libpq would wait forever on a silent network. After a
// stop is requested, the remaining time is short.
class AnswerWatch {
 public:
  using Clock = std::chrono::steady_clock;

  explicit AnswerWatch(const std::stop_token& stop) : stop_(stop, [this] { shorten(); }) {}

  // An answer is awaited while this exists.
  class Awaited {
   public:
    Awaited(AnswerWatch& watch, int socket, Clock::duration limit) : watch_(watch) {
      watch_.await(socket, limit);
    }
    ~Awaited() { watch_.await(-1, {}); }
    Awaited(const Awaited&) = delete;
    Awaited& operator=(const Awaited&) = delete;

   private:
    AnswerWatch& watch_;
  };

 private:
  static constexpr std::chrono::seconds kMaxAnswerAfterStop{5};
  static constexpr std::chrono::minutes kIdleWait{11};

  void await(int socket, Clock::duration limit) {
    const std::lock_guard lock(mutex_);
    socket_ = socket;
    if (socket_ < 0) return;
    until_ = Clock::now() + (is_stopped_ ? std::min<Clock::duration>(limit, kMaxAnswerAfterStop) : limit);
    if (!thread_.joinable()) thread_ = std::jthread([this](const std::stop_token& end) { watch(end); });
    if (until_ < looks_again_) changed_.notify_all();  // Most statements need not wake the thread.
  }
  void shorten() {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    until_ = std::min<Clock::time_point>(until_, Clock::now() + kMaxAnswerAfterStop);
    changed_.notify_all();
  }
  void watch(const std::stop_token& end) {
    std::unique_lock lock(mutex_);
    while (!end.stop_requested()) {
      if (socket_ >= 0 && until_ <= Clock::now()) {
        ::shutdown(socket_, SHUT_RDWR);
        socket_ = -1;
      }
      looks_again_ = socket_ >= 0 ? until_ : Clock::now() + kIdleWait;
      changed_.wait_until(lock, end, looks_again_, [this] { return socket_ >= 0 && until_ < looks_again_; });
    }
  }

  std::mutex mutex_;  // Guards the members below.
  std::condition_variable_any changed_;
  int socket_ = -1;  // The socket of the connection whose answer is awaited.
  bool is_stopped_ = false;
  Clock::time_point until_, looks_again_;
  std::jthread thread_;
  const std::stop_callback<std::function<void()>> stop_;
};

}  // namespace toptile
