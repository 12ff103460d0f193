// The cost of a lexicon in milliseconds: building it from a text list, and mapping a built file. The bytes of
// the file and of the text are counters. The yardstick is `sha256`, the hash of the same text, which is the
// identity of the list and is computed by every build.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/files.h"
#include "base/sha256.h"
#include "bench/run_benchmarks.h"
#include "tools/greedy_games.h"

namespace toptile {

namespace {

const std::string& text() {
  static const std::string text = value_or_exit(read_file(bench_list()));
  return text;
}

Lexicon built() {
  return value_or_exit(build_lexicon("bench", text(), bench_rules().alphabet(), bench_rules().size)).lexicon;
}

void build(benchmark::State& state) {
  for ([[maybe_unused]] auto iteration : state) benchmark::DoNotOptimize(built());
  const Lexicon lexicon = built();
  state.counters["words"] = lexicon.words();
  state.counters["file_bytes"] = static_cast<double>(lexicon.image().size());
  state.counters["text_bytes"] = static_cast<double>(text().size());
}

void map(benchmark::State& state) {
  const auto file =
      std::filesystem::temp_directory_path() / fmt::format("toptile-bench-{}.lexicon", getpid());
  value_or_exit(save_lexicon(built(), file));
  for ([[maybe_unused]] auto iteration : state) benchmark::DoNotOptimize(value_or_exit(map_lexicon(file)));
  std::filesystem::remove(file);
}

void hash(benchmark::State& state) {
  for ([[maybe_unused]] auto iteration : state) benchmark::DoNotOptimize(sha256(text()));
}

BENCHMARK(hash)->Name("sha256")->Unit(benchmark::kMillisecond);
BENCHMARK(build)->Unit(benchmark::kMillisecond);
BENCHMARK(map)->Unit(benchmark::kMillisecond);

}  // namespace

}  // namespace toptile

TOPTILE_BENCH_MAIN();
