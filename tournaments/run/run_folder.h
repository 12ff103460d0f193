// The folder of a run or of a tuning, before something is written into it. Anybody may have made the folder.
#pragma once

#include <filesystem>

#include "base/descriptor.h"
#include "base/result.h"
#include "tournaments/run/run_store.h"

namespace toptile {

enum class FolderOf { run, tuning };

// Why the folder cannot be claimed for that; nothing if it can, unless another program has its lock.
Result<void> check_folder(const RunPaths& paths, FolderOf what);

// Makes the folder and takes its lock, or opens one that holds the same. An error if it holds something else,
// if a link or a file of another type stands where something is written, or if another program has the lock.
Result<UniqueDescriptor> claim_folder(const RunPaths& paths, FolderOf what);

// Takes the lock that keeps a second program from writing into the folder, which exists. It is held as long
// as the descriptor is open.
Result<UniqueDescriptor> lock_run(const RunPaths& paths);

// Opens a log to read it and to write at its end. A link or anything else but a regular file is an error.
Result<UniqueDescriptor> open_for_append(const std::filesystem::path& file);

}  // namespace toptile
