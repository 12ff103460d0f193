#include "league/store/restore.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "league/database/network_disk.h"
#include "league/database/postgres.h"
#include "league/database/postgres_address.h"
#include "league/database/sqlite.h"
#include "league/store/league_rows.h"
#include "league/store/league_store.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

// Suffixes of the files that SQLite keeps beside a database.
constexpr const char* kLog = "-wal";
constexpr const char* kIndexOfLog = "-shm";
constexpr const char* kJournal = "-journal";

fs::path beside(const fs::path& file, std::string_view suffix) {
  fs::path named = file;
  return named += suffix;
}

// The byte range of a file that SQLite locks: every connection to a database in WAL mode has a read lock in
// it. (sqlite3's os.h)
struct flock lock_of_sqlite() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = 0x40000000;
  lock.l_len = 512;
  return lock;
}

Error in_use(const fs::path& file, const struct flock& lock) {
  const std::string who = lock.l_pid > 0 ? fmt::format("process {}", lock.l_pid) : "a process";
  return Error{fmt::format("{}: {} uses this database; stop toptile league run and toptile serve first",
                           printable(file.string(), 1000), who)};
}

// Removes a temporary database with the files beside it, unless it was moved into place.
class AsideFile {
 public:
  explicit AsideFile(fs::path path) : path_(std::move(path)) { remove(); }
  AsideFile(const AsideFile&) = delete;
  AsideFile& operator=(const AsideFile&) = delete;
  ~AsideFile() { remove(); }
  const fs::path& path() const { return path_; }

 private:
  void remove() const {
    for (const char* suffix : {"", kLog, kIndexOfLog, kJournal}) ::unlink(beside(path_, suffix).c_str());
  }
  const fs::path path_;
};

Result<void> copy_bytes(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::copy_file(from, to, error);
  if (error) return Error{fmt::format("{}: it cannot be copied: {}", from.string(), error.message())};
  const UniqueDescriptor copy(::open(to.c_str(), O_RDWR | O_CLOEXEC));
  if (!copy.is_open() || ::fchmod(copy.number(), 0600) != 0 || ::fsync(copy.number()) != 0)
    return system_error(to, "this file cannot be written");
  return success();
}

// Copies the bytes, without SQLite, so that nothing is written beside the backup. It is an error if a process
// uses the backup.
Result<void> copy_backup(const std::string& backup, const fs::path& to) {
  const UniqueDescriptor opened(::open(backup.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!opened.is_open() || ::fstat(opened.number(), &status) != 0)
    return system_error(backup, "this backup cannot be read");
  if (!S_ISREG(status.st_mode) || status.st_size == 0)
    return Error{printable(backup, 1000) + ": this is not a backup of a league"};
  struct flock lock = lock_of_sqlite();
  if (::fcntl(opened.number(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
    return in_use(backup, lock);
  TOPTILE_TRY_TO(copy_bytes(backup, to));
  std::error_code ignored;
  return fs::exists(beside(backup, kLog), ignored) ? copy_bytes(beside(backup, kLog), beside(to, kLog))
                                                   : success();
}

struct CheckedCopy {
  std::int64_t sets = 0;
  std::vector<RecordFile> files;
};

// Migrates the copy, and makes it a single file.
Result<CheckedCopy> check_copy(const fs::path& copy) {
  TOPTILE_TRY(auto database, open_sqlite(copy.string()));
  TOPTILE_TRY_TO(database->check());
  TOPTILE_TRY(auto store, LeagueStore::open(std::move(database)));
  TOPTILE_TRY(const auto sets, find_number(store.database(), "SELECT count(*) FROM played", {}));
  TOPTILE_TRY(auto files, store.sets().files().list());
  return CheckedCopy{sets.value_or(0), std::move(files)};
}

// ---- Record files ---------------------------------------------------------------

// Makes a folder that only its owner can use.
Result<void> make_folder(const fs::path& folder) {
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return system_error(folder, "this folder cannot be made");
  return sync_folder(folder.parent_path());
}

// Copies the files that are not there yet, in both places as the database knows them.
Result<void> copy_record_files(const std::vector<RecordFile>& files, const fs::path& from,
                               const fs::path& to) {
  if (files.empty()) return success();
  // First all are read, so that nothing is written if one is missing.
  std::vector<const RecordFile*> missing;
  for (const RecordFile& file : files) {
    if (read_record_file(to, file)) continue;
    const auto there = read_record_file(from, file);
    if (!there) return there.error();
    missing.push_back(&file);
  }
  TOPTILE_TRY_TO(make_folder(to));
  for (const RecordFile* file : missing) {
    TOPTILE_TRY(const auto bytes, read_record_file(from, *file));
    TOPTILE_TRY_TO(replace_file(to / file->name, bytes, Readers::owner));
  }
  return sync_folder(to);
}

// Gives all record files a second name in another folder, or copies them where there are no hard links.
Result<void> keep_record_files(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::directory_iterator file(from, error);
  if (error) return success();  // There are none.
  TOPTILE_TRY_TO(make_folder(to));
  for (; file != fs::directory_iterator(); file.increment(error)) {
    if (error) break;
    const fs::path kept = to / file->path().filename();
    if (::link(file->path().c_str(), kept.c_str()) == 0 || errno == EEXIST) continue;
    TOPTILE_TRY_TO(copy_bytes(file->path(), kept));
  }
  if (error)
    return Error{
        fmt::format("{}: this folder cannot be read: {}", printable(from.string(), 1000), error.message())};
  return sync_folder(to);
}

// Gives the file a second, unused name beside it, and returns that name.
Result<fs::path> keep_under_another_name(const fs::path& file) {
  for (int number = 1;; ++number) {
    const fs::path kept = beside(file, fmt::format(".replaced-{}", number));
    if (::link(file.c_str(), kept.c_str()) == 0) return kept;
    if (errno == EEXIST) continue;
    // Some file systems do not support hard links.
    if (::renameat2(AT_FDCWD, file.c_str(), AT_FDCWD, kept.c_str(), RENAME_NOREPLACE) == 0) return kept;
    if (errno != EEXIST) return system_error(file, "it cannot be kept under another name");
  }
}

// Moves the existing database out of the way. No process can start using it while it is locked.
Result<std::string> put_away(const fs::path& file) {
  TOPTILE_TRY(const auto kept, keep_under_another_name(file));
  TOPTILE_TRY_TO(keep_record_files(record_folder_of(file), record_folder_of(kept)));
  for (const char* suffix : {kLog, kJournal}) {
    const fs::path from = beside(file, suffix);
    std::error_code ignored;
    if (fs::file_size(from, ignored) == 0) ::unlink(from.c_str());
    if (::rename(from.c_str(), beside(kept, suffix).c_str()) != 0 && errno != ENOENT)
      return system_error(from, "it cannot be kept under another name");
  }
  ::unlink(beside(file, kIndexOfLog).c_str());
  return kept.string();
}

Result<std::string> replace(const fs::path& file, const fs::path& copy) {
  // Closing the last connection to an intact database merges its log.
  static_cast<void>(open_sqlite(file.string(), std::chrono::milliseconds(0)));
  const UniqueDescriptor opened(::open(file.c_str(), O_RDWR | O_CLOEXEC));
  struct stat status {};
  if (!opened.is_open() || ::fstat(opened.number(), &status) != 0)
    return system_error(file, "this database cannot be opened");
  struct flock lock = lock_of_sqlite();
  if (::fcntl(opened.number(), F_OFD_SETLK, &lock) != 0) {
    ::fcntl(opened.number(), F_OFD_GETLK, &lock);
    return in_use(file, lock);
  }
  // The new database gets the owner and permissions of the old one, if this user may set them.
  if (::chmod(copy.c_str(), status.st_mode & 0777) != 0 ||
      (::chown(copy.c_str(), status.st_uid, status.st_gid) != 0 && errno != EPERM))
    return system_error(copy, "its owner cannot be set");
  TOPTILE_TRY(auto kept, put_away(file));
  if (::rename(copy.c_str(), file.c_str()) != 0)
    return system_error(file,
                        fmt::format("it cannot be replaced; what was there is {}", printable(kept, 1000)));
  return kept;
}

}  // namespace

Result<void> back_up_league(LeagueStore& store, const std::string& to) {
  RecordFiles& files = store.sets().files();
  const auto done = store.database().back_up(to, [&]() -> Result<void> {
    // Files are never changed or removed, so these are all files that the copy knows, and perhaps later ones.
    TOPTILE_TRY(const auto list, files.list());
    if (list.empty()) return success();
    TOPTILE_TRY(const auto folder, files.existing_folder());
    return copy_record_files(list, folder, record_folder_of(to));
  });
  if (done || !is_postgres_address(store.name())) return done;
  TOPTILE_TRY(const auto list, files.list());
  TOPTILE_TRY(const auto folder, files.folder());
  if (list.empty() || !folder) return done;
  return Error{fmt::format("{}; after that, copy the folder with the records of finished sets, {}",
                           done.error().message, shell_word(printable(folder->string(), 1000)))};
}

Result<Restored> restore_league(const std::string& backup, const std::string& address) {
  if (is_postgres_address(address)) {
    TOPTILE_TRY(const auto read, read_postgres_address(address));
    return Error{
        fmt::format("{}: a database of PostgreSQL is restored by its own tool: run pg_restore --clean "
                    "--if-exists --single-transaction --dbname={} {}",
                    read.name, shell_word(read.name), shell_word(printable(backup, 1000)))};
  }
  std::error_code error;
  const fs::path file = fs::absolute(address, error);
  if (error) return Error{fmt::format("{}: {}", printable(address, 1000), error.message())};
  TOPTILE_TRY_TO(check_is_local(printable(address, 1000), file));
  if (fs::equivalent(backup, file, error))
    return Error{printable(backup, 1000) + ": this is the league itself; name a backup of it"};
  const AsideFile aside(beside(file, fmt::format(".{}.new", ::getpid())));
  TOPTILE_TRY_TO(copy_backup(backup, aside.path()));
  Restored restored;
  auto checked = check_copy(aside.path());
  if (checked) {
    const auto copied =
        copy_record_files(checked.value().files, record_folder_of(backup), record_folder_of(file));
    if (!copied) checked = copied.error();
  }
  if (!checked) {
    std::string why = checked.error().message;
    const std::string name = printable(aside.path().string(), 1000) + ": ";
    if (why.starts_with(name)) why.erase(0, name.size());
    return Error{fmt::format("{}: this backup cannot be used: {}", printable(backup, 1000), why)};
  }
  restored.sets = checked.value().sets;
  if (fs::exists(file, error)) {
    TOPTILE_TRY(restored.kept_at, replace(file, aside.path()));
  } else {
    for (const char* suffix : {kLog, kIndexOfLog, kJournal}) {
      if (fs::exists(beside(file, suffix), error))
        return Error{
            fmt::format("{}: this file is of a database that is not there any more, and would change "
                        "the backup: move it away first",
                        beside(file, suffix).string())};
    }
    if (::renameat2(AT_FDCWD, aside.path().c_str(), AT_FDCWD, file.c_str(), RENAME_NOREPLACE) != 0 &&
        (errno != EINVAL || ::rename(aside.path().c_str(), file.c_str()) != 0))
      return system_error(file, "this file cannot be made");
  }
  TOPTILE_TRY_TO(sync_folder(file.parent_path()));
  return restored;
}

}  // namespace toptile
