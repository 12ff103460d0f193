#include "referee/processes/file_limit.h"

namespace toptile {
namespace {

// The limit belongs to the whole process, so its former value is a global variable.
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
