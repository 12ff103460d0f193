// How soon after a bot's offence the referee says so: the time is that from the deadline, or from the bot's
// own end, to the verdict. `worst_ms` is the longest seen. The bots are this program itself.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "protocol/ruleset_json.h"
#include "referee/bot_session.h"

namespace {

using namespace toptile;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

constexpr auto kLimit = 20ms;

[[noreturn]] void fail(const std::string& why) {
  std::fprintf(stderr, "verdicts: %s\n", why.c_str());
  std::exit(1);
}

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

int play_bot(std::string_view deed) {
  for (std::string line; std::getline(std::cin, line);) {
    if (line.starts_with("uwi")) std::cout << "uwiok" << std::endl;
    if (line == "isready") std::cout << "readyok" << std::endl;
    if (line.starts_with("go")) offend(deed);
  }
  return 0;
}

// --- The referee ---

// The bots do not read it.
std::string setup() {
  const auto rules = shipped_ruleset("hasbro");
  if (!rules) fail(rules.error().message);
  return uwi::format(uwi::RefereeMessage(uwi::RulesetLine{rules.value()})) + "\n" +
         uwi::format(uwi::RefereeMessage(uwi::LexiconLine{"none", 1, "00", "/dev/null"})) + "\n";
}

struct Verdict {
  FaultKind kind;
  Instant given;
  Instant begin;
  std::string info;
};

Verdict verdict_on(const std::string& deed, const Supervision& supervision) {
  boost::asio::io_context context{1};
  BotSpec bot;
  bot.name = deed;
  bot.launch.argv = {"/proc/self/exe", "--bot", deed};
  auto started = BotSession::start(context, bot, Patience{}, {});
  if (const auto* fault = std::get_if<Fault>(&started)) fail(fault->text);
  auto& session = *std::get<std::unique_ptr<BotSession>>(started);
  if (!std::holds_alternative<Nothing>(session.begin_game(setup(), {"1", 2, 0, 1})))
    fail("the game did not begin");
  Verdict verdict{};
  verdict.begin = steady_clock::now();
  const Deadline deadline = verdict.begin + (supervision.processor_time ? 20s : kLimit);
  const auto answered = session.ask(
      "position board\ngo infinite\n", verdict.begin, deadline, FaultKind::hang,
      [&](const std::string& info) { verdict.info = info; }, supervision);
  verdict.given = steady_clock::now();
  if (!std::holds_alternative<Fault>(answered)) fail(deed + " was not found out");
  verdict.kind = std::get<Fault>(answered).kind;
  return verdict;
}

// `offence_of` says when it happened.
template <class OffenceOf>
void measure(benchmark::State& state, const std::string& deed, FaultKind kind, OffenceOf offence_of,
             const Supervision& supervision = {}) {
  double worst = 0;
  while (state.KeepRunning()) {
    const Verdict verdict = verdict_on(deed, supervision);
    if (verdict.kind != kind) fail(deed + " got another verdict");
    const double seconds = std::chrono::duration<double>(verdict.given - offence_of(verdict)).count();
    worst = std::max(worst, seconds);
    state.SetIterationTime(std::max(seconds, 0.0));
  }
  state.counters["worst_ms"] = worst * 1000;
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
  measure(state, "spin", FaultKind::time, end_of_limit, {.processor_time = kLimit});
}
void crash(benchmark::State& state) {
  measure(state, "crash", FaultKind::crash, [](const Verdict& verdict) {
    return Instant(steady_clock::duration(std::stoll(verdict.info.substr(sizeof "string"))));
  });
}

BENCHMARK(too_late_in_silence)->UseManualTime()->Iterations(100)->Unit(benchmark::kMillisecond);
BENCHMARK(too_late_while_it_computes)->UseManualTime()->Iterations(100)->Unit(benchmark::kMillisecond);
BENCHMARK(too_late_while_it_chats)->UseManualTime()->Iterations(100)->Unit(benchmark::kMillisecond);
BENCHMARK(processor_time_used_up)->UseManualTime()->Iterations(100)->Unit(benchmark::kMillisecond);
BENCHMARK(crash)->UseManualTime()->Iterations(100)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int count, char** arguments) {
  if (count == 3 && arguments[1] == std::string_view("--bot")) return play_bot(arguments[2]);
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  benchmark::RunSpecifiedBenchmarks();
}
