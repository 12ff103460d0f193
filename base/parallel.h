// Work on several threads. The engine for pages, which has one thread, links another implementation
// (web/wasm/one_thread.cpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <vector>

namespace toptile {

// The processors that this program may run on, in ascending order; at least one.
std::vector<int> usable_processors();

// Calls work(0) on this thread and work(1) … work(count - 1) on threads of their own at the same time, and
// returns when all have returned.
void run_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work);

// Calls of_element(element) once for each element of a vector or a span, on up to `threads` threads, in any
// order.
template <class Elements, class OfElement>
void for_each_in_parallel(int threads, Elements&& elements, OfElement of_element) {
  std::atomic<std::size_t> next = 0;
  run_in_parallel(std::min(static_cast<std::size_t>(threads), elements.size()), [&](std::size_t) {
    for (std::size_t i = next++; i < elements.size(); i = next++) of_element(elements[i]);
  });
}

}  // namespace toptile
