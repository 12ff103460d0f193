// How many files this program may have open: many games at once need more than the soft limit, which systems
// keep low for the sake of old programs, mostly allows.
#pragma once

#include <sys/resource.h>

#include <optional>

namespace toptile {

// As many as the hard limit allows, from now on, for this program alone: what it starts (start_process) has
// the limit that this program had.
void allow_all_files();

// That limit; nothing where it still stands.
std::optional<rlimit> former_file_limit();

}  // namespace toptile
