// Trial runs of benchmarks, which only show that each runs to its end.
#pragma once

#include <cstdlib>

namespace toptile {

// Whether this is a trial: the environment variable TOPTILE_BENCH_TRIAL is set. Tests run trials.
// Measurements of a trial are meaningless.
inline bool is_trial() {
  static const bool is_set = std::getenv("TOPTILE_BENCH_TRIAL") != nullptr;
  return is_set;
}

// The size of a benchmark, which is small in a trial.
template <class T>
T full_or_trial(T full, T trial) {
  return is_trial() ? trial : full;
}

}  // namespace toptile
