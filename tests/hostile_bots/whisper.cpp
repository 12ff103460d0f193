// Two processes of one bot pass bits to each other through facts that the kernel shares among all who can
// read a common file, or among all, and count how many arrive. This measures what the sandbox does not
// prevent. No test needs a number (docs/decisions/0032-what-two-processes-can-tell-each-other.md has those of
// one machine).
//
//   whisper WAY say FILE SECONDS SEED     passes bits that come from the seed, and says how many
//   whisper WAY hear FILE SECONDS SEED    listens, and says how many it has, and how many are right
//
// The ways: `mapped` (bit 56 in /proc/self/pagemap tells which pages another process maps), `woken` (a futex
// in a mapping of the file wakes the other), `cached` (the time of a read tells which pages of a file were
// read; each page can be asked for once, so the file should be large and not in memory), `counted` (sysinfo
// tells how many processes and threads the machine has), `numbered` (new pipes have numbers that follow each
// other). The last two need no file, and pass one bit in each slot of time, by the clock of the machine.
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using std::chrono::steady_clock;

constexpr std::size_t kPage = 4096;
constexpr std::size_t kFrame = 64;   // The pages of a frame; the first is the clock.
constexpr std::size_t kAround = 16;  // The pages that the kernel maps together.
constexpr std::size_t kApart = 64;   // The pages from one read to the next; the kernel reads ahead.
constexpr std::chrono::milliseconds kPause{2};  // The time from one wake-up to the next.
constexpr std::chrono::milliseconds kSlot{20};  // The time of one bit.
constexpr std::size_t kCrowd = 48;              // The threads that say a one.
constexpr int kSupply = 1024;                   // The numbers that a processor takes at once.
constexpr std::chrono::microseconds kSlow{25};  // A read from a disk takes longer.

struct Task {
  std::string way, deed, file;
  std::chrono::seconds time{};
  unsigned seed = 0;
};

class CommonFile {
 public:
  explicit CommonFile(const std::string& name) : descriptor_(::open(name.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status {};
    if (::fstat(descriptor_, &status) == 0) pages_ = static_cast<std::size_t>(status.st_size) / kPage;
    memory_ =
        static_cast<volatile char*>(::mmap(nullptr, pages_ * kPage, PROT_READ, MAP_SHARED, descriptor_, 0));
    (void)::madvise(const_cast<char*>(memory_), pages_ * kPage, MADV_RANDOM);
  }

  int descriptor() const { return descriptor_; }
  std::size_t pages() const { return pages_; }
  volatile std::uint32_t* word(bool is_second) {
    return reinterpret_cast<volatile std::uint32_t*>(memory_) + (is_second ? 1 : 0);
  }
  // Maps the page of that number in this process, or unmaps it. Numbered pages are kAround pages apart.
  void set(std::size_t number, bool is_mapped) {
    volatile char* const page = memory_ + number * kAround * kPage;
    if (is_mapped) {
      (void)*page;
    } else {
      (void)::madvise(const_cast<char*>(page), kAround * kPage, MADV_DONTNEED);
    }
  }
  // Whether another process maps it; bit 56 says that nobody else does. The process that asks has to map it,
  // too.
  bool is_mapped_by_another(std::size_t number) {
    static const int map = ::open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    set(number, true);
    std::uint64_t entry = 0;
    const auto place = (reinterpret_cast<std::uintptr_t>(memory_) / kPage + number * kAround) * sizeof entry;
    (void)!::pread(map, &entry, sizeof entry, static_cast<off_t>(place));
    return (entry >> 63 & 1) != 0 && (entry >> 56 & 1) == 0;
  }

 private:
  int descriptor_;
  std::size_t pages_ = 0;
  volatile char* memory_ = nullptr;
};

// A frame has 63 bits. The clock page changes when a frame is ready, and the page after the frame changes
// when it was heard.
std::uint64_t say_mapped(const Task& task, CommonFile& file) {
  std::mt19937 bits(task.seed);
  std::uint64_t said = 0;
  bool clock = false;
  const auto end = steady_clock::now() + task.time;
  while (steady_clock::now() < end) {
    if (file.is_mapped_by_another(kFrame) != clock) continue;
    for (std::size_t page = 1; page < kFrame; ++page) file.set(page, (bits() & 1) != 0);
    file.set(0, clock = !clock);
    said += kFrame - 1;
  }
  return said;
}

std::uint64_t hear_mapped(const Task& task, CommonFile& file, std::uint64_t& right) {
  std::mt19937 bits(task.seed);
  std::uint64_t heard = 0;
  bool clock = false;
  const auto end = steady_clock::now() + task.time;
  while (steady_clock::now() < end) {
    if (file.is_mapped_by_another(0) == clock) continue;
    for (std::size_t page = 1; page < kFrame; ++page) {
      right += file.is_mapped_by_another(page) == ((bits() & 1) != 0) ? 1 : 0;
      ++heard;
    }
    file.set(kFrame, clock = !clock);
  }
  return heard;
}

// The listener waits at two words of the file at once; the bit says at which of them it is woken.
std::uint64_t say_woken(const Task& task, CommonFile& file) {
  std::mt19937 bits(task.seed);
  std::uint64_t said = 0;
  const auto end = steady_clock::now() + task.time;
  for (bool bit = (bits() & 1) != 0; steady_clock::now() < end;) {
    if (::syscall(SYS_futex, file.word(bit), FUTEX_WAKE, 1, nullptr, nullptr, 0) != 1) continue;
    bit = (bits() & 1) != 0;
    ++said;
    // A listener that has been woken but does not run yet would be woken a second time.
    for (const auto go_on = steady_clock::now() + kPause; steady_clock::now() < go_on;) continue;
  }
  return said;
}

std::uint64_t hear_woken(const Task& task, CommonFile& file, std::uint64_t& right) {
  constexpr long kWaitAtMany = 449;
  struct Wait {
    std::uint64_t value, address;
    std::uint32_t flags, reserved;
  };
  std::array<Wait, 2> waits{};
  for (std::size_t bit = 0; bit < 2; ++bit) {
    constexpr std::uint32_t kOf32Bits = 2;
    waits[bit] = {*file.word(bit != 0), reinterpret_cast<std::uintptr_t>(file.word(bit != 0)), kOf32Bits, 0};
  }
  std::mt19937 bits(task.seed);
  std::uint64_t heard = 0;
  timespec end{};
  ::clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += task.time.count();
  for (long woken; (woken = ::syscall(kWaitAtMany, waits.data(), 2, 0, &end, CLOCK_MONOTONIC)) >= 0; ++heard)
    right += (woken == 1) == ((bits() & 1) != 0) ? 1 : 0;
  return heard;
}

std::uint64_t say_cached(const Task& task, CommonFile& file) {
  std::mt19937 bits(task.seed);
  std::uint64_t said = 0;
  char byte = 0;
  const auto end = steady_clock::now() + task.time;
  for (std::size_t page = 0; page < file.pages() && steady_clock::now() < end; page += kApart, ++said) {
    if ((bits() & 1) != 0) (void)!::pread(file.descriptor(), &byte, 1, static_cast<off_t>(page * kPage));
  }
  return said;
}

std::uint64_t hear_cached(const Task& task, CommonFile& file, std::uint64_t& right) {
  std::mt19937 bits(task.seed);
  std::uint64_t heard = 0;
  char byte = 0;
  const auto end = steady_clock::now() + task.time;
  for (std::size_t page = 0; page < file.pages() && steady_clock::now() < end; page += kApart, ++heard) {
    const auto begin = steady_clock::now();
    (void)!::pread(file.descriptor(), &byte, 1, static_cast<off_t>(page * kPage));
    const bool is_quick = steady_clock::now() - begin < kSlow;
    right += is_quick == ((bits() & 1) != 0) ? 1 : 0;
  }
  return heard;
}

// The bits that are passed by time: one in each slot since the machine started.
class Slots {
 public:
  explicit Slots(const Task& task) : seed_(task.seed), end_(steady_clock::now() + task.time) {}

  // Waits for the next slot. False: the time is over.
  bool next() {
    slot_ = steady_clock::now().time_since_epoch() / kSlot + 1;
    std::this_thread::sleep_until(part(0));
    return steady_clock::now() < end_;
  }
  bool bit() const { return (std::mt19937(seed_ + static_cast<unsigned>(slot_))() >> 7 & 1) != 0; }
  // The moment when that share of the slot has passed.
  steady_clock::time_point part(double share) const {
    const std::chrono::duration<double> since = kSlot * (static_cast<double>(slot_) + share);
    return steady_clock::time_point(std::chrono::duration_cast<steady_clock::duration>(since));
  }

 private:
  const unsigned seed_;
  const steady_clock::time_point end_;
  std::int64_t slot_ = 0;
};

// Hears a bit in each slot by whether the level is above the middle of the last few.
std::uint64_t hear_levels(const Task& task, const std::function<double(const Slots&)>& level_in,
                          std::uint64_t& right) {
  constexpr std::size_t kKnown = 16;
  std::deque<double> levels;
  std::uint64_t heard = 0;
  for (Slots slots(task); slots.next();) {
    levels.push_back(level_in(slots));
    if (levels.size() <= kKnown) continue;
    levels.pop_front();
    const auto [lowest, highest] = std::minmax_element(levels.begin(), levels.end());
    right += (levels.back() > (*lowest + *highest) / 2) == slots.bit() ? 1 : 0;
    ++heard;
  }
  return heard;
}

std::uint64_t say_counted(const Task& task, CommonFile&) {
  std::uint64_t said = 0;
  for (Slots slots(task); slots.next(); ++said) {
    std::vector<std::thread> crowd(slots.bit() ? kCrowd : 0);
    for (std::thread& one : crowd) one = std::thread([&] { std::this_thread::sleep_until(slots.part(0.8)); });
    for (std::thread& one : crowd) one.join();
  }
  return said;
}

std::uint64_t hear_counted(const Task& task, CommonFile&, std::uint64_t& right) {
  const auto processes_in = [](const Slots& slots) {
    std::this_thread::sleep_until(slots.part(0.6));
    struct sysinfo info {};
    ::sysinfo(&info);
    return static_cast<double>(info.procs);
  };
  return hear_levels(task, processes_in, right);
}

double number_of_new_pipe() {
  int ends[2];
  struct stat status {};
  if (::pipe(ends) != 0 || ::fstat(ends[0], &status) != 0) std::abort();
  ::close(ends[0]);
  ::close(ends[1]);
  return static_cast<double>(status.st_ino);
}

std::uint64_t say_numbered(const Task& task, CommonFile&) {
  std::uint64_t said = 0;
  for (Slots slots(task); slots.next(); ++said) {
    while (slots.bit() && steady_clock::now() < slots.part(0.8)) number_of_new_pipe();
  }
  return said;
}

// Each processor hands out numbers of its own supply, so the most of a few new pipes is taken.
std::uint64_t hear_numbered(const Task& task, CommonFile&, std::uint64_t& right) {
  double last = number_of_new_pipe();
  const auto growth_in = [&](const Slots& slots) {
    std::this_thread::sleep_until(slots.part(0.9));
    double now = last;
    for (int i = 0; i < 2 * kSupply; ++i) now = std::max(now, number_of_new_pipe());
    return now - std::exchange(last, now);
  };
  return hear_levels(task, growth_in, right);
}

int run(const Task& task) {
  CommonFile file(task.file);
  const bool is_by_time = task.way == "counted" || task.way == "numbered";
  if (!is_by_time && file.pages() <= (kFrame + 1) * kAround) {
    std::cout << task.file << " is too short" << std::endl;
    return 2;
  }
  struct Way {
    std::uint64_t (*say)(const Task&, CommonFile&);
    std::uint64_t (*hear)(const Task&, CommonFile&, std::uint64_t&);
  };
  static const std::map<std::string, Way> kWays = {{"mapped", {say_mapped, hear_mapped}},
                                                   {"woken", {say_woken, hear_woken}},
                                                   {"cached", {say_cached, hear_cached}},
                                                   {"counted", {say_counted, hear_counted}},
                                                   {"numbered", {say_numbered, hear_numbered}}};
  const Way& way = kWays.at(task.way);
  std::uint64_t right = 0;
  if (task.deed == "say") {
    std::cout << "said " << way.say(task, file) << " bits" << std::endl;
  } else {
    const std::uint64_t heard = way.hear(task, file, right);
    std::cout << "heard " << heard << " bits, " << right << " of them right" << std::endl;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) {
    std::cerr << "usage: whisper mapped|woken|cached|counted|numbered say|hear FILE SECONDS SEED\n";
    return 98;
  }
  return run({argv[1], argv[2], argv[3], std::chrono::seconds(std::atoi(argv[4])),
              static_cast<unsigned>(std::atoi(argv[5]))});
}
