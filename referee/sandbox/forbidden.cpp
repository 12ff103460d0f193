#include "referee/sandbox/forbidden.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/descriptor.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxEntries = 1'000'000;  // Searching this many takes less than a second.
constexpr int kMaxFound = 1'000;        // Each becomes a part of the wrapper's command line.

bool is_meeting_point(fs::file_type type) {
  return type == fs::file_type::fifo || type == fs::file_type::socket;
}

class Search {
 public:
  Search(const std::vector<fs::path>& readable, const std::vector<fs::path>& hidden)
      : readable_(readable.begin(), readable.end()), hidden_(hidden.begin(), hidden.end()) {}

  Started<Forbidden> found() && {
    for (const fs::path& root : readable_) {
      std::error_code ignored;
      const fs::file_type type = fs::status(root, ignored).type();
      if (is_meeting_point(type)) found_.points.insert(root);
      if (type != fs::file_type::directory) continue;
      TOPTILE_TRY_TO(look_through(root));
    }
    return std::move(found_);
  }

 private:
  Started<void> look_through(const fs::path& root) {
    folders_ = {root};
    while (!folders_.empty()) {
      const fs::path folder = std::move(folders_.back());
      folders_.pop_back();
      std::error_code error;
      fs::directory_iterator entry(folder, error);
      for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        note(*entry);
        if (++entries_ > kMaxEntries || found_.points.size() + found_.runs.size() > kMaxFound)
          return too_much(root);
      }
      if (error && !is_beyond_reach(folder, error)) return explain(folder, error);
    }
    return success();
  }

  void note(const fs::directory_entry& entry) {
    std::error_code gone;
    if (entry.is_symlink(gone) || is_hidden(entry.path())) return;
    if (entry.is_directory(gone)) {
      if (is_run_folder(entry.path())) {
        found_.runs.insert(entry.path());
      } else {
        folders_.push_back(entry.path());
      }
    } else if (entry.is_fifo(gone) || entry.is_socket(gone)) {
      found_.points.insert(entry.path());
    }
  }

  bool is_hidden(const fs::path& path) const { return hidden_.contains(path) && !readable_.contains(path); }

  // Whether the folder is gone, or the bot may not enter it either.
  static bool is_beyond_reach(const fs::path& folder, const std::error_code& error) {
    return error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory ||
           (error == std::errc::permission_denied && ::access(folder.c_str(), X_OK) != 0);
  }

  static StartFailure explain(const fs::path& folder, const std::error_code& error) {
    if (error == std::errc::permission_denied) {
      return {{fmt::format("{0}: this folder can be entered but not listed, so nobody knows what its bot "
                           "finds there; try: chmod u+r {0}",
                           folder.string())},
              false};
    }
    return {{fmt::format("{}: this folder cannot be read: {}", folder.string(),
                         explain_descriptor_failure(error.value()))},
            true};
  }

  static StartFailure too_much(const fs::path& root) {
    return {{fmt::format("{}: this folder has more than {} files, or {} FIFOs, sockets and runs, and the "
                         "sandbox cannot check so many; give the bot a folder of its own",
                         root.string(), kMaxEntries, kMaxFound)},
            false};
  }

  const std::set<fs::path> readable_, hidden_;
  std::vector<fs::path> folders_;  // The folders that are still to be searched.
  Forbidden found_;
  int entries_ = 0;
};

}  // namespace

bool is_run_folder(const fs::path& folder, int base) {
  const auto has = [&](const char* name) {
    return ::faccessat(base, (folder / name).c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
  };
  return (has("run.json") && (has("games.jsonl") || has("lock"))) || (has("tune.json") && has("lock"));
}

Started<Forbidden> find_forbidden(const std::vector<fs::path>& readable,
                                  const std::vector<fs::path>& hidden) {
  return Search(readable, hidden).found();
}

Started<Forbidden> ForbiddenCache::find(const std::vector<fs::path>& readable,
                                        const std::vector<fs::path>& hidden) {
  const std::lock_guard lock(mutex_);
  if (known_ && known_->readable == readable && known_->hidden == hidden) return known_->found;
  TOPTILE_TRY(auto found, find_forbidden(readable, hidden));
  known_ = Known{readable, hidden, std::move(found)};
  return known_->found;
}

}  // namespace toptile
