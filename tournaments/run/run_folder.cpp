#include "tournaments/run/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include "base/files.h"
#include "tournaments/run/run_files.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

// Creates a folder and its parents so that they survive a power failure.
Result<void> make_folders(const fs::path& folder) {
  std::error_code error;
  if (fs::is_directory(folder, error)) return success();
  const fs::path parent = fs::absolute(folder).lexically_normal().parent_path();
  if (parent != folder) {
    TOPTILE_TRY_TO(make_folders(parent));
  }
  fs::create_directory(folder, error);
  if (error)
    return Error{fmt::format("{}: this folder cannot be made: {}", folder.string(), error.message())};
  return sync_folder(parent);
}

// The files in the folder reveal seeds and racks, so no other user may read it. An existing empty folder is
// closed, too, as it may have been made for this run. A folder that is not empty keeps its permissions, and
// so does another user's. The files have permissions of their own in any case.
Result<void> make_private_folder(const fs::path& folder) {
  std::error_code error, not_ours;
  const bool is_new = !fs::is_directory(folder, error);
  TOPTILE_TRY_TO(make_folders(folder));
  if (is_new) fs::permissions(folder, fs::perms::owner_all, error);
  if (error) return Error{fmt::format("{}: {}", folder.string(), error.message())};
  if (!is_new && fs::is_empty(folder, error)) fs::permissions(folder, fs::perms::owner_all, not_ours);
  return success();
}

// Removes what a kill left of files that are first written under another name (base/files.h).
void remove_those_aside(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".new") fs::remove(entry.path(), error);
  }
}

}  // namespace

Result<UniqueDescriptor> lock_run(const RunPaths& paths) {
  const fs::path file = paths.folder / "lock";
  UniqueDescriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
  if (!lock.is_open()) return system_error(file, "this file cannot be written");
  if (::flock(lock.number(), LOCK_EX | LOCK_NB) == 0) return lock;
  return Error{
      fmt::format("{}: another program is playing this run now; wait for it, or choose another folder",
                  paths.folder.string())};
}

Result<void> check_folder(const RunPaths& paths, FolderOf what) {
  TOPTILE_TRY(const auto has_run, files_of(paths).look_for(paths.plan().filename()));
  TOPTILE_TRY(const auto has_tuning, files_of(paths).look_for(paths.tuning().filename()));
  std::error_code error;
  const bool is_run = what == FolderOf::run;
  const bool has_other = is_run ? has_tuning : has_run;
  const bool is_ours = !has_other && (has_run || has_tuning || fs::exists(paths.folder / "lock", error));
  const auto type = fs::symlink_status(paths.folder, error).type();
  const bool leads_nowhere = type == fs::file_type::symlink && !fs::exists(paths.folder, error);
  if (leads_nowhere || (fs::exists(paths.folder, error) && !fs::is_directory(paths.folder, error)))
    return Error{fmt::format("{}: this is {}; choose another folder", paths.folder.string(),
                             leads_nowhere ? "a link that leads nowhere" : "not a folder")};
  if (!is_ours && fs::exists(paths.folder, error) && !fs::is_empty(paths.folder, error)) {
    return Error{fmt::format("{}: this folder holds something other than a {}; choose another folder",
                             paths.folder.string(), is_run ? "run" : "tuning")};
  }
  return success();
}

Result<UniqueDescriptor> claim_folder(const RunPaths& paths, FolderOf what) {
  TOPTILE_TRY_TO(check_folder(paths, what));
  TOPTILE_TRY_TO(make_private_folder(paths.folder));
  if (auto link = foreign_link_fault(paths)) return *std::move(link);
  TOPTILE_TRY(auto lock, lock_run(paths));
  // The lock file marks the folder as that of a run or tuning, even if the program is killed here.
  TOPTILE_TRY_TO(make_private_folder(paths.folder / "bots"));
  remove_those_aside(paths.folder);
  remove_those_aside(paths.frozen());
  return lock;
}

Result<UniqueDescriptor> open_for_append(const fs::path& file) {
  UniqueDescriptor descriptor(
      ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
  if (!descriptor.is_open()) return system_error(file, "this file cannot be written");
  if (const auto fault = regular_file_fault(descriptor.number())) return in_context(file.string(), *fault);
  return descriptor;
}

}  // namespace toptile
