// Work on several threads. The engine for pages, which has one thread, links another implementation
// (browser/one_thread.cpp).
#pragma once

#include <cstddef>
#include <functional>

namespace toptile::champion {

// Calls work(0) on this thread and work(1) … work(count - 1) on threads of their own at the same time, and
// returns when all have returned.
void run_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work);

}  // namespace toptile::champion
