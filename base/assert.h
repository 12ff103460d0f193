// Assertions that stay on in release: a broken invariant is our bug, and a tournament must not go on with it.
#pragma once

namespace toptile {

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace toptile

#define TOPTILE_ASSERT(condition) \
  (static_cast<bool>(condition) ? void(0) : ::toptile::assertion_failed(#condition, __FILE__, __LINE__))
