// Threads that ask a league's database. Each has a LeagueApi of its own.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "serve/league_api.h"

namespace toptile {

class Workers {
 public:
  using Task = std::function<void(LeagueApi&)>;

  Workers() = default;
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();  // Tasks that did not begin are dropped.

  void start(LeagueApi api);
  // False if too many tasks wait already.
  bool give(Task task);

 private:
  void work(LeagueApi& api);

  std::mutex mutex_;
  std::condition_variable has_task_;
  std::deque<Task> tasks_;
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace toptile
