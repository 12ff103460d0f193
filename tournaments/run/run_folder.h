// Checks and locks the folder of a run or a tuning before anything is written into it. The folder may be
// someone else's.
#pragma once

#include <filesystem>

#include "base/descriptor.h"
#include "base/result.h"
#include "tournaments/run/run_store.h"

namespace toptile {

enum class FolderOf { run, tuning };

// Fails if the folder cannot be claimed for that. Whether another program has its lock is not checked.
Result<void> check_folder(const RunPaths& paths, FolderOf what);

// Creates the folder, or opens one that holds the same kind, and takes its lock. Fails if the folder holds
// something else, if a link or a file of another type is in the way of a file to write, or if another program
// has the lock.
Result<UniqueDescriptor> claim_folder(const RunPaths& paths, FolderOf what);

// Takes the lock that keeps a second program from writing into the folder, which must exist. The lock is held
// as long as the descriptor is open.
Result<UniqueDescriptor> lock_run(const RunPaths& paths);

// Opens a log for reading and appending, and creates it if it does not exist. Anything but a regular file,
// such as a link, is an error.
Result<UniqueDescriptor> open_for_append(const std::filesystem::path& file);

}  // namespace toptile
