#include "referee/file_limit.h"

namespace toptile {
namespace {

// A limit is the whole process's, and so is the memory of what it was.
std::optional<rlimit> former;

}  // namespace

void allow_all_files() {
  rlimit now{};
  if (former || ::getrlimit(RLIMIT_NOFILE, &now) != 0 || now.rlim_cur == now.rlim_max) return;
  const rlimit wanted{now.rlim_max, now.rlim_max};
  if (::setrlimit(RLIMIT_NOFILE, &wanted) == 0) former = now;
}

std::optional<rlimit> former_file_limit() {
  return former;
}

}  // namespace toptile
