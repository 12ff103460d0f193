// The yardstick for everything between the referee and a bot: a line of 120 bytes to another process and
// back, both on one core. `bare` is two pipes and nothing else, the most this machine can do; `line_channel`
// is what games are played through. Read the second as a share of the first, from one run. With two threads,
// each pair has a core of its own.
#include <benchmark/benchmark.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/child.h"
#include "referee/descriptor.h"
#include "referee/line_channel.h"

namespace {

using namespace toptile;

constexpr std::size_t kLineBytes = 120;
constexpr std::string_view kEcho = "--echo";

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "pingpong: %s\n", why.c_str());
  std::exit(1);
}

template <class T, class E, class Policy>
T must(boost::outcome_v2::basic_result<T, E, Policy> result) {
  if (!result) fail(result.error().message);
  return std::move(result.value());
}

std::string line() {
  return std::string(kLineBytes - 1, 'x') + "\n";
}

// Every line fits into one write to a pipe and one read from it.
void echo(int from, int to) {
  char bytes[4096];
  ssize_t count;
  while ((count = ::read(from, bytes, sizeof bytes)) > 0) {
    if (::write(to, bytes, static_cast<std::size_t>(count)) != count) break;
  }
}

// Keeps the calling thread on a core, another one for each thread. Children inherit it.
int stay_on_own_core(int thread) {
  static const cpu_set_t allowed = [] {
    cpu_set_t processors;
    if (::sched_getaffinity(0, sizeof processors, &processors) != 0)
      fail("cannot tell which processors are ours");
    return processors;
  }();
  int skip = thread % CPU_COUNT(&allowed);
  int cpu = 0;
  while (!CPU_ISSET(static_cast<std::size_t>(cpu), &allowed) || skip-- > 0) ++cpu;
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(static_cast<std::size_t>(cpu), &own);
  if (::sched_setaffinity(0, sizeof own, &own) != 0) fail("cannot stay on one processor");
  return cpu;
}

void bare(benchmark::State& state) {
  stay_on_own_core(state.thread_index());
  Pipe to = must(open_pipe());
  Pipe from = must(open_pipe());
  const pid_t child = ::fork();
  if (child == 0) {
    to.write_end = {};
    echo(to.read_end.number(), from.write_end.number());
    ::_exit(0);
  }
  const std::string sent = line();
  char received[4096];
  while (state.KeepRunning()) {
    const ssize_t written = ::write(to.write_end.number(), sent.data(), sent.size());
    const ssize_t read = ::read(from.read_end.number(), received, sizeof received);
    if (written != static_cast<ssize_t>(kLineBytes) || read != written) fail("a bare line was torn");
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  state.SetItemsProcessed(state.iterations());
}

void line_channel(benchmark::State& state) {
  stay_on_own_core(state.thread_index());
  boost::asio::io_context context{1};
  Launch launch;
  launch.argv = {"/proc/self/exe", std::string(kEcho)};
  Child child = must(Child::spawn(context, launch));
  LineChannel channel = must(LineChannel::open(context, child.take_pipes()));
  const std::string sent = line();
  while (state.KeepRunning()) {
    const Deadline deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    channel.reset_quota();
    if (channel.send(sent, deadline) != Sent::whole) fail("a line was not sent");
    if (channel.receive(deadline).text.size() + 1 != kLineBytes) fail("a line did not come back");
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
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
