// Backups that are put in the place of a league.
#include "league/store/restore.h"

#include <SQLiteCpp/Database.h>

#include "base/files.h"
#include "league/store/compaction.h"
#include "tests/league/process.h"
#include "tests/league/scripted_league.h"

namespace toptile {
namespace {

namespace fs = std::filesystem;

// A league with one set and a backup of it, which a worker went on with until it was killed.
struct KilledLeague {
  const Folder folder{};
  const std::string file = folder / "league.db", copy = folder / "copy.db";

  KilledLeague() {
    BOOST_REQUIRE(open_sqlite(file));
    auto store = LeagueStore::create(open_sqlite(file).value(), small_terms(few_words()), few_words());
    BOOST_REQUIRE_MESSAGE(store, message(store));
    for (const char* bot : {"one", "other"}) {
      BOOST_REQUIRE(store.value().versions().receive(submission(bot, bot)));
      const auto claimed = store.value().versions().claim({"examiner"});
      BOOST_REQUIRE(store.value().versions().accept(claimed.value()->id, "examiner", "").value());
    }
    play(store.value(), 1);
    BOOST_REQUIRE(store.value().database().back_up(copy));
    { const auto closed = std::move(store).value(); }
    Process worker([this] {
      auto again = open();
      play(again, 40);
      ::kill(::getpid(), SIGKILL);
    });
    worker.wait();
    BOOST_REQUIRE(fs::file_size(file + "-wal") > 0U);
  }

  LeagueStore open() const { return open(file); }
  static LeagueStore open(const std::string& path) {
    auto database = open_sqlite(path);
    BOOST_REQUIRE_MESSAGE(database, message(database));
    auto store = LeagueStore::open(std::move(database).value());
    BOOST_REQUIRE_MESSAGE(store, message(store));
    return std::move(store).value();
  }
  static void play(LeagueStore& store, int sets) {
    for (int i = 0; i < sets; ++i) {
      const auto leased = store.leases().lease_sets(VersionId{1}, VersionId{2}, 1, {"w"}).value().value();
      std::array<RecordedSet, 1> played;
      played[0].set = leased.sets[0];
      played[0].one = leased.one;
      played[0].other = leased.other;
      for (std::uint8_t game = 0; game < 2; ++game) {
        played[0].results[game].by_seat[0] = {100, game, 1, SeatResult::Fate::played};
        played[0].results[game].by_seat[1] = {90, static_cast<std::uint8_t>(1 - game), 2,
                                              SeatResult::Fate::played};
        played[0].records[game] = std::string(2000, 'x');
      }
      BOOST_REQUIRE(store.sets().keep(played, "w").value() == 1);
    }
  }
  // All is whole, and there are so many sets.
  static void check(const std::string& path, std::uint64_t sets) {
    auto store = open(path);
    BOOST_TEST(store.database().check().has_value());
    BOOST_TEST(store.sets().last_order().value() == sets);
    for (std::uint64_t set = 1; set <= sets; ++set)
      BOOST_TEST(store.sets().recorded(SetNumber{set}).has_value());
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(restore)

BOOST_AUTO_TEST_CASE(log_of_a_killed_worker_does_not_change_a_restored_backup) {
  const KilledLeague league;
  const auto restored = restore_league(league.copy, league.file);
  BOOST_REQUIRE_MESSAGE(restored, message(restored));
  BOOST_TEST(restored.value().sets == 1);
  KilledLeague::check(league.file, 1);
  BOOST_TEST(restored.value().kept_at == league.file + ".replaced-1");
  KilledLeague::check(restored.value().kept_at, 41);
  KilledLeague::check(league.copy, 1);
  BOOST_TEST(
      (league.folder.names() == std::vector<std::string>{"copy.db", "league.db", "league.db.replaced-1"}));
  // The league goes on, and is replaced again.
  {
    auto store = league.open();
    KilledLeague::play(store, 2);
  }
  KilledLeague::check(league.file, 3);
  BOOST_TEST(restore_league(league.copy, league.file).value().kept_at == league.file + ".replaced-2");
}

// The backup, the league and the league that was replaced have their record files each.
BOOST_AUTO_TEST_CASE(backup_has_the_record_files) {
  const Folder folder;
  const std::string file = folder / "league.db", copy = folder / "copy.db";
  {
    BOOST_REQUIRE(open_sqlite(file));
    auto store =
        LeagueStore::create(open_sqlite(file).value(), small_terms(few_words()), few_words()).value();
    for (const char* bot : {"one", "other"}) {
      BOOST_REQUIRE(store.versions().receive(submission(bot, bot)));
      BOOST_REQUIRE(
          store.versions().accept(store.versions().claim({"examiner"}).value()->id, "examiner", "").value());
    }
    KilledLeague::play(store, 5);
    BOOST_REQUIRE(compact(store, {.sets_per_file = 2}, {}).value().files == 2U);
    BOOST_REQUIRE(back_up_league(store, copy));
    BOOST_TEST(message(back_up_league(store, copy)).find("this file is there already") != std::string::npos);
    // The first set is in the database.
    KilledLeague::play(store, 4);
    BOOST_REQUIRE(compact(store, {.sets_per_file = 2}, {}).value().files == 2U);
  }
  KilledLeague::check(copy, 5);
  KilledLeague::check(file, 9);
  const auto files_of = [](const std::string& database) {
    std::size_t files = 0;
    for (const auto& each : fs::directory_iterator(record_folder_of(database)))
      files += each.is_regular_file() ? 1 : 0;
    return files;
  };
  BOOST_TEST(files_of(copy) == 2U);
  BOOST_TEST(files_of(file) == 4U);
  // A file that the league has lost comes from the backup.
  fs::remove_all(record_folder_of(file));
  const auto restored = restore_league(copy, file);
  BOOST_REQUIRE_MESSAGE(restored, message(restored));
  KilledLeague::check(file, 5);
  KilledLeague::check(copy, 5);
  // One that the backup has lost is needed only where the league has none.
  fs::remove_all(record_folder_of(copy));
  const auto again = restore_league(copy, file);
  BOOST_REQUIRE_MESSAGE(again, message(again));
  KilledLeague::check(file, 5);
  KilledLeague::check(again.value().kept_at, 5);
  const std::string other = folder / "other.db";
  const std::string fault = message(restore_league(copy, other));
  BOOST_TEST(fault.starts_with(copy + ": this backup cannot be used: " + copy + ".records/sets-"), fault);
  BOOST_TEST(fault.find("is missing") != std::string::npos, fault);
  BOOST_TEST(!fs::exists(other));
  BOOST_TEST(!fs::exists(record_folder_of(other)));
  // A damaged file is not backed up as if it were intact.
  const fs::path damaged = fs::directory_iterator(record_folder_of(file))->path();
  fs::resize_file(damaged, 10);
  auto store = KilledLeague::open(file);
  const std::string third = folder / "third.db";
  BOOST_TEST(message(back_up_league(store, third)).starts_with(damaged.string() + ": this file is damaged"));
  BOOST_TEST(!fs::exists(third));
}

BOOST_AUTO_TEST_CASE(damaged_league_is_replaced_and_kept_as_it_is) {
  const KilledLeague league;
  { league.open(); }  // Its log has all pages, and would heal it.
  league.folder.write("league.db", std::string(50'000, 'x'));
  const auto restored = restore_league(league.copy, league.file);
  BOOST_REQUIRE_MESSAGE(restored, message(restored));
  KilledLeague::check(league.file, 1);
  BOOST_TEST((read_file(restored.value().kept_at).value() == std::string(50'000, 'x')));
}

BOOST_AUTO_TEST_CASE(backup_starts_a_league_where_none_is) {
  const KilledLeague league;
  const std::string other = league.folder / "other.db";
  const auto restored = restore_league(league.copy, other);
  BOOST_REQUIRE_MESSAGE(restored, message(restored));
  BOOST_TEST(restored.value().kept_at == "");
  KilledLeague::check(other, 1);
  fs::rename(league.file + "-wal", league.folder / "third.db-wal");
  BOOST_TEST(message(restore_league(league.copy, league.folder / "third.db")).find("move it away first") !=
             std::string::npos);
  BOOST_TEST(!fs::exists(league.folder / "third.db"));
}

BOOST_AUTO_TEST_CASE(league_in_use_is_not_replaced) {
  const KilledLeague league;
  for (const std::string& used : {league.file, league.copy}) {
    int ends[2];
    BOOST_REQUIRE(::pipe(ends) == 0);
    Process user([&] {
      const auto store = KilledLeague::open(used);
      if (::write(ends[1], "x", 1) == 1) ::pause();
    });
    char byte = 0;
    BOOST_REQUIRE(::read(ends[0], &byte, 1) == 1);
    const std::string fault = message(restore_league(league.copy, league.file));
    BOOST_TEST(fault.starts_with(used + ": process "), fault);
    BOOST_TEST(fault.ends_with("stop toptile league run and toptile serve first"), fault);
    user.end(SIGKILL);
    ::close(ends[0]);
    ::close(ends[1]);
  }
  KilledLeague::check(league.file, 41);
}

BOOST_AUTO_TEST_CASE(file_that_is_no_backup_changes_nothing) {
  const KilledLeague league;
  const Folder others;
  {
    SQLite::Database made(others / "strange", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    made.exec("CREATE TABLE things (id INTEGER)");
    BOOST_REQUIRE(open_sqlite(others / "no_league"));
  }
  std::string torn = read_file(league.copy).value();
  torn.resize(torn.size() / 2);
  const std::vector<std::pair<std::string, std::string>> cases = {
      {others / "missing", "this backup cannot be read"},
      {others.path(), "this is not a backup of a league"},
      {others.write("empty", ""), "this is not a backup of a league"},
      {others.write("text", std::string(5000, 'x')), "this file is not a database of SQLite"},
      {others / "strange", "this is a database of another program"},
      {others / "no_league", "there is no league here"},
      {others.write("torn", torn), "this database is damaged"},
      {league.file, "this is the league itself"},
  };
  for (const auto& [backup, why] : cases) {
    const std::string fault = message(restore_league(backup, league.file));
    BOOST_TEST(fault.starts_with(backup + ": "), fault);
    BOOST_TEST(fault.find(why) != std::string::npos, fault);
    BOOST_TEST(fault.find(".new") == std::string::npos, fault);
  }
  for (const std::string& name : league.folder.names())
    BOOST_TEST((name == "copy.db" || name.starts_with("league.db")), name);
  for (const std::string& name : others.names()) BOOST_TEST(name.find('-') == std::string::npos, name);
  KilledLeague::check(league.file, 41);
}

BOOST_AUTO_TEST_CASE(postgres_is_restored_by_its_own_tool) {
  BOOST_TEST(
      message(restore_league("it's a copy", "postgresql://me:secret@host/league")) ==
      "postgresql://me@host/league: a database of PostgreSQL is restored by its own tool: run pg_restore "
      "--clean --if-exists --single-transaction --dbname=postgresql://me@host/league 'it'\\''s a copy'");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
