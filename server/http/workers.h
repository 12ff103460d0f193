// Threads that do what would block a server's thread. Each has a tool of its own, such as a connection to a
// database, with which it does one task after another.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace toptile {

template <class Tool>
class Workers {
 public:
  using Task = std::function<void(Tool&)>;

  Workers() = default;
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  // Waits for the tasks that are being done. Those that did not begin are dropped.
  ~Workers() {
    {
      const std::scoped_lock lock(mutex_);
      is_over_ = true;
      tasks_.clear();
    }
    has_task_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void start(Tool tool) {
    threads_.emplace_back([this, own = std::make_shared<Tool>(std::move(tool))] { work(*own); });
  }

  // False if too many tasks wait already.
  bool give(Task task) {
    {
      const std::scoped_lock lock(mutex_);
      if (tasks_.size() >= kMaxTasks) return false;
      tasks_.push_back(std::move(task));
    }
    has_task_.notify_one();
    return true;
  }

 private:
  static constexpr std::size_t kMaxTasks = 2048;

  void work(Tool& tool) {
    while (true) {
      Task task;
      {
        std::unique_lock lock(mutex_);
        has_task_.wait(lock, [this] { return is_over_ || !tasks_.empty(); });
        if (is_over_) return;
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task(tool);
    }
  }

  std::mutex mutex_;
  std::condition_variable has_task_;
  std::deque<Task> tasks_;
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace toptile
