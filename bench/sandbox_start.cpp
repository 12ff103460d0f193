// The cost of starting a bot: the CPU time of the referee and of everything that it starts, for a program
// that exits at once, with its own copy of a game's word files. Compare the rows of one run with each other.
// Wrappers that this machine does not have are left out.
#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/run_benchmarks.h"
#include "referee/processes/child.h"
#include "referee/processes/event_loop.h"
#include "referee/sandbox/sandbox.h"
#include "tools/value_or_exit.h"

namespace {

using namespace toptile;
namespace fs = std::filesystem;

// The sizes of the English words: the text, and the graph made of it.
constexpr std::size_t kWordBytes[] = {1'600'000, 1'100'000};

class Words {
 public:
  Words() {
    std::string path = (fs::temp_directory_path() / "toptile-bench-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) fail_bench("no temporary folder can be made");
    folder_ = path;
    fs::permissions(folder_, fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add);
    for (const std::size_t bytes : kWordBytes) {
      const std::string name = std::to_string(bytes);
      std::ofstream(folder_ / name) << std::string(bytes, 'x');
      copied_.push_back({folder_ / name, fs::path(kWordsPlace) / name});
    }
  }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;
  ~Words() { fs::remove_all(folder_); }

  const std::vector<Shown>& copied() const { return copied_; }

 private:
  fs::path folder_;
  std::vector<Shown> copied_;
};

double processor_seconds() {
  double sum = 0;
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    ::getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      sum += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }
  return sum;
}

Confinement confinement_by(std::optional<Wrapper::Kind> kind, const Words& words) {
  Confinement confinement;
  if (!kind) return confinement;
  confinement.sandbox = value_or_exit(Sandbox::on(look_at_host(*kind), SandboxMode::automatic));
  confinement.copied = words.copied();
  return confinement;
}

void start(benchmark::State& state, const Confinement& confinement) {
  using std::chrono::steady_clock;
  Launch launch;
  launch.argv = {"/bin/true"};
  launch.directory = "/";
  for (auto iteration : state) {
    const double before = processor_seconds();
    EventLoop loop;
    Child child = value_or_exit(Child::spawn(loop, value_or_exit(confine(launch, confinement))));
    const auto exit = child.wait_exit(steady_clock::now() + std::chrono::minutes(10));
    if (!exit || !exit->is_success()) fail_bench("the program did not start: " + child.stderr_tail());
    state.SetIterationTime(processor_seconds() - before);
  }
}

}  // namespace

int main(int count, char** words) {
  const Words copied;
  const std::pair<const char*, std::optional<Wrapper::Kind>> ways[] = {
      {"start/none", std::nullopt},
      {"start/jail", Wrapper::Kind::jail},
      {"start/bubblewrap", Wrapper::Kind::bubblewrap}};
  for (const auto& [name, kind] : ways) {
    const Confinement confinement = confinement_by(kind, copied);
    if (kind && !confinement.sandbox->host().namespaces) continue;
    benchmark::RegisterBenchmark(name, [confinement](benchmark::State& state) { start(state, confinement); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  }
  return run_benchmarks(count, words);
}
