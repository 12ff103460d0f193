#include "serve/workers.h"

#include <memory>

namespace toptile {

namespace {

constexpr std::size_t kMaxTasks = 2048;

}  // namespace

Workers::~Workers() {
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
    tasks_.clear();
  }
  has_task_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::start(LeagueApi api) {
  auto own = std::make_shared<LeagueApi>(std::move(api));
  threads_.emplace_back([this, own] { work(*own); });
}

bool Workers::give(Task task) {
  {
    const std::scoped_lock lock(mutex_);
    if (tasks_.size() >= kMaxTasks) return false;
    tasks_.push_back(std::move(task));
  }
  has_task_.notify_one();
  return true;
}

void Workers::work(LeagueApi& api) {
  while (true) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      has_task_.wait(lock, [this] { return is_over_ || !tasks_.empty(); });
      if (is_over_) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task(api);
  }
}

}  // namespace toptile
