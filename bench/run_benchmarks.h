// Shared by the programs that measure with Google Benchmark.
#pragma once

#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "bench/trial.h"

namespace toptile {

// Prints what the default reporter prints, and notes whether a benchmark was skipped with an error.
class ErrorNotingReporter final : public benchmark::BenchmarkReporter {
 public:
  bool has_error() const { return has_error_; }

  bool ReportContext(const Context& context) override { return shown_->ReportContext(context); }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) has_error_ = has_error_ || is_failed(run);
    shown_->ReportRuns(runs);
  }
  void Finalize() override { shown_->Finalize(); }

 private:
  // Google Benchmark renamed this in 1.8.
  template <class AnyRun>
  static bool is_failed(const AnyRun& run) {
    if constexpr (requires { run.error_occurred; })
      return run.error_occurred;
    else
      return run.skipped != decltype(run.skipped){};
  }

  const std::unique_ptr<BenchmarkReporter> shown_{benchmark::CreateDefaultDisplayReporter()};
  bool has_error_ = false;
};

// The whole of main(). The exit status is 1 if a benchmark was skipped with an error, and 2 if an argument is
// unknown.
inline int run_benchmarks(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  ErrorNotingReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return reporter.has_error() ? 1 : 0;
}

}  // namespace toptile

#define TOPTILE_BENCH_MAIN()                          \
  int main(int count, char** arguments) {             \
    return toptile::run_benchmarks(count, arguments); \
  }
