// What a bot can notice of a bot in another sandbox that does its worst (tests/hostile_bots/witness.cpp).
// Whatever changes for the first is a way to tell it something, so each such fact is closed, or is listed
// here and measured in docs/decisions/0032-what-two-processes-can-tell-each-other.md.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "referee/sandbox/sandbox.h"
#include "tests/folder.h"
#include "tests/places.h"
#include "tests/referee/puppet.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

// What a process finds of itself. It changes because the process looks.
constexpr auto kOwn = std::to_array<std::string_view>({
    "/proc/self/arch_status",
    "/proc/self/io",
    "/proc/self/latency",
    "/proc/self/oom_score",
    "/proc/self/sched",
    "/proc/self/schedstat",
    "/proc/self/stack",
    "/proc/self/stat",
    "/proc/self/statm",
    "/proc/self/status",
    "/proc/self/syscall",
    "/proc/self/wchan",
    // Numbers of its own sandbox, and numbers drawn by chance.
    "/proc/sys/kernel/ns_last_pid",
    "/proc/sys/kernel/random/uuid",
    "the number of a new process",
    "the room on /dev/shm",
    "the room on /tmp",
});

// What remains open, as decision 32 says.
constexpr auto kMeasured = std::to_array<std::string_view>({
    // How many processes map a page of a common file.
    "/proc/self/maps",
    "/proc/self/numa_maps",
    "/proc/self/smaps",
    "/proc/self/smaps_rollup",
    // Calls that runtimes make.
    "sysinfo",
    "the room on /",
    "the room on /usr",
    "the room on .",
    // Numbers of nameless files.
    "the number of a new file in memory",
    "the number of a new pipe",
    "the number of a new socket",
    // Packets of the machine. No bot can send any.
    "/proc/self/net/softnet_stat",
    "/proc/self/net/sockstat",
    "/proc/self/net/sockstat6",
    "/proc/self/net/protocols",
});

template <class List>
bool holds(const List& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}

class Looker {
 public:
  explicit Looker(const Launch& launch) : stage_(launch) { changes(); }

  // The names of the facts that changed since the look before.
  std::set<std::string> changes() {
    stage_.channel.reset_quota();
    BOOST_REQUIRE((stage_.channel.send("look\n", in(kTimeout)) == Sent::whole));
    std::set<std::string> names;
    for (std::string line = stage_.line(); line != "done"; line = stage_.line()) names.insert(line);
    return names;
  }

 private:
  Stage stage_;
};

// Does its worst as long as it lives.
class Stirrer {
 public:
  explicit Stirrer(const Launch& launch) : stage_(launch) {
    for (std::string line = stage_.line(); line != "done"; line = stage_.line()) {
      const std::size_t space = line.find(' ');
      got_[line.substr(space + 1)] = std::stoi(line.substr(0, space));
    }
  }
  ~Stirrer() {
    stage_.channel.close_input();
    stage_.exit();
  }
  Stirrer(const Stirrer&) = delete;

  // How much it got of each kind.
  const std::map<std::string, int>& got() const { return got_; }

 private:
  Stage stage_;
  std::map<std::string, int> got_;
};

struct Seen {
  std::set<std::string> changed;
  std::map<std::string, int> got;
};

// What changes for one while another does its worst, and when that ends.
Seen seen_by(const Launch& looks, const Launch& stirs) {
  Looker looker(looks);
  Seen seen;
  {
    const Stirrer stirrer(stirs);
    seen.got = stirrer.got();
    seen.changed = looker.changes();
  }
  seen.changed.merge(looker.changes());
  return seen;
}

Launch witness(const fs::path& folder, const std::string& deed, const std::string& roots) {
  Launch launch;
  launch.argv = {(folder / "witness").string(), deed};
  launch.environment = {"ROOTS=" + roots};
  launch.directory = folder.string();
  return launch;
}

// A folder for each of the two, as the two bots of a game have.
struct Bots {
  Bots() {
    for (const char* name : {"one", "two"}) {
      fs::create_directories(folder / name);
      fs::copy_file(built_file("tests/hostile_bots/witness"), fs::path(folder / name) / "witness");
    }
  }
  fs::path operator/(const char* name) const { return folder / name; }

  const Folder folder;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(channels)

BOOST_AUTO_TEST_CASE(without_a_sandbox_much_is_noticed) {
  const Bots bots;
  const Seen seen = seen_by(witness(bots / "one", "looks", "/proc/sys/fs /proc/sys/kernel/pty"),
                            witness(bots / "two", "stirs", ""));
  for (const char* kind : {"sessions", "timers", "message queues", "shared memory", "semaphores", "memory"})
    BOOST_TEST(seen.got.at(kind) > 0, kind);
  for (const char* name : {"/proc/sys/fs/file-nr", "message queues", "shared memory", "semaphores",
                           "the number of a new pipe", "sysinfo"})
    BOOST_TEST(seen.changed.contains(name), name);
}

BOOST_AUTO_TEST_CASE(in_the_sandbox_only_what_is_listed_is_noticed,
                     *boost::unit_test::precondition(has_sandbox)) {
  const Bots bots;
  Confinement confinement;
  confinement.sandbox = the_sandbox();
  confinement.limits = {.memory_mb = 128, .processes = 24, .files = 128, .file_mb = 4, .tmp_mb = 8};
  const Seen seen = seen_by(must(confine(witness(bots / "one", "looks", "/proc /sys"), confinement)),
                            must(confine(witness(bots / "two", "stirs", ""), confinement)));
  for (const char* kind : {"timers", "message queues", "shared memory", "semaphores", "memory", "pipes"})
    BOOST_TEST(seen.got.at(kind) > 0, kind);
  for (const char* kind : {"sessions", "watches", "terminals", "keys"})
    BOOST_TEST(seen.got.at(kind) == 0, kind);
  std::vector<std::string> unknown;
  for (const std::string& name : seen.changed)
    if (!holds(kOwn, name) && !holds(kMeasured, name)) unknown.push_back(name);
  BOOST_TEST(unknown.empty(), fmt::format("a bot notices another one by: {}", fmt::join(unknown, ", ")));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
