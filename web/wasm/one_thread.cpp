// base/parallel.h for pages, where a program has one thread.
#include "base/parallel.h"

namespace toptile {

void run_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work) {
  for (std::size_t number = 0; number < count; ++number) work(number);
}

}  // namespace toptile
