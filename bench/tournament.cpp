// Whole tournaments between two bots that answer at once (bench/book_bot.cpp): moves a second through real
// pipes, every move judged and every record on disk, at one game at a time and at two. Read beside `pingpong
// bare` of the same run.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/game.h"
#include "protocol/lexicon_file.h"
#include "tournaments/schedule.h"
#include "tournaments/tournament.h"

namespace {

using namespace toptile;
namespace fs = std::filesystem;

constexpr int kGames = 2000;
constexpr std::uint64_t kSeed = 1;

struct Arena {
  Arena() {
    std::string pattern = (fs::temp_directory_path() / "toptile-bench-XXXXXX").string();
    folder = ::mkdtemp(pattern.data());
    write_book();
  }
  ~Arena() { fs::remove_all(folder); }

  static std::string lexicon() {
    const char* chosen = std::getenv("TOPTILE_BENCH_LEXICON");
    return chosen != nullptr ? chosen : TOPTILE_SOURCE_DIR "/lexicons/english.txt";
  }

  ResolvedPlan plan() const {
    TournamentRequest request;
    for (const char* name : {"one", "two"}) {
      request.bots.push_back({{"name", name}, {"command", {TOPTILE_BOOK_BOT, (folder / "book").string()}}});
    }
    request.games = kGames;
    request.seed = kSeed;
    request.lexicon = lexicon();
    request.directory = folder;
    auto resolved = resolve(request, {});
    if (!resolved) throw std::runtime_error(resolved.error().message);
    return std::move(resolved).value();
  }

  // Greedy against greedy, as the schedule has them.
  void write_book() const {
    std::ofstream(folder / "book").close();
    const ResolvedPlan resolved = plan();
    MoveGenerator generator(resolved.plan.rules, resolved.lexicon);
    std::string book;
    for (std::uint64_t id = 1; id <= kGames; ++id) {
      Game game(resolved.plan.rules, resolved.lexicon, game_seed(kSeed, (id + 1) / 2), 2);
      while (!game.is_over()) {
        ScoredPlay best;
        const bool has_one = generator.find_best(game.board(), game.rack(game.seat_to_move()), best);
        if (!game.play(has_one ? Move(best.placement) : Move(Pass{}))) std::abort();
      }
      for (const Move& move : game.moves()) book += format_move(move, resolved.plan.rules.alphabet()) + " ";
      book += "\n";
    }
    std::ofstream(folder / "book") << book;
  }

  fs::path folder;
};

double own_processor_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void tournament(benchmark::State& state) {
  static const Arena arena;
  const ResolvedPlan resolved = arena.plan();
  std::uint64_t turns = 0;
  double own = 0;
  int run = 0;
  for (auto unused : state) {
    const RunPaths paths{arena.folder / fmt::format("run-{}-{}", state.range(0), run++)};
    const double before = own_processor_seconds();
    const auto end = run_tournament(resolved, paths, {.concurrency = static_cast<int>(state.range(0))}, {});
    own += own_processor_seconds() - before;
    if (!end || end.value().progress.forfeits > 0) state.SkipWithError("a game went wrong");
    turns += end ? end.value().progress.turns : 0;
    state.PauseTiming();
    fs::remove_all(paths.folder);
    state.ResumeTiming();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(turns));
  state.counters["own_us_a_move"] = own / static_cast<double>(std::max<std::uint64_t>(turns, 1)) * 1e6;
}

BENCHMARK(tournament)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
