// Runs many small jobs on several threads, and adds up their results.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace toptile::champion {

// Each thread makes a worker; the threads share the jobs 0 … count-1, `job(worker, number)`. Returns the sum
// of all workers' seen(): Seen has add(), and the order of its calls must not matter. `tell`, which may be
// empty, is called after every hundredth of the jobs with the number of jobs started.
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
