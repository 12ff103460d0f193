#include "league/store/compaction.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/assert.h"
#include "base/descriptor.h"
#include "base/files.h"
#include "base/utf8.h"
#include "league/store/league_rows.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

// The folder for the files, which is made if necessary. While this exists, no other process compacts the
// league into this folder.
class OpenFolder {
 public:
  static Result<OpenFolder> open(LeagueStore& store, const fs::path& path) {
    const fs::path database = store.database().file();
    if (!database.empty()) {
      TOPTILE_TRY_TO(make_beside(database, path));
    }
    UniqueDescriptor opened(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!opened.is_open()) return system_error(path, "this folder for record files cannot be read");
    // File systems that cannot do this are left with what the database checks: the records of a set are moved
    // only once.
    const bool is_locked = ::flock(opened.number(), LOCK_EX | LOCK_NB) == 0;
    if (!is_locked && errno == EWOULDBLOCK)
      return Error{
          fmt::format("{}: another process is just compacting this league: wait until it has finished",
                      printable(path.string(), 1000))};
    OpenFolder folder(path, std::move(opened));
    if (is_locked) folder.remove_unfinished();
    return folder;
  }

  const fs::path& path() const { return path_; }

  // Writes a file that all who may use the folder can read.
  Result<void> write(const RecordFile& file, std::string_view bytes) const {
    const fs::path to = path_ / file.name;
    TOPTILE_TRY_TO(replace_file(to, bytes, Readers::owner));
    struct stat status {};
    if (::fstat(folder_.number(), &status) != 0 || ::chmod(to.c_str(), status.st_mode & 0660) != 0)
      return system_error(to, "this file cannot be written");
    return sync_folder(path_);
  }

 private:
  OpenFolder(fs::path path, UniqueDescriptor folder) : path_(std::move(path)), folder_(std::move(folder)) {}

  // With the permissions of the database, because both have the same secrets.
  static Result<void> make_beside(const fs::path& database, const fs::path& path) {
    struct stat status {};
    if (::stat(database.c_str(), &status) != 0) return system_error(database);
    if (::mkdir(path.c_str(), 0700) != 0)
      return errno == EEXIST
                 ? success()
                 : Result<void>(system_error(path, "this folder for record files cannot be made"));
    const mode_t mode = status.st_mode & 0660;
    if (::chmod(path.c_str(), mode | (mode & 0440) >> 2) != 0)
      return system_error(path, "this folder for record files cannot be made");
    return sync_folder(path.parent_path());
  }

  // Removes the files that replace_file left when its process was killed.
  void remove_unfinished() const {
    std::error_code ignored;
    for (fs::directory_iterator file(path_, ignored), end; file != end; file.increment(ignored)) {
      const std::string name = file->path().filename().string();
      if (name.starts_with("sets-") && name.ends_with(".new")) fs::remove(file->path(), ignored);
    }
  }

  fs::path path_;
  UniqueDescriptor folder_;
};

Result<fs::path> chosen_folder(LeagueStore& store) {
  TOPTILE_TRY(auto folder, store.sets().files().folder());
  if (folder) return *std::move(folder);
  return Error{
      store.name() +
      ": a league on a server has its record files in a folder that you choose: name one that all of "
      "its computers have, with toptile league compact --folder DIR"};
}

// The sets of one file, and what their records took in the database.
struct ChosenSets {
  RecordFileWriter file;
  std::uint64_t bytes = 0;
};

// Chooses the sets of one file after the other, in the order in which they were stored.
class Chooser {
 public:
  Chooser(LeagueStore& store, int sets_per_file) : store_(store), sets_per_file_(sets_per_file) {}

  // Nullopt if too few are left for a file.
  Result<std::optional<ChosenSets>> next() {
    ChosenSets chosen{RecordFileWriter(sets_per_file_)};
    while (!chosen.file.is_full()) {
      if (next_ == waiting_.size()) {
        TOPTILE_TRY(waiting_, store_.sets().packed_after(last_, sets_per_file_));
        next_ = 0;
        if (waiting_.empty()) return std::optional<ChosenSets>();
        last_ = waiting_.back().order;
      }
      const PackedSet& set = waiting_[next_++];
      TOPTILE_TRY(const auto records, store_.sets().unpack_to_move(set));
      if (!records || !RecordFileWriter::takes(*records)) continue;
      chosen.file.add(set.order, set.set, *records);
      chosen.bytes += set.packed.size();
    }
    return std::optional(std::move(chosen));
  }

  // Chooses again, because another process has changed the sets.
  Result<void> begin() {
    waiting_.clear();
    next_ = 0;
    TOPTILE_TRY(const auto last,
                find_number(store_.database(), "SELECT MAX(last_seq) FROM record_files", {}));
    last_ = static_cast<std::uint64_t>(last.value_or(0));
    return success();
  }

 private:
  LeagueStore& store_;
  const int sets_per_file_;
  std::vector<PackedSet> waiting_;
  std::size_t next_ = 0;
  std::uint64_t last_ = 0;
};

Result<std::uint64_t> sets_in_database(LeagueStore& store) {
  TOPTILE_TRY(const auto sets, find_number(store.database(), "SELECT COUNT(*) FROM records", {}));
  return static_cast<std::uint64_t>(sets.value_or(0));
}

}  // namespace

Result<Compacted> compact(LeagueStore& store, const CompactionRequest& request, const std::stop_token& stop) {
  TOPTILE_ASSERT(request.sets_per_file >= 1 && request.sets_per_file <= kMaxSetsOfFile);
  const auto done = [&](CompactionStep step) {
    if (request.after) request.after(step);
  };
  TOPTILE_TRY(const auto path, chosen_folder(store));
  std::optional<OpenFolder> folder;
  Compacted compacted;
  Chooser chooser(store, request.sets_per_file);
  TOPTILE_TRY_TO(chooser.begin());
  while (true) {
    compacted.is_stopped = stop.stop_requested();
    if (compacted.is_stopped) break;
    TOPTILE_TRY(auto chosen, chooser.next());
    if (!chosen) break;
    if (!folder) {
      TOPTILE_TRY(folder, OpenFolder::open(store, path));
    }
    TOPTILE_TRY(const auto finished, chosen->file.finish());
    const auto& [file, bytes] = finished;
    done(CompactionStep::chosen);
    // The file is there, whatever happens, before the records leave the database.
    TOPTILE_TRY_TO(folder->write(file, bytes));
    done(CompactionStep::written);
    TOPTILE_TRY(const bool is_moved, store.sets().move_records(file, [&] { done(CompactionStep::moved); }));
    if (!is_moved) {
      TOPTILE_TRY_TO(chooser.begin());
      continue;
    }
    done(CompactionStep::committed);
    compacted.sets += file.sets.size();
    ++compacted.files;
    compacted.bytes_before += chosen->bytes;
    compacted.bytes_after += bytes.size();
    if (request.on_progress) request.on_progress(compacted.sets);
  }
  TOPTILE_TRY(compacted.sets_left, sets_in_database(store));
  return compacted;
}

Result<Compacted> estimate_compaction(LeagueStore& store, const CompactionRequest& request) {
  Compacted estimate;
  TOPTILE_TRY(estimate.sets_left, sets_in_database(store));
  Chooser chooser(store, request.sets_per_file);
  TOPTILE_TRY_TO(chooser.begin());
  TOPTILE_TRY(auto first, chooser.next());
  if (!first) return estimate;
  TOPTILE_TRY(const auto finished, first->file.finish());
  const std::uint64_t of_file = finished.first.sets.size();
  TOPTILE_TRY(const auto bytes,
              find_number(store.database(), "SELECT CAST(SUM(length(packed)) AS BIGINT) FROM records", {}));
  estimate.files = estimate.sets_left / of_file;
  estimate.sets = estimate.files * of_file;
  estimate.bytes_after = estimate.files * finished.second.size();
  estimate.bytes_before =
      static_cast<std::uint64_t>(static_cast<double>(bytes.value_or(0)) * static_cast<double>(estimate.sets) /
                                 static_cast<double>(estimate.sets_left));
  estimate.sets_left -= estimate.sets;
  return estimate;
}

}  // namespace toptile
