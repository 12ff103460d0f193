// The yardstick for everything between the referee and a bot: a line of 120 bytes to another process and
// back, both on one core. `bare` is just two pipes, the maximum of this machine; `line_channel` is what games
// use. Read the second as a share of the first, from the same run. With two threads, each pair has a core of
// its own.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "bench/bare_yardsticks.h"
#include "bench/run_benchmarks.h"
#include "referee/processes/child.h"
#include "referee/processes/event_loop.h"
#include "referee/processes/line_channel.h"
#include "tools/value_or_exit.h"

namespace {

using namespace toptile;

constexpr std::string_view kEcho = "--echo";

void bare(benchmark::State& state) {
  stay_on_own_processor(state.thread_index());
  BarePair pair;
  while (state.KeepRunning()) pair.round_trip();
  state.SetItemsProcessed(state.iterations());
}

void line_channel(benchmark::State& state) {
  stay_on_own_processor(state.thread_index());
  EventLoop loop;
  Launch launch;
  launch.argv = {"/proc/self/exe", std::string(kEcho)};
  Child child = value_or_exit(Child::spawn(loop, launch));
  LineChannel channel = value_or_exit(LineChannel::open(loop, child.take_pipes()));
  const std::string sent = ping_pong_line();
  while (state.KeepRunning()) {
    const Deadline deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    channel.reset_quota();
    if (channel.send(sent, deadline) != Sent::whole) fail_bench("a line was not sent");
    if (channel.receive(deadline).text.size() + 1 != kPingPongBytes) fail_bench("a line did not come back");
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(bare)->UseRealTime();
BENCHMARK(line_channel)->UseRealTime();
BENCHMARK(bare)->Threads(2)->UseRealTime();
BENCHMARK(line_channel)->Threads(2)->UseRealTime();

}  // namespace

int main(int count, char** arguments) {
  if (count == 2 && arguments[1] == kEcho) {
    echo(STDIN_FILENO, STDOUT_FILENO);
    return 0;
  }
  return run_benchmarks(count, arguments);
}
