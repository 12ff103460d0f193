#include "champion/parallel.h"

#include <thread>
#include <vector>

namespace toptile::champion {

void run_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::vector<std::jthread> others;
  for (std::size_t number = 1; number < count; ++number) others.emplace_back(work, number);
  work(0);
}

}  // namespace toptile::champion
