// Does many small jobs on some threads, and adds up what was seen.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace toptile::champion {

// Each thread makes a worker, which does jobs 0 … count-1 as they come, `job(worker, number)`. The result is
// the sum of what each worker's seen() tells: Seen has add(), and the order in which it is called must not
// matter. `tell` hears after every hundredth part how many jobs were begun; it may be empty.
template <class Seen, class Make, class Job>
Seen seen_in_threads(int threads, int count, const std::function<void(int)>& tell, Make make, Job job) {
  const auto sum = std::make_unique<Seen>();
  std::mutex mutex;
  int next = 0;
  const auto take_job = [&] {
    const std::lock_guard lock(mutex);
    if (next == count) return count;
    if (tell && next > 0 && next % std::max(1, count / 100) == 0) tell(next);
    return next++;
  };
  const auto work = [&] {
    using Worker = decltype(make());
    const auto worker = std::unique_ptr<Worker>(new Worker(make()));
    for (int number; (number = take_job()) < count;) job(*worker, number);
    const std::lock_guard lock(mutex);
    sum->add(worker->seen());
  };
  {
    std::vector<std::jthread> running;
    for (int i = 0; i < std::max(1, threads); ++i) running.emplace_back(work);
  }
  return std::move(*sum);
}

}  // namespace toptile::champion
