// Whole tournaments between two bots that answer at once (bench/book_bot.cpp). They go through real pipes,
// every move is judged, and every record is on disk:
// - `moves` plays one game at a time or two, without the sandbox or in what this machine gives of it. It
//   tells moves a second (items_per_second), and this program's own processor time for a move. Read it beside
//   `pingpong bare` of the same run.
// - `new_bots_each_game` plays games of passes, with two new processes each. It tells games a second.
// - `many_games` plays 100,000 of those with the same processes. It tells what this program holds in memory
//   at the end, and by how much that grew after a tenth of the games.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "engine/game.h"
#include "protocol/lexicon_file.h"
#include "tournaments/formats/schedule.h"
#include "tournaments/run/tournament.h"

namespace {

using namespace toptile;
namespace fs = std::filesystem;

constexpr std::uint64_t kSeed = 1;

TournamentRequest request_of(int games, SandboxMode sandbox, Restart restart) {
  const char* lexicon = std::getenv("TOPTILE_BENCH_LEXICON");
  TournamentRequest request;
  request.games = games;
  request.seed = kSeed;
  request.lexicon = lexicon != nullptr ? lexicon : TOPTILE_SOURCE_DIR "/lexicons/english.txt";
  request.sandbox = sandbox;
  request.conduct.restart = restart;
  return request;
}

// Both players of the book's games are greedy.
Move greedy_move(const Game& game, MoveGenerator& generator) {
  ScoredPlay best;
  const bool has_one = generator.find_best(game.board(), game.rack(game.seat_to_move()), best);
  return has_one ? Move(best.placement) : Move(Pass{});
}

Move pass(const Game&, MoveGenerator&) {
  return Pass{};
}

// A folder with the bots' book and the runs.
class Arena {
 public:
  // The book holds the first games of the requested tournament. `choose` makes every move in them.
  template <class Choose>
  Arena(TournamentRequest request, int games_in_book, Choose choose) {
    std::string pattern = (fs::temp_directory_path() / "toptile-bench-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    std::ofstream(book()).close();
    for (const char* name : {"one", "two"})
      request.bots.push_back({Json{{"name", name}, {"command", {TOPTILE_BOOK_BOT, book().string()}}}});
    request.directory = folder_;
    auto resolved = resolve(request, {});
    if (!resolved) throw std::runtime_error(resolved.error().message);
    resolved_.emplace(std::move(resolved).value());
    write_book(games_in_book, choose);
  }
  ~Arena() { fs::remove_all(folder_); }

  const ResolvedPlan& plan() const { return *resolved_; }
  RunPaths next_run() { return {folder_ / fmt::format("run-{}", ++runs_)}; }

 private:
  fs::path book() const { return folder_ / "book"; }

  template <class Choose>
  void write_book(int games, Choose choose) const {
    const Plan& plan = resolved_->plan;
    MoveGenerator generator(plan.rules, resolved_->lexicon);
    std::ofstream book(this->book());
    for (int id = 1; id <= games; ++id) {
      Game game(plan.rules, resolved_->lexicon, game_seed(kSeed, (static_cast<std::uint64_t>(id) + 1) / 2),
                2);
      while (!game.is_over()) {
        if (!game.play(choose(game, generator))) std::abort();
      }
      for (const Move& move : game.moves()) book << format_move(move, plan.rules.alphabet()) << ' ';
      book << '\n';
    }
  }

  fs::path folder_;
  std::optional<ResolvedPlan> resolved_;
  int runs_ = 0;
};

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

// Plays one tournament and gives what came of it. The run's folder is removed.
TournamentProgress play(benchmark::State& state, Arena& arena, int concurrency,
                        const TournamentWatch& watch = {}) {
  const RunPaths paths = arena.next_run();
  const auto end = run_tournament(arena.plan(), paths, {.concurrency = concurrency}, watch);
  state.PauseTiming();
  if (!end)
    state.SkipWithError(end.error().message.c_str());
  else if (end.value().progress.forfeits > 0)
    state.SkipWithError("a game went wrong");
  fs::remove_all(paths.folder);
  state.ResumeTiming();
  return end ? end.value().progress : TournamentProgress{};
}

void moves(benchmark::State& state, SandboxMode sandbox) {
  constexpr int kGames = 2000;
  Arena arena(request_of(kGames, sandbox, Restart::on_fault), kGames, greedy_move);
  std::uint64_t turns = 0;
  const double before = own_processor_seconds();
  for (auto unused : state) turns += play(state, arena, static_cast<int>(state.range(0))).turns;
  const double own = own_processor_seconds() - before;
  state.SetItemsProcessed(static_cast<std::int64_t>(turns));
  state.counters["own_us_a_move"] = own / static_cast<double>(std::max<std::uint64_t>(turns, 1)) * 1e6;
}

void new_bots_each_game(benchmark::State& state) {
  constexpr int kGames = 1000;
  Arena arena(request_of(kGames, SandboxMode::off, Restart::each_game), 1, pass);
  for (auto unused : state) play(state, arena, static_cast<int>(state.range(0)));
  state.SetItemsProcessed(state.iterations() * kGames);
}

// The memory that this program held after so many games, and the memory that it holds now.
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
  constexpr int kGames = 100'000;
  Arena arena(request_of(kGames, SandboxMode::off, Restart::on_fault), 1, pass);
  MemoryWatch memory(kGames / 10);
  for (auto unused : state) play(state, arena, 2, {.listeners = {&memory}});
  state.SetItemsProcessed(state.iterations() * kGames);
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
BENCHMARK(new_bots_each_game)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(many_games)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
