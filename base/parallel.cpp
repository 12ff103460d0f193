#include "base/parallel.h"

#include <sched.h>

#include <thread>
#include <vector>

namespace toptile {

void run_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::vector<std::jthread> others;
  for (std::size_t number = 1; number < count; ++number) others.emplace_back(work, number);
  work(0);
}

std::vector<int> usable_processors() {
  std::vector<int> processors;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) == 0) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) processors.push_back(cpu);
    }
  }
  if (processors.empty()) processors.push_back(0);
  return processors;
}

}  // namespace toptile
