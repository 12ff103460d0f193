// Deeds that use much memory, disk or processor time. Each deed sets a bound for itself, to protect the
// machine that runs the tests.
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "tests/hostile_bots/exhibit/exhibit.h"

namespace toptile {

namespace {

constexpr std::size_t kMebibyte = 1 << 20;

// Only lowers the limit, so that a limit of the sandbox still holds.
void set_limit(int resource, rlim_t most) {
  rlimit limit{};
  ::getrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
  limit.rlim_cur = std::min(limit.rlim_max, most);
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

// Takes memory until it gets no more, and then aborts, as most programs do.
Then eat_memory(Exhibit&) {
  set_limit(RLIMIT_AS, 256 * kMebibyte);
  set_limit(RLIMIT_CORE, 0);
  while (true) {
    void* const more = ::mmap(nullptr, kMebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (more == MAP_FAILED) std::abort();
    std::memset(more, 'x', kMebibyte);
  }
}

// Writes to a file without a name, so that nothing of it stays.
Then write_without_end(Exhibit&) {
  set_limit(RLIMIT_FSIZE, 32 * kMebibyte);
  set_limit(RLIMIT_CORE, 0);
  std::FILE* const file = std::tmpfile();
  if (file == nullptr) std::_Exit(99);
  const std::string block(kMebibyte, 'x');
  while (std::fwrite(block.data(), 1, block.size(), file) == block.size()) continue;
  std::abort();
}

// Computes while the other side thinks, too.
Then spin_on_every_processor(Exhibit&) {
  const unsigned processors = std::max(std::thread::hardware_concurrency(), 1U);
  for (unsigned i = 0; i < processors; ++i) {
    std::thread([] {
      for (std::atomic<unsigned> turns = 0;;) ++turns;
    }).detach();
  }
  return Then::goes_on;
}

Then open_without_end(Exhibit&) {
  set_limit(RLIMIT_NOFILE, 1024);
  while (::dup(STDOUT_FILENO) >= 0) continue;
  return Then::goes_on;
}

}  // namespace

Deeds appetites() {
  return {
      {"eats-memory", Moment::go, eat_memory},
      {"writes-without-end", Moment::go, write_without_end},
      {"spins", Moment::go, spin_on_every_processor},
      {"opens-without-end", Moment::go, open_without_end},
  };
}

}  // namespace toptile
