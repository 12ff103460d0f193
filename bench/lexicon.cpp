// What a lexicon costs: building it from a text list, and mapping a built file, in milliseconds; bytes of the
// file and of the text are counters. The yardstick is `sha256`, the hash of the same text: its identity,
// which is part of every build. The list is the shipped one, or the file that TOPTILE_BENCH_LEXICON names.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "engine/sha256.h"
#include "protocol/files.h"
#include "protocol/lexicon_file.h"
#include "protocol/ruleset_json.h"

namespace toptile {

namespace {

template <class T>
T value_or_exit(Result<T> result) {
  if (result) return std::move(result).value();
  fmt::print(stderr, "bench: lexicon: {}\n", result.error().message);
  std::exit(2);
}

const Ruleset& rules() {
  static const Ruleset rules = value_or_exit(shipped_ruleset("hasbro"));
  return rules;
}

const std::string& text() {
  static const std::string text = [] {
    const char* file = std::getenv("TOPTILE_BENCH_LEXICON");
    return value_or_exit(read_file(file != nullptr ? file : TOPTILE_SOURCE_DIR "/lexicons/english.txt"));
  }();
  return text;
}

Lexicon built() {
  return value_or_exit(build_lexicon("bench", text(), rules().alphabet(), rules().size)).lexicon;
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
  if (const auto saved = save_lexicon(built(), file); !saved) {
    fmt::print(stderr, "bench: lexicon: {}\n", saved.error().message);
    std::exit(2);
  }
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

BENCHMARK_MAIN();
