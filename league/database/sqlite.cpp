#include "league/database/sqlite.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <thread>
#include <utility>

#include "base/assert.h"
#include "base/files.h"
#include "base/utf8.h"
#include "league/database/lock_owner.h"
#include "league/database/network_disk.h"
#include "league/database/sql_values.h"
#include "league/database/sqlite_file.h"
#include "league/database/sqlite_statement.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::int64_t kApplicationId = 0x546f7054;  // "TopT"

class SqliteDatabase final : public Database {
 public:
  SqliteDatabase(std::string name, const std::string& file, std::chrono::milliseconds patience)
      : name_(std::move(name)),
        file_(file),
        access_to_file_(access_to(file)),
        patience_(patience),
        connection_(access_to_file_.address, access_to_file_.flags | SQLite::OPEN_NOMUTEX) {
    sqlite3_busy_handler(connection_.getHandle(), &SqliteDatabase::wait_a_little, this);
  }

  // Sets up the connection, and the database itself if it is new.
  Result<void> set_up() {
    return guarded([&]() -> Result<void> {
      connection_.check(sqlite3_extended_result_codes(connection_.getHandle(), 1));
      const bool is_read_only = access_to_file_.is_read_only();
      if (!is_read_only && sqlite3_db_readonly(connection_.getHandle(), "main") == 1)
        return error("this file cannot be written: make it writable for this user");
      // The file is the organizer's own, but may be damaged; SQLite recommends this for such files.
      connection_.check(sqlite3_db_config(connection_.getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1,
                                          static_cast<int*>(nullptr)));
      connection_.check(
          sqlite3_create_collation(connection_.getHandle(), "C", SQLITE_UTF8, nullptr, &by_bytes));
      connection_.exec("PRAGMA trusted_schema = OFF");
      connection_.exec("PRAGMA cell_size_check = ON");
      connection_.exec("PRAGMA mmap_size = 0");
      // Takes effect only in a new file. The records of a set have 2 KiB, and half of each 4 KiB page would
      // be empty.
      connection_.exec("PRAGMA page_size = 16384");
      // All reads must see the same state, because another process may be creating the database.
      connection_.exec("BEGIN");
      TOPTILE_TRY(const bool is_ours, is_ours_already());
      connection_.exec("COMMIT");
      if (is_read_only) return is_ours ? success() : Result<void>(error("this file is not a league"));
      // While this waited, a backup may have replaced the file (league/store/restore.h).
      int has_moved = 0;
      connection_.check(
          sqlite3_file_control(connection_.getHandle(), "main", SQLITE_FCNTL_HAS_MOVED, &has_moved));
      if (has_moved != 0) return error("this file was replaced just now: try again");
      TOPTILE_TRY_TO(write_ahead());
      if (!is_ours) {
        connection_.exec("BEGIN IMMEDIATE");
        TOPTILE_TRY(const bool is_ours_now, is_ours_already());
        if (!is_ours_now) connection_.exec(fmt::format("PRAGMA application_id = {}", kApplicationId));
        connection_.exec("COMMIT");
      }
      // Syncs the log at each commit. With NORMAL, a loss of power would take back what others were told:
      // that a bot was submitted in time, or that a token was revoked.
      connection_.exec("PRAGMA synchronous = FULL");
      connection_.exec("PRAGMA foreign_keys = ON");
      return success();
    });
  }

  Result<std::int64_t> execute(std::string_view sql, const SqlValues& values) override {
    std::int64_t changed = 0;
    // Without a transaction, SQLite starts one for the statement.
    TOPTILE_TRY_TO(run(sql, values, Transaction::write, [&](Prepared& prepared) -> Result<void> {
      sqlite3* const handle = connection_.getHandle();
      const auto before = sqlite3_total_changes64(handle);
      while (prepared.statement.executeStep()) {
      }
      // sqlite3_changes64 is about the last statement that changed rows, so check whether this one changed
      // any.
      changed = sqlite3_total_changes64(handle) == before ? 0 : sqlite3_changes64(handle);
      return success();
    }));
    return changed;
  }

  Result<void> insert(std::span<const SqlStatement> statements) override {
    for (const auto& [sql, values] : statements) {
      if (sql.empty()) continue;
      TOPTILE_TRY_TO(execute(sql, values));
    }
    return success();
  }

  Result<void> query(std::string_view sql, const SqlValues& values, const RowVisitor& visit) override {
    return run(sql, values, Transaction::read, [&](Prepared& prepared) -> Result<void> {
      const SqliteRow row(prepared.statement);
      while (prepared.statement.executeStep()) {
        visit(row);
        if (row.fault()) return error(*row.fault() + ": " + about(sql));
      }
      return success();
    });
  }

  std::string_view skip_locked() const override { return ""; }
  // The transaction has excluded them from its beginning.
  Result<void> exclude_writers(std::string_view sql, const RowVisitor& visit) override {
    return query(sql, {}, visit);
  }

  std::string now_sql() const override { return std::to_string(milliseconds_now()); }
  Result<std::int64_t> now() override { return milliseconds_now(); }

  Result<void> check() override {
    std::optional<std::string> damage;
    TOPTILE_TRY_TO(query("PRAGMA integrity_check", {}, [&](const SqlRow& row) {
      if (const auto line = row.text(0); line != "ok" && !damage) damage = printable(line, 300);
    }));
    if (!damage) {
      TOPTILE_TRY_TO(query("PRAGMA foreign_key_check", {}, [&](const SqlRow& row) {
        if (!damage)
          damage = fmt::format("a row of {} refers to a row of {} that is missing", printable(row.text(0)),
                               printable(row.text(2)));
      }));
    }
    if (damage) return damaged(*damage);
    return success();
  }

  using Database::back_up;
  Result<void> back_up(const std::string& to, const std::function<Result<void>()>& finish) override {
    TOPTILE_ASSERT(!access_ && !is_used_);
    const fs::path target(to);
    struct stat status {};
    if (::lstat(to.c_str(), &status) == 0)
      return Error{to + ": this file is there already: give the copy another name"};
    const std::string aside = to + fmt::format(".{}.new", ::getpid());
    ::unlink(aside.c_str());  // A killed process may have left one behind.
    if (::mknod(aside.c_str(), S_IFREG | 0600, 0) != 0)
      return system_error(to, "this file cannot be written");
    auto copied = copy_to(aside, to);
    if (copied) copied = finish();
    if (copied && ::renameat2(AT_FDCWD, aside.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) != 0 &&
        // Some file systems do not support this call; with rename, a file that appears just now would be
        // lost.
        (errno != EINVAL || ::rename(aside.c_str(), to.c_str()) != 0))
      copied = system_error(to, "this file cannot be written");
    if (!copied) {
      for (const char* suffix : {"", "-journal", "-wal", "-shm"}) ::unlink((aside + suffix).c_str());
      return copied;
    }
    return sync_folder(target.parent_path());
  }

  Result<void> shrink() override {
    TOPTILE_ASSERT(!access_ && !is_used_);
    return guarded([&]() -> Result<void> {
      const std::int64_t pages = connection_.execAndGet("PRAGMA page_count").getInt64();
      if (4 * connection_.execAndGet("PRAGMA freelist_count").getInt64() < pages) return success();
      connection_.exec("VACUUM");
      // The new database is in the log. If a reader still needs the old one, a later checkpoint copies it
      // back.
      connection_.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      return success();
    });
  }

  const std::string& name() const override { return name_; }
  fs::path file() const override { return file_; }

 protected:
  Result<void> begin(Transaction access) override {
    TOPTILE_ASSERT(!access_ && !is_used_);
    return guarded([&]() -> Result<void> {
      connection_.exec(access == Transaction::read ? "BEGIN DEFERRED" : "BEGIN IMMEDIATE");
      access_ = access;
      failure_.reset();
      return success();
    });
  }

  Result<void> commit() override {
    TOPTILE_ASSERT(access_ && !is_used_);
    if (failure_) return *failure_;
    return guarded([&]() -> Result<void> {
      connection_.exec("COMMIT");
      access_.reset();
      return success();
    });
  }

  void roll_back() override {
    TOPTILE_ASSERT(!is_used_);
    access_.reset();
    // After some errors, such as a full disk, SQLite has rolled back by itself.
    if (sqlite3_get_autocommit(connection_.getHandle()) == 0) connection_.tryExec("ROLLBACK");
  }

 private:
  Error error(std::string_view what) const { return {fmt::format("{}: {}", name_, what)}; }
  Error damaged(std::string_view what) const {
    return error(fmt::format("this database is damaged ({}): restore a backup of it", what));
  }
  static std::string about(std::string_view sql) { return printable(sql, 200); }

  Error busy() const {
    const double waited = std::chrono::duration<double>(patience_).count();
    const auto writer = find_writer(file_);
    if (!writer)
      return error(
          fmt::format("others have kept this database busy for {} s: look for a process that hangs, or "
                      "try again",
                      waited));
    const std::string process = fmt::format("process {}{}", writer->process,
                                            writer->program.empty() ? "" : " (" + writer->program + ")");
    if (writer->is_stopped)
      return error(
          fmt::format("{} was stopped in the middle of a change, and has kept this database busy for {} s: "
                      "continue it with kill -CONT {}, or end it",
                      process, waited, writer->process));
    return error(fmt::format("{} has kept this database busy for {} s: end it if it hangs, or try again",
                             process, waited));
  }

  Error error_of(int code, const char* what) const {
    const std::string reason = printable(what, 300);
    const int kind = code & 0xff;
    // SQLite reports a full disk only for the database file, not for the files beside it.
    const int system =
        kind == SQLITE_IOERR || kind == SQLITE_CANTOPEN ? sqlite3_system_errno(connection_.getHandle()) : 0;
    if (kind == SQLITE_FULL || system == ENOSPC || system == EDQUOT)
      return error("the disk is full: make room on it, and try again");
    switch (kind) {
      case SQLITE_BUSY:
      case SQLITE_LOCKED:
        return busy();
      case SQLITE_READONLY:
        if (access_to_file_.is_read_only())
          return error("its file system can only be read: copy the file to another one to change the league");
        [[fallthrough]];
      case SQLITE_PERM:
        return error(
            fmt::format("this database cannot be written ({}): make the file and its folder writable for "
                        "this user",
                        reason));
      case SQLITE_CANTOPEN:
        return error(
            fmt::format("this database cannot be opened ({}): its file and its folder must be there, and be "
                        "readable and writable for this user",
                        reason));
      case SQLITE_NOTADB:
        return error("this file is not a database of SQLite: name another file");
      case SQLITE_CORRUPT:
        return damaged(reason);
      case SQLITE_IOERR:
        return error(
            fmt::format("reading or writing the disk failed ({}): look for errors of the disk, or whether "
                        "the file system is still there",
                        reason));
      case SQLITE_NOMEM:
        return error("there is not enough memory for this database");
      default:
        return error(fmt::format("SQLite says: {}", reason));
    }
  }

  template <class Work>
  auto guarded(const Work& work) const -> decltype(work()) {
    try {
      return work();
    } catch (const SQLite::Exception& exception) {
      return error_of(exception.getErrorCode(), exception.what());
    } catch (const std::exception& exception) {
      return error(exception.what());
    }
  }

  // SQLite's busy handler: it waits, and returns whether to try again. Varying waiting times keep two
  // processes from colliding repeatedly.
  static std::int64_t milliseconds_now() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  }

  static int wait_a_little(void* self, int times) {
    auto& database = *static_cast<SqliteDatabase*>(self);
    const auto now = Clock::now();
    if (times == 0) database.wait_until_ = now + database.patience_;
    if (now >= database.wait_until_) return 0;
    const auto pause = std::chrono::microseconds(
        std::uniform_int_distribution<int>(500, 1000 * std::min(1 + times, 10))(database.jitter_));
    std::this_thread::sleep_for(std::min<Clock::duration>(pause, database.wait_until_ - now));
    return 1;
  }

  Result<bool> is_ours_already() {
    const std::int64_t id = connection_.execAndGet("PRAGMA application_id").getInt64();
    if (id == kApplicationId) return true;
    const bool is_empty = connection_.execAndGet("SELECT count(*) FROM sqlite_schema").getInt64() == 0;
    const std::int64_t version = connection_.execAndGet("PRAGMA user_version").getInt64();
    if (id != 0 || version != 0 || !is_empty)
      return error("this is a database of another program: name another file");
    return false;
  }

  // SQLite does not always call the busy handler when the mode changes.
  Result<void> write_ahead() {
    wait_until_ = Clock::now() + patience_;
    for (int times = 1;; ++times) {
      SQLite::Statement statement(connection_, "PRAGMA journal_mode = WAL");
      const int code = statement.tryExecuteStep();
      if (code == SQLITE_ROW && statement.getColumn(0).getString() == "wal") return success();
      if (code == SQLITE_ROW)
        return error(
            "this file system cannot be used for a database of SQLite: put the file on a local disk");
      if ((code & 0xff) != SQLITE_BUSY || wait_a_little(this, times) == 0)
        return error_of(code, connection_.getErrorMsg());
    }
  }

  // Finds the statement, or compiles it and determines its properties.
  Result<Prepared*> prepare(std::string_view sql) {
    if (const auto found = prepared_.find(sql); found != prepared_.end()) return &found->second;
    std::string text(sql);
    sqlite3_stmt* raw = nullptr;
    const char* tail = nullptr;
    connection_.check(sqlite3_prepare_v2(connection_.getHandle(), text.c_str(), -1, &raw, &tail));
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> looked_at(raw, &sqlite3_finalize);
    if (!raw || std::string_view(tail).find_first_not_of(" \t\r\n;") != std::string_view::npos)
      return error("this is not one statement: " + about(sql));
    const int count = sqlite3_bind_parameter_count(raw);
    std::vector<int> indices(static_cast<std::size_t>(count), 0);
    for (int index = 1; index <= count; ++index) {
      const char* const given = sqlite3_bind_parameter_name(raw, index);
      const std::string_view name = given ? given : "?";
      int number = 0;
      const auto [end, fault] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
      if (name[0] != '$' || fault != std::errc() || end != name.data() + name.size() || number < 1 ||
          number > count || indices[static_cast<std::size_t>(number - 1)] != 0)
        return error(fmt::format("the placeholders are not $1 to ${}: {}", count, about(sql)));
      indices[static_cast<std::size_t>(number - 1)] = index;
    }
    if (prepared_.size() >= kMaxStatements) prepared_.clear();
    Prepared made{SQLite::Statement(connection_, text), std::move(indices), sqlite3_stmt_readonly(raw) != 0};
    return &prepared_.emplace(std::move(text), std::move(made)).first->second;
  }

  // `alone` says what a statement may do outside a transaction. A statement that fails makes its transaction
  // fail, as in PostgreSQL.
  Result<void> run(std::string_view sql, const SqlValues& values, Transaction alone,
                   const std::function<Result<void>(Prepared&)>& work) {
    TOPTILE_ASSERT(!is_used_);
    if (failure_ && access_) return *failure_;
    is_used_ = true;
    Result<void> done = guarded([&]() -> Result<void> {
      TOPTILE_TRY(Prepared * prepared, prepare(sql));
      if (values.size() != prepared->indices.size())
        return error(fmt::format("{} values were given for {} placeholders: {}", values.size(),
                                 prepared->indices.size(), about(sql)));
      if (const auto fault = values_fault(values)) return error(fault->message);
      if (!prepared->only_reads && access_.value_or(alone) == Transaction::read)
        return error("a transaction that only reads cannot do this: " + about(sql));
      const Rewound rewound(prepared->statement);
      prepared->bind(values);
      return work(*prepared);
    });
    is_used_ = false;
    if (!done && access_) failure_ = done.error();
    return done;
  }

  // One step copies all pages in one read transaction, so others may continue to write.
  Result<void> copy_to(const std::string& aside, const std::string& to) const {
    try {
      SQLite::Database source(access_to_file_.address, access_to_file_.flags | SQLite::OPEN_NOMUTEX,
                              static_cast<int>(patience_.count()));
      SQLite::Database target(fs::absolute(aside).string(), SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX);
      SQLite::Backup backup(target, source);
      if (const int code = backup.executeStep(-1); code != SQLITE_DONE)
        return error_of(code, sqlite3_errstr(code));
      return success();
    } catch (const SQLite::Exception& exception) {
      if ((exception.getErrorCode() & 0xff) == SQLITE_FULL)
        return Error{to + ": the disk is full: make room on it, or write the copy to another one"};
      return error_of(exception.getErrorCode(), exception.what());
    } catch (const std::exception& exception) {
      return error(exception.what());
    }
  }

  const std::string name_;
  const std::string file_;
  const FileAccess access_to_file_;
  const std::chrono::milliseconds patience_;
  Clock::time_point wait_until_;
  std::minstd_rand jitter_{std::random_device{}()};
  SQLite::Database connection_;
  StatementsByText<Prepared> prepared_;
  std::optional<Transaction> access_;  // Of the transaction, if there is one.
  std::optional<Error> failure_;       // The first one of the transaction.
  bool is_used_ = false;               // Whether a statement is running.
};

}  // namespace

Result<std::unique_ptr<Database>> open_sqlite(const std::string& file, std::chrono::milliseconds patience) {
  const std::string name = printable(file, 1000);
  if (file.empty()) return Error{"a database needs a name: give the path of a file"};
  if (file.find('\0') != std::string::npos) return Error{name + ": the path of a file cannot contain a NUL"};
  std::error_code fault;
  // A relative path could be a name that SQLite treats specially, such as ":memory:".
  const fs::path path = fs::absolute(file, fault);
  if (fault) return Error{name + ": " + fault.message()};
  TOPTILE_TRY_TO(check_is_local(name, path));
  TOPTILE_TRY_TO(make_file(name, path));
  try {
    auto database = std::make_unique<SqliteDatabase>(name, path.string(), patience);
    TOPTILE_TRY_TO(database->set_up());
    return std::unique_ptr<Database>(std::move(database));
  } catch (const std::exception& exception) {
    return Error{fmt::format("{}: this database cannot be opened: {}", name, exception.what())};
  }
}

}  // namespace toptile
