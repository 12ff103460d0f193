#include "base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace toptile {

void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "toptile: %s:%d: this should never be false: %s\n", file, line, condition);
  std::abort();
}

}  // namespace toptile
