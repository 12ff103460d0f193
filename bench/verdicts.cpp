// How soon after a bot's offence the referee gives its verdict: the median and maximum time from the
// deadline, or from the bot's exit. It also measures how long it takes to kill and reap a bot of 101
// processes, half of them in sessions of their own. The bots are this program itself.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/run_benchmarks.h"
#include "protocol/ruleset_json.h"
#include "referee/game/bot_session.h"
#include "referee/processes/event_loop.h"
#include "referee/processes/process_tree.h"
#include "tools/value_or_exit.h"

namespace {

using namespace toptile;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr auto kLimit = 20ms;
constexpr int kBranches = 10, kLeaves = 9;  // They make a tree of 100 processes.

// --- The bot ---

std::int64_t now_ns() {
  return steady_clock::now().time_since_epoch().count();
}

void offend(std::string_view deed) {
  if (deed == "crash") {
    std::cout << "info string " << now_ns() << std::endl;
    ::_exit(3);
  }
  if (deed == "hang") ::pause();
  while (true) {
    if (deed == "chat") std::cout << "info depth 1" << std::endl;
  }
}

// Each branch and each leaf reports that it has started.
[[noreturn]] void live_as_branch(int told, bool is_session) {
  if (is_session) ::setsid();
  for (int i = 0; i < kLeaves; ++i) {
    if (::fork() == 0) break;
  }
  if (::write(told, "x", 1) != 1) ::_exit(1);
  while (true) ::pause();
}

void grow_tree() {
  int ends[2];
  if (::pipe(ends) != 0) ::_exit(1);
  for (int i = 0; i < kBranches; ++i) {
    if (::fork() == 0) live_as_branch(ends[1], i % 2 == 0);
  }
  char byte = 0;
  for (int i = 0; i < kBranches * (1 + kLeaves); ++i) {
    if (::read(ends[0], &byte, 1) != 1) ::_exit(1);
  }
}

int play_bot(std::string_view deed) {
  if (deed == "tree") grow_tree();
  for (std::string line; std::getline(std::cin, line);) {
    if (line.starts_with("uwi")) std::cout << "uwiok" << std::endl;
    if (line == "isready") std::cout << "readyok" << std::endl;
    if (line.starts_with("go")) offend(deed);
  }
  return 0;
}

// --- The referee ---

// The setup lines. The bots here do not read them.
std::string setup() {
  const Ruleset rules = value_or_exit(shipped_ruleset("hasbro"));
  return uwi::format(uwi::RefereeMessage(uwi::RulesetLine{rules})) + "\n" +
         uwi::format(uwi::RefereeMessage(uwi::LexiconLine{"none", 1, "00", "/dev/null"})) + "\n";
}

struct Verdict {
  FaultKind kind;
  Instant given;
  Instant begin;
  std::string info;
};

std::unique_ptr<BotSession> start(EventLoop& loop, const std::string& deed) {
  BotSpec bot;
  bot.name = deed;
  bot.launch.argv = {"/proc/self/exe", "--bot", deed};
  auto started = BotSession::start(loop, bot, Patience{}, {});
  if (const auto* fault = fault_in(started)) fail_bench(fault->text);
  auto session = std::move(started).value();
  if (!session->begin_game(setup(), {"1", 2, Seat{0}, 1})) fail_bench("the game did not begin");
  return session;
}

using ProcessorTime = std::optional<Duration>;

Verdict verdict_on(const std::string& deed, ProcessorTime processor_time) {
  EventLoop loop;
  const auto session = start(loop, deed);
  Verdict verdict{};
  verdict.begin = steady_clock::now();
  const MoveLimit limit{processor_time ? Duration(20s) : Duration(kLimit), FaultKind::hang, processor_time};
  const auto answered =
      session->ask({"board", {}}, limit, {}, [&](const std::string& info) { verdict.info = info; });
  verdict.given = steady_clock::now();
  const Fault* fault = fault_in(answered);
  if (fault == nullptr) fail_bench(deed + " was not found out");
  verdict.kind = fault->kind;
  return verdict;
}

// Reports the median and the maximum of the times, of which there must be at least one.
void tell(benchmark::State& state, std::vector<double> seconds) {
  std::ranges::sort(seconds);
  state.counters["median_ms"] = seconds[seconds.size() / 2] * 1000;
  state.counters["worst_ms"] = seconds.back() * 1000;
}

// `offence_of` returns the time of the offence.
template <class OffenceOf>
void measure(benchmark::State& state, const std::string& deed, FaultKind kind, OffenceOf offence_of,
             ProcessorTime processor_time = {}) {
  std::vector<double> all;
  while (state.KeepRunning()) {
    const Verdict verdict = verdict_on(deed, processor_time);
    if (verdict.kind != kind) fail_bench(deed + " got another verdict");
    const double seconds = std::chrono::duration<double>(verdict.given - offence_of(verdict)).count();
    all.push_back(seconds);
    state.SetIterationTime(std::max(seconds, 0.0));
  }
  tell(state, std::move(all));
}

Instant end_of_limit(const Verdict& verdict) {
  return verdict.begin + kLimit;
}

void too_late_in_silence(benchmark::State& state) {
  measure(state, "hang", FaultKind::hang, end_of_limit);
}
void too_late_while_it_computes(benchmark::State& state) {
  measure(state, "spin", FaultKind::hang, end_of_limit);
}
void too_late_while_it_chats(benchmark::State& state) {
  measure(state, "chat", FaultKind::hang, end_of_limit);
}
void processor_time_used_up(benchmark::State& state) {
  measure(state, "spin", FaultKind::time, end_of_limit, kLimit);
}
void crash(benchmark::State& state) {
  measure(state, "crash", FaultKind::crash, [](const Verdict& verdict) {
    return Instant(steady_clock::duration(std::stoll(verdict.info.substr(sizeof "string"))));
  });
}
// The session's destructor waits for the end of all its processes.
void killed_tree(benchmark::State& state) {
  std::vector<double> all;
  while (state.KeepRunning()) {
    EventLoop loop;
    auto session = start(loop, "tree");
    if (descendants_of(::getpid()).size() < 1 + kBranches * (1 + kLeaves))
      fail_bench("the tree did not grow");
    const Instant begin = steady_clock::now();
    session.reset();
    const double seconds = std::chrono::duration<double>(steady_clock::now() - begin).count();
    if (!descendants_of(::getpid()).empty()) fail_bench("processes of the tree live on");
    all.push_back(seconds);
    state.SetIterationTime(seconds);
  }
  tell(state, std::move(all));
}

const int kVerdicts = full_or_trial(100, 2), kTrees = full_or_trial(20, 1);

BENCHMARK(too_late_in_silence)->UseManualTime()->Iterations(kVerdicts)->Unit(benchmark::kMillisecond);
BENCHMARK(too_late_while_it_computes)->UseManualTime()->Iterations(kVerdicts)->Unit(benchmark::kMillisecond);
BENCHMARK(too_late_while_it_chats)->UseManualTime()->Iterations(kVerdicts)->Unit(benchmark::kMillisecond);
BENCHMARK(processor_time_used_up)->UseManualTime()->Iterations(kVerdicts)->Unit(benchmark::kMillisecond);
BENCHMARK(crash)->UseManualTime()->Iterations(kVerdicts)->Unit(benchmark::kMillisecond);
BENCHMARK(killed_tree)->UseManualTime()->Iterations(kTrees)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int count, char** arguments) {
  if (count == 3 && arguments[1] == std::string_view("--bot")) return play_bot(arguments[2]);
  return run_benchmarks(count, arguments);
}
