// SQLite, and what only a file can suffer.
#include "league/database/database.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <SQLiteCpp/Database.h>
#include <random>

#include "base/files.h"
#include "tests/league/store/database_cases.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(database)

namespace {

namespace fs = std::filesystem;
using namespace database_cases;

std::string fault_of(const std::string& file) {
  const auto opened = open_sqlite(file, std::chrono::milliseconds(300));
  return opened ? "none" : opened.error().message;
}

// A database with some hundred pages.
void fill(Database& database) {
  execute(database, "CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY, t TEXT NOT NULL)");
  execute(database, "CREATE TABLE parts (id BIGINT NOT NULL PRIMARY KEY REFERENCES things (id))");
  write(database, [&] {
    for (std::int64_t i = 0; i < 1000; ++i) {
      execute(database, "INSERT INTO things VALUES ($1, $2)",
              {i, std::string(400, static_cast<char>('a' + i % 26))});
      execute(database, "INSERT INTO parts VALUES ($1)", {i});
    }
  });
}

const bool kAreAdded = add_to<SqliteHome>(boost::unit_test::framework::current_auto_test_suite());

BOOST_AUTO_TEST_CASE(a_new_file_is_for_its_owner_only) {
  const SqliteHome home;
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT)");
  BOOST_TEST(database->name() == home.address());
  for (const std::string& name : home.folder().names()) {
    struct stat status {};
    BOOST_REQUIRE(::stat((home.folder() / name).c_str(), &status) == 0);
    BOOST_TEST((status.st_mode & 0777) == 0600, name);
  }
}

BOOST_AUTO_TEST_CASE(commits_are_synced_to_the_disk) {
  const SqliteHome home;
  for (int time = 0; time < 2; ++time) {  // The file is new, and then it is there already.
    const auto database = home.open();
    BOOST_TEST(integer(*database, "PRAGMA synchronous") == 2);  // FULL
    const std::string header = read_file(home.address()).value();
    BOOST_TEST(header.at(18) == 2);  // With a write-ahead log (https://sqlite.org/fileformat2.html).
  }
}

BOOST_AUTO_TEST_CASE(names_that_sqlite_reads_in_its_own_way_are_files) {
  const Folder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  for (const std::string name : {":memory:", "file:x?mode=memory", "$1 'x'.db"}) {
    {
      auto opened = open_sqlite(name);
      BOOST_REQUIRE_MESSAGE(opened, message(opened));
      execute(*opened.value(), "CREATE TABLE things (id BIGINT)");
    }
    BOOST_TEST(fs::is_regular_file(folder / name), name);
  }
  fs::current_path(before);
  BOOST_TEST(fault_of("").find("give the path of a file") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_no_database_of_a_league_is_refused_and_stays_as_it_is) {
  const Folder folder;
  const std::string other = folder / "other.sqlite";
  {
    SQLite::Database made(other, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    made.exec("CREATE TABLE things (id INTEGER)");
  }
  const std::string bytes = read_file(other).value();
  BOOST_TEST(fault_of(other) == other + ": this is a database of another program: name another file");
  BOOST_TEST((read_file(other).value() == bytes));
  const std::string text = folder.write("notes", std::string(5000, 'x'));
  BOOST_TEST(fault_of(text) == text + ": this file is not a database of SQLite: name another file");
  BOOST_TEST(read_file(text).value() == std::string(5000, 'x'));
  const std::string short_text = folder.write("short", "hello\n");
  BOOST_TEST(fault_of(short_text) ==
             short_text + ": this file is not a database of SQLite: name another file");
  BOOST_TEST(fault_of(folder.path()) == folder.path() + ": this is a folder, not a file");
  BOOST_REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  BOOST_TEST(fault_of(folder / "pipe") == (folder / "pipe") + ": this is a special file, not a file");
  BOOST_TEST(fault_of("/dev/null") == "/dev/null: this is a special file, not a file");
  const std::string lost = folder / "no/such.sqlite";
  BOOST_TEST(fault_of(lost) == lost + ": its folder " + (folder / "no") +
                                   " cannot be used: make it first: No such file or directory");
  BOOST_TEST(
      fault_of(text + "/below").ends_with("cannot be made in the folder " + text + ": Not a directory"));
  BOOST_TEST(fault_of(folder.write("empty", "")) == "none");  // It may be left by a process that was killed.
}

BOOST_AUTO_TEST_CASE(a_file_may_be_made_by_many_at_once) {
  for (int round = 0; round < 60; ++round) {
    const SqliteHome home;
    std::array<std::string, 4> faults;
    std::vector<std::thread> threads;
    std::atomic<int> ready = 0;
    for (std::string& fault : faults)
      threads.emplace_back([&] {
        ++ready;
        while (ready < 4) std::this_thread::yield();
        const auto mine = home.open(kDatabasePatience);
        fault = mine ? message(mine.value()->execute("CREATE TABLE IF NOT EXISTS things (id BIGINT)"))
                     : mine.error().message;
      });
    for (auto& thread : threads) thread.join();
    for (const std::string& fault : faults) BOOST_TEST(fault == "none");
  }
}

// Root may write everywhere, so this is tried by a process of another user.
BOOST_AUTO_TEST_CASE(a_folder_or_a_file_that_cannot_be_written_is_told_in_one_sentence) {
  const Folder folder;
  fs::permissions(folder.path(), fs::perms(0755));
  const std::string inner = folder / "inner", file = inner + "/league.sqlite";
  fs::create_directory(inner);
  BOOST_REQUIRE(fault_of(file) == "none");
  const bool is_root = ::geteuid() == 0;
  if (is_root) {
    BOOST_REQUIRE(::chown(file.c_str(), 65534, 65534) == 0);
    BOOST_REQUIRE(::chown(inner.c_str(), 65534, 65534) == 0);
  }
  const auto fault_for_user = [&](const std::string& path) {
    int ends[2];
    BOOST_REQUIRE(::pipe(ends) == 0);
    Process process([&] {
      if (is_root && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(1);
      const std::string fault = fault_of(path);
      ::_exit(::write(ends[1], fault.data(), fault.size()) == static_cast<ssize_t>(fault.size()) ? 0 : 2);
    });
    ::close(ends[1]);
    char text[1000];
    std::string fault;
    for (ssize_t count = 0; (count = ::read(ends[0], text, sizeof text)) > 0;)
      fault.append(text, static_cast<std::size_t>(count));
    ::close(ends[0]);
    BOOST_TEST(process.wait() == 0);
    return fault;
  };
  BOOST_TEST(fault_for_user(file) == "none");
  fs::permissions(file, fs::perms(0400));
  BOOST_TEST(fault_for_user(file) ==
             file + ": this file must be readable and writable for this user: Permission denied");
  fs::permissions(file, fs::perms(0600));
  fs::permissions(inner, fs::perms(0500));
  BOOST_TEST(fault_for_user(file) == file + ": the folder " + inner +
                                         " must be writable, because SQLite keeps files beside the database: "
                                         "Permission denied");
  BOOST_TEST(fault_for_user(inner + "/new") ==
             inner + "/new: this database cannot be made in the folder " + inner + ": Permission denied");
  fs::permissions(inner, fs::perms(0700));
}

// Every damage ends in an answer or an error, and the larger ones are noticed.
BOOST_AUTO_TEST_CASE(a_damaged_file_is_told_and_crashes_nothing) {
  const Folder folder;
  const std::string whole = folder / "whole.sqlite";
  {
    auto opened = open_sqlite(whole);
    BOOST_REQUIRE(opened);
    fill(*opened.value());
  }
  const std::string bytes = read_file(whole).value();
  BOOST_REQUIRE(bytes.size() > 100'000U);
  std::mt19937 random(7);
  const auto any = [&](std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
  };
  int noticed = 0;
  constexpr int kRounds = 150;
  for (int round = 0; round < kRounds; ++round) {
    std::string damaged = bytes;
    if (round % 3 == 0) {
      damaged.resize(any(bytes.size()));
    } else if (round % 3 == 1) {
      const std::size_t from = any(bytes.size() - 3000);
      for (std::size_t i = from; i < from + 3000; ++i) damaged[i] = static_cast<char>(random());
    } else {
      for (int i = 0; i < 20; ++i)
        damaged[any(round % 2 == 0 ? bytes.size() : 4096U)] = static_cast<char>(random());
    }
    const std::string file = folder.write("damaged.sqlite", damaged);
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(file + suffix);
    auto opened = open_sqlite(file, std::chrono::milliseconds(100));
    if (!opened) {
      BOOST_TEST(opened.error().message.starts_with(file + ": "), opened.error().message);
      ++noticed;
      continue;
    }
    Database& database = *opened.value();
    const auto checked = database.check();
    noticed += !checked;
    if (!checked) BOOST_TEST(checked.error().message.starts_with(file + ": "), checked.error().message);
    std::size_t read = 0;
    static_cast<void>(database.query("SELECT id, t FROM things ORDER BY t, id", {}, [&](const SqlRow& row) {
      read += row.text(1).size() + static_cast<std::size_t>(row.integer(0) & 1);
    }));
    static_cast<void>(database.execute("UPDATE things SET t = t || 'x' WHERE id % 7 = 1"));
    static_cast<void>(database.execute("DELETE FROM parts"));
    static_cast<void>(database.back_up(folder / ("copy" + std::to_string(round))));
  }
  // A byte of a text may be another one, and nobody can know.
  BOOST_TEST(noticed > kRounds / 2);
  const std::string torn = folder.write("torn.sqlite", bytes.substr(0, bytes.size() / 2));
  BOOST_TEST(fault_of(torn).find(torn + ": this database is damaged (") == 0U, fault_of(torn));
}

BOOST_AUTO_TEST_CASE(a_check_finds_rows_that_refer_to_nothing) {
  const SqliteHome home;
  {
    const auto database = home.open();
    fill(*database);
    BOOST_TEST(message(database->check()) == "none");
  }
  {
    SQLite::Database raw(home.address(), SQLite::OPEN_READWRITE);
    raw.exec("DELETE FROM things WHERE id = 5");
  }
  BOOST_TEST(message(home.open()->check()) ==
             home.address() +
                 ": this database is damaged (a row of parts refers to a row of things that is "
                 "missing): restore a backup of it");
}

BOOST_AUTO_TEST_CASE(a_backup_is_of_one_moment_while_others_write) {
  const SqliteHome home;
  const auto database = home.open();
  fill(*database);
  execute(*database, "CREATE TABLE counters (a BIGINT, b BIGINT)");
  execute(*database, "INSERT INTO counters VALUES (0, 0)");
  std::atomic<bool> is_done = false;
  std::atomic<int> written = 0;
  std::string fault;
  std::thread writer([&] {
    const auto mine = home.open(kDatabasePatience);
    while (!is_done && fault.empty()) {
      const auto done = in_transaction(*mine.value(), Transaction::write, [&]() -> Result<void> {
        TOPTILE_TRY_TO(mine.value()->execute("UPDATE counters SET a = a + 1"));
        TOPTILE_TRY_TO(mine.value()->execute("UPDATE things SET t = t || 'y' WHERE id % 50 = 3"));
        TOPTILE_TRY_TO(mine.value()->execute("UPDATE counters SET b = b + 1"));
        return success();
      });
      if (!done) fault = done.error().message;
      ++written;
    }
  });
  while (written < 3) std::this_thread::yield();
  std::vector<std::string> copies;
  for (int i = 0; i < 10; ++i) {
    copies.push_back(home.folder() / ("copy" + std::to_string(i)));
    const auto done = database->back_up(copies.back());
    BOOST_TEST(message(done) == "none");
  }
  is_done = true;
  writer.join();
  BOOST_TEST(fault == "");
  for (const std::string& name : home.folder().names())
    BOOST_TEST((name.starts_with("copy") ? name.size() == 5U : name.starts_with("league.sqlite")), name);
  for (const std::string& copy : copies) {
    struct stat status {};
    BOOST_REQUIRE(::stat(copy.c_str(), &status) == 0);
    BOOST_TEST((status.st_mode & 0777) == 0600);
    auto opened = open_sqlite(copy);
    BOOST_REQUIRE_MESSAGE(opened, message(opened));
    BOOST_TEST(message(opened.value()->check()) == "none");
    BOOST_TEST(integer(*opened.value(), "SELECT a FROM counters") > 0);
    BOOST_TEST(integer(*opened.value(), "SELECT a - b FROM counters") == 0);
    BOOST_TEST(integer(*opened.value(), "SELECT count(*) FROM parts") == 1000);
  }
}

BOOST_AUTO_TEST_CASE(a_backup_replaces_no_file_and_leaves_nothing_when_it_fails) {
  const SqliteHome home;
  const auto database = home.open();
  fill(*database);
  const std::string kept = home.folder().write("kept", "mine");
  BOOST_TEST(message(database->back_up(kept)) ==
             kept + ": this file is there already: give the copy another name");
  BOOST_TEST(read_file(kept).value() == "mine");
  fs::create_symlink("nowhere", home.folder() / "link");
  BOOST_TEST(!database->back_up(home.folder() / "link"));
  const std::string lost = home.folder() / "no/such";
  BOOST_TEST(message(database->back_up(lost)) ==
             lost + ": this file cannot be written: No such file or directory");
  BOOST_TEST(!database->back_up(""));
  for (const std::string& name : home.folder().names())
    BOOST_TEST((name == "kept" || name == "link" || name.starts_with("league.sqlite")), name);
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_told_and_loses_nothing_else) {
  const Folder folder;
  check_on_small_disk(folder.path(), [&] {
    const std::string file = folder / "league.sqlite";
    auto opened = open_sqlite(file);
    if (!opened) return 1;
    Database& database = *opened.value();
    if (!database.execute("CREATE TABLE things (bytes BYTEA)")) return 2;
    const std::string filler = folder.write("filler", std::string(500'000, 'x'));
    std::int64_t kept = 0;
    std::string fault;
    const auto insert = [&] {
      return database.execute("INSERT INTO things VALUES ($1)", {Bytes{std::string(50'000, 'x')}});
    };
    for (; kept < 100; ++kept) {
      const auto done = insert();
      if (!done) {
        fault = done.error().message;
        break;
      }
    }
    if (fault != file + ": the disk is full: make room on it, and try again") return 3;
    if (database.back_up(folder / "copy")) return 4;
    if (fs::exists(folder / "copy")) return 5;
    const auto holds = [&](std::int64_t expected) {
      std::int64_t found = -1;
      const auto done = database.query("SELECT count(*) FROM things", {},
                                       [&](const SqlRow& row) { found = row.integer(0); });
      return done && found == expected && database.check();
    };
    if (kept == 0 || !holds(kept)) return 6;
    fs::remove(filler);
    if (!insert() || !holds(kept + 1)) return 7;
    // Where a file beside the database finds no room, SQLite speaks of an error of the disk.
    opened = Error{"closed"};
    for (const char* beside : {"-wal", "-shm"}) fs::remove(file + beside);
    std::ofstream rest(folder / "rest");
    for (const std::string block(4096, 'x'); rest << block << std::flush;) {
    }
    const auto again = open_sqlite(file);
    if (again) return 8;
    return again.error().message == file + ": the disk is full: make room on it, and try again" ? 0 : 9;
  });
}

// Closing any descriptor of a file takes away the locks that its process has on it.
BOOST_AUTO_TEST_CASE(opening_the_file_again_takes_no_locks_away) {
  const SqliteHome home;
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT)");
  write(*database, [&] {
    execute(*database, "INSERT INTO things VALUES (1)");
    home.open();
    BOOST_TEST(fault_of(home.address()) == "none");
    Process process([&] {
      const auto mine = home.open(std::chrono::milliseconds(200));
      ::_exit(mine && !mine.value()->execute("INSERT INTO things VALUES (2)") ? 0 : 1);
    });
    BOOST_TEST(process.wait() == 0);
  });
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == 1);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
