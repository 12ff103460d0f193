// How many files this program may have open. Many games at once need more than the soft limit allows, which
// most systems keep low for the sake of old programs.
#pragma once

#include <sys/resource.h>

#include <optional>

namespace toptile {

// Raises the soft limit to the hard limit, for this program alone: the processes that it starts
// (start_process) get the limit that it had before.
void allow_all_files();

// The limit before it was raised; nothing if it was not raised.
std::optional<rlimit> former_file_limit();

}  // namespace toptile
