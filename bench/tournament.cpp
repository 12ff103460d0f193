// Whole tournaments between two bots that answer at once (bench/bots/book_bot.cpp). They use real pipes,
// every move is judged, and every record is written to disk:
// - `moves` plays one or two games at a time, without the sandbox or with what this machine supports of it;
//   or 32 of them in each process of a bot. It reports moves per second (items_per_second), and this
//   program's own CPU time per move. Compare it with `pingpong bare` of the same run.
// - `new_bots_each_game` plays games of passes, with two new processes each. It reports games per second.
// - `many_games` plays 100,000 of those with the same processes, one game at a time in each or 32 of them. It
//   reports this program's memory at the end, and how much it grew after the first tenth of the games.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "bench/book_arena.h"
#include "bench/run_benchmarks.h"
#include "tools/greedy_games.h"
#include "tournaments/run/tournament.h"

namespace {

using namespace toptile;
namespace fs = std::filesystem;

constexpr std::uint64_t kSeed = 1;

TournamentRequest request_of(int games, SandboxMode sandbox, Restart restart) {
  TournamentRequest request;
  request.games = games;
  request.seed = kSeed;
  request.lexicon = bench_list().string();
  request.sandbox = sandbox;
  request.referee.restart = restart;
  return request;
}

double own_processor_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double resident_mebibytes() {
  std::uint64_t whole = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> whole >> resident;
  return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// Plays one tournament, removes its run folder, and returns its final progress, or nullopt if it cannot be
// measured.
std::optional<TournamentProgress> play(benchmark::State& state, BookArena& arena, int concurrency,
                                       int batch = 1, const TournamentWatch& watch = {}) {
  const RunPaths paths = arena.next_run();
  const auto end = run_tournament(arena.plan(), paths, {.concurrency = concurrency, .batch = batch}, watch);
  state.PauseTiming();
  fs::remove_all(paths.folder);
  const std::string fault = !end                                ? end.error().message
                            : end.value().progress.forfeits > 0 ? "a game of the book was forfeited"
                            : !end.value().is_finished()        ? "the tournament ended before its last game"
                                                                : "";
  if (!fault.empty()) {
    state.SkipWithError(fault.c_str());  // After this, timing must not be resumed.
    return std::nullopt;
  }
  state.ResumeTiming();
  return end.value().progress;
}

void moves(benchmark::State& state, SandboxMode sandbox, int batch = 1) {
  const int games = full_or_trial(2000, 4) * (batch > 1 ? 4 : 1);
  BookArena arena(request_of(games, sandbox, Restart::on_fault), TOPTILE_BOOK_BOT, games, greedy_move);
  std::uint64_t turns = 0;
  const double before = own_processor_seconds();
  for (auto unused : state) {
    const auto progress = play(state, arena, static_cast<int>(state.range(0)), batch);
    if (!progress) return;
    turns += progress->turns;
  }
  const double own = own_processor_seconds() - before;
  state.SetItemsProcessed(static_cast<std::int64_t>(turns));
  state.counters["own_us_a_move"] = own / static_cast<double>(std::max<std::uint64_t>(turns, 1)) * 1e6;
}

void new_bots_each_game(benchmark::State& state) {
  const int games = full_or_trial(1000, 4);
  BookArena arena(request_of(games, SandboxMode::off, Restart::each_game), TOPTILE_BOOK_BOT, 1, pass);
  const double before = own_processor_seconds();
  for (auto unused : state)
    if (!play(state, arena, static_cast<int>(state.range(0)))) return;
  const double played = static_cast<double>(state.iterations() * games);
  state.SetItemsProcessed(state.iterations() * games);
  state.counters["own_us_a_game"] = (own_processor_seconds() - before) / played * 1e6;
}

// The memory of this program after a given number of games, and now.
class MemoryWatch : public TournamentListener {
 public:
  explicit MemoryWatch(std::uint64_t games) : games_(games) {}

  void progressed(const TournamentProgress& progress) override {
    late_ = resident_mebibytes();
    if (early_ == 0 && progress.played >= games_) early_ = late_;
  }
  double early() const { return early_; }
  double late() const { return late_; }

 private:
  const std::uint64_t games_;
  double early_ = 0, late_ = 0;
};

void many_games(benchmark::State& state) {
  const int games = full_or_trial(100'000, 20);
  BookArena arena(request_of(games, SandboxMode::off, Restart::on_fault), TOPTILE_BOOK_BOT, 1, pass);
  MemoryWatch memory(static_cast<std::uint64_t>(games) / 10);
  for (auto unused : state)
    if (!play(state, arena, 2, static_cast<int>(state.range(0)), {.listeners = {&memory}})) return;
  state.SetItemsProcessed(state.iterations() * games);
  state.counters["resident_mib"] = memory.late();
  state.counters["grown_mib"] = memory.late() - memory.early();
}

BENCHMARK_CAPTURE(moves, unsandboxed, SandboxMode::off)
    ->Arg(1)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(moves, sandboxed, SandboxMode::automatic)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(moves, batches_of_32, SandboxMode::off, 32)
    ->Arg(2)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(new_bots_each_game)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(many_games)->Arg(1)->Arg(32)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace

TOPTILE_BENCH_MAIN();
