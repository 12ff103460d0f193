// Records that move from the database to files: kills, damaged files, and others who use the league
// meanwhile.
#include "league/store/compaction.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "tests/league/process.h"
#include "tests/league/scripted_league.h"

// Notes what is synced, in order, and syncs it.
namespace {
std::vector<std::string>* synced = nullptr;
}  // namespace
extern "C" int fsync(int descriptor) {
  if (synced != nullptr) {
    std::error_code ignored;
    const auto name = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), ignored);
    synced->push_back(name.filename());
  }
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

namespace toptile {
namespace {

namespace fs = std::filesystem;

constexpr int kSetsOfFile = 10;

// A league with sets, of which the records of the first one are the dictionary.
template <class Home = SqliteHome>
struct FilledLeague {
  ScriptedLeague<Home> league;
  const Folder files{};  // For a league in PostgreSQL.
  BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  int sets = 0;

  explicit FilledLeague(int count) {
    play(count);
    if (!std::is_same_v<Home, SqliteHome>) {
      BOOST_REQUIRE(store().sets().files().use_folder(files / "records"));
    }
  }

  LeagueStore& store() { return league.store; }
  void play(int count) {
    for (int i = 0; i < count; ++i, ++sets) league.played(one, other, {{{100 + sets, 90}, {90, 101}}});
  }
  Compacted compacted(const CompactionRequest& request = {.sets_per_file = kSetsOfFile}) {
    const auto done = compact(store(), request, {});
    BOOST_REQUIRE_MESSAGE(done, message(done));
    return done.value();
  }
  std::string folder() { return store().sets().files().folder().value().value(); }
  std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const auto& file : fs::directory_iterator(folder())) names.push_back(file.path().filename());
    std::ranges::sort(names);
    return names;
  }
  std::string file(std::size_t index = 0) { return folder() + "/" + names().at(index); }

  // Work for a new process, which must not inherit an open database.
  void in_killed_process(const std::function<void(LeagueStore&)>& work) {
    { const LeagueStore closed = std::move(league.store); }
    Process process([&] {
      auto again = league.home.open();
      work(again);
    });
    const int status = process.wait();
    BOOST_TEST((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
    league.store = league.home.open();
    store().use_clock([this] { return league.now; });
  }

  // All sets are there, with the records that they were stored with, in every way of reading.
  void check() { check(store()); }
  void check(LeagueStore& reader) {
    std::int64_t found = 0;
    BOOST_REQUIRE(reader.sets().for_each_records([&](KeptRecords&& kept) -> Result<void> {
      BOOST_TEST(static_cast<std::uint64_t>(kept.set) == static_cast<std::uint64_t>(++found));
      BOOST_TEST(kept.records.has_value(), message(kept.records));
      if (kept.records) BOOST_TEST((kept.records.value() == records_of(kept.set)));
      return success();
    }));
    BOOST_TEST(found == sets);
    for (int set = 1; set <= sets; ++set) {
      const auto recorded = reader.sets().recorded(SetNumber{static_cast<std::uint64_t>(set)});
      BOOST_REQUIRE_MESSAGE(recorded, message(recorded));
      BOOST_TEST((recorded.value().records == records_of(recorded.value().set)));
    }
    const auto between =
        reader.sets().records_between(SetNumber{2}, SetNumber{static_cast<std::uint64_t>(sets)});
    BOOST_REQUIRE(between);
    BOOST_TEST(between.value().size() == static_cast<std::size_t>(sets - 1));
    for (const KeptRecords& kept : between.value())
      BOOST_TEST((kept.records.value() == records_of(kept.set)));
    BOOST_TEST(reader.database().check().has_value());
  }
  static std::array<std::string, 2> records_of(SetNumber set) {
    const auto line = [&](std::uint64_t game) { return "{\"a record\":" + std::to_string(game) + "}"; };
    return {line(2 * set - 1), line(2 * set)};
  }
  std::int64_t in_database() {
    std::int64_t sets_there = 0;
    BOOST_REQUIRE(store().database().query("SELECT count(*) FROM records", {},
                                           [&](const SqlRow& row) { sets_there = row.integer(0); }));
    return sets_there;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(compaction)

BOOST_AUTO_TEST_CASE_TEMPLATE(moved_records_read_as_before, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  FilledLeague<Home> filled(25);
  const Compacted estimate = estimate_compaction(filled.store(), {.sets_per_file = kSetsOfFile}).value();
  BOOST_TEST(estimate.sets == 20U);
  BOOST_TEST(estimate.files == 2U);
  BOOST_TEST(estimate.sets_left == 5U);
  BOOST_TEST(filled.in_database() == 25);
  const Compacted done = filled.compacted();
  BOOST_TEST(done.sets == 20U);
  BOOST_TEST(done.files == 2U);
  BOOST_TEST(done.sets_left == 5U);  // The first one is the dictionary.
  BOOST_TEST(done.bytes_after > 0U);
  BOOST_TEST(filled.in_database() == 5);
  filled.check();
  auto again = filled.league.home.open();
  filled.check(again);
  // Each file has the lines of its sets, and its name and the database have its hash.
  const auto files = filled.store().sets().files().list().value();
  BOOST_REQUIRE(files.size() == 2U);
  BOOST_TEST(format_sets(files[1].sets) == "12-21");
  BOOST_TEST(files[0].name == "sets-000000002-000000011-" + files[0].sha256.substr(0, 16) + ".jsonl.zst");
  BOOST_TEST(hexadecimal(sha256_of_file(filled.file(0)).value()) == files[0].sha256);
  BOOST_TEST(((fs::status(filled.file(0)).permissions() & fs::perms::others_all) == fs::perms::none));
  BOOST_TEST(filled.names().size() == 2U);
  // The rest moves when there is enough of it.
  BOOST_TEST(filled.compacted().files == 0U);
  filled.play(6);
  BOOST_TEST(filled.compacted().files == 1U);
  BOOST_TEST(filled.in_database() == 1);
  filled.check();
  BOOST_TEST(message(filled.store().sets().recorded(SetNumber{77})).find("there is no such set") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(kill_at_any_step_loses_no_record, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  for (const auto step :
       {CompactionStep::chosen, CompactionStep::written, CompactionStep::moved, CompactionStep::committed}) {
    for (int file = 1; file <= 2; ++file) {
      BOOST_TEST_CONTEXT("step " << static_cast<int>(step) << " of file " << file) {
        FilledLeague<Home> filled(22);
        filled.in_killed_process([&](LeagueStore& store) {
          int times = 0;
          static_cast<void>(compact(store,
                                    {.sets_per_file = kSetsOfFile,
                                     .after =
                                         [&](CompactionStep done) {
                                           if (done == step && ++times == file) ::kill(::getpid(), SIGKILL);
                                         }},
                                    {}));
        });
        filled.check();
        filled.compacted();
        BOOST_TEST(filled.in_database() == 2);
        BOOST_TEST(filled.names().size() == 2U);  // A file that was left has been used.
        filled.check();
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(file_that_a_killed_process_was_writing_is_removed) {
  FilledLeague<> filled(12);
  const std::string folder = filled.folder();
  fs::create_directory(folder);
  std::ofstream(folder + "/sets-1-2-abc.jsonl.zst.77.new") << "half";
  std::ofstream(folder + "/notes.new") << "of the organizer";
  filled.compacted();
  BOOST_TEST(filled.names().size() == 2U);
  BOOST_TEST(fs::exists(folder + "/notes.new"));
}

BOOST_AUTO_TEST_CASE(file_is_on_the_disk_before_the_records_leave_the_database) {
  FilledLeague<> filled(12);
  std::vector<std::string> names;
  std::size_t before_move = 0;
  synced = &names;
  filled.compacted({.sets_per_file = kSetsOfFile, .after = [&](CompactionStep step) {
                      if (step == CompactionStep::written) before_move = names.size();
                    }});
  synced = nullptr;
  const std::string file = filled.names().at(0), folder = fs::path(filled.folder()).filename();
  const auto of_file =
      std::ranges::find_if(names, [&](const std::string& name) { return name.starts_with(file); });
  BOOST_REQUIRE(of_file != names.end());
  const auto of_folder = std::find(of_file, names.end(), folder);
  BOOST_REQUIRE(of_folder != names.end());
  BOOST_TEST(static_cast<std::size_t>(of_folder - names.begin()) < before_move);
}

BOOST_AUTO_TEST_CASE(only_one_process_compacts_at_a_time) {
  FilledLeague<> filled(22);
  auto second = filled.league.home.open();
  std::string fault;
  filled.compacted({.sets_per_file = kSetsOfFile, .after = [&](CompactionStep step) {
                      if (step == CompactionStep::written)
                        fault = message(compact(second, {.sets_per_file = 3}, {}));
                    }});
  BOOST_TEST(fault.ends_with("another process is just compacting this league: wait until it has finished"),
             fault);
  filled.check();
}

// Where the folder cannot be locked, or the file of another process was quicker, the database decides.
BOOST_AUTO_TEST_CASE_TEMPLATE(sets_that_change_meanwhile_are_chosen_anew, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  FilledLeague<Home> filled(22);
  auto second = filled.league.home.open();
  int times = 0;
  const Compacted done =
      filled.compacted({.sets_per_file = kSetsOfFile, .after = [&](CompactionStep step) {
                          if (step != CompactionStep::written || ++times > 1) return;
                          BOOST_REQUIRE(second.sets().drop_set(SetNumber{5}));
                          const auto leased =
                              second.leases().lease_sets(filled.one.id, filled.other.id, 1, {"w"});
                          std::array<RecordedSet, 1> set = {filled.league.recorded(*leased.value(), 0)};
                          BOOST_REQUIRE(second.sets().keep(set, "w").value() == 1);
                        }});
  BOOST_TEST(done.sets == 20U);
  BOOST_TEST(format_sets(filled.store().sets().files().list().value()[0].sets) == "2-4 6-12");
  std::vector<std::uint64_t> sets;
  BOOST_REQUIRE(filled.store().sets().for_each_records([&](KeptRecords&& kept) -> Result<void> {
    sets.push_back(kept.set);
    BOOST_TEST((kept.records.value() == filled.records_of(kept.set)));
    return success();
  }));
  BOOST_TEST(sets.size() == 22U);
  BOOST_TEST(std::ranges::count(sets, 5U) == 0);
}

BOOST_AUTO_TEST_CASE(dropped_set_is_not_read_and_empty_file_is_forgotten) {
  FilledLeague<> filled(12);
  filled.compacted();
  const std::string file = filled.file();
  for (std::uint64_t set = 2; set <= 11; ++set) {
    BOOST_TEST(filled.store().sets().files().list().value().size() == 1U);
    BOOST_REQUIRE(filled.store().sets().drop_set(SetNumber{set}));
    BOOST_TEST(!filled.store().sets().look_up(SetNumber{set}).value());
  }
  BOOST_TEST(filled.store().sets().files().list().value().empty());
  BOOST_TEST(fs::exists(file));
  BOOST_TEST(filled.store().database().check().has_value());
}

BOOST_AUTO_TEST_CASE(records_that_are_no_lines_stay_in_the_database) {
  FilledLeague<> filled(3);
  BOOST_REQUIRE(filled.store().database().execute("UPDATE records SET packed = $1 WHERE set_number = 2",
                                                  {Bytes{"damaged"}}));
  filled.play(20);
  filled.compacted();
  BOOST_TEST(filled.in_database() == 3);
  BOOST_TEST(filled.store().sets().recorded(SetNumber{3}).has_value());
  BOOST_TEST(message(filled.store().sets().recorded(SetNumber{2})).find("damaged") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(lost_dictionary_is_found_after_compaction) {
  FilledLeague<> filled(25);
  filled.compacted();
  BOOST_REQUIRE(filled.store().database().execute("DELETE FROM settings WHERE key = 'record_dictionary'"));
  auto again = filled.league.home.open();
  filled.check(again);
}

BOOST_AUTO_TEST_CASE(freed_space_goes_back_to_the_disk) {
  FilledLeague<> filled(3);
  for (int i = 0; i < 90; ++i) {
    const auto leased =
        filled.store().leases().lease_sets(filled.one.id, filled.other.id, 1, {"w"}).value().value();
    std::array<RecordedSet, 1> set = {filled.league.recorded(leased, 0)};
    std::string text(20'000, ' ');
    std::uint32_t state = static_cast<std::uint32_t>(i);
    for (char& letter : text)
      letter = static_cast<char>('A' + ((state = state * 1664525 + 1013904223) >> 24) % 26);
    for (std::string& record : set[0].records) record = text;
    BOOST_REQUIRE(filled.store().sets().keep(set, "w").value() == 1);
  }
  BOOST_REQUIRE(filled.store().database().shrink());              // Nothing is free yet.
  { const LeagueStore closed = std::move(filled.league.store); }  // This copies the log back.
  filled.league.store = filled.league.home.open();
  const fs::path file = filled.store().database().file();
  const auto before = fs::file_size(file);
  filled.compacted();
  BOOST_REQUIRE(filled.store().database().shrink());
  BOOST_TEST(fs::file_size(file) < before / 2);
  BOOST_TEST(fs::file_size(file.string() + "-wal") == 0U);
  BOOST_TEST(filled.store().database().check().has_value());
}

// ---- Files that are not as they were written ------------------------------------

BOOST_AUTO_TEST_CASE(damaged_files_give_one_sentence_and_the_rest_is_read) {
  struct Damage {
    std::string why;
    std::function<void(FilledLeague<>&)> make;
  };
  const auto execute = [](FilledLeague<>& filled, const std::string& sql, const SqlValues& values = {}) {
    BOOST_REQUIRE(filled.store().database().execute(sql, values));
  };
  const auto bytes_of = [](FilledLeague<>& filled) { return read_file(filled.file()).value(); };
  const auto write = [](FilledLeague<>& filled, const std::string& bytes) {
    std::ofstream(filled.file()) << bytes;
  };
  // Bytes that the database takes for those of the file.
  const auto pass_off = [&](FilledLeague<>& filled, const std::string& bytes) {
    write(filled, bytes);
    execute(filled, "UPDATE record_files SET bytes = $1, sha256 = $2 WHERE number = 1",
            {static_cast<std::int64_t>(bytes.size()), sha256_hexadecimal(bytes)});
  };
  const std::vector<Damage> damages = {
      {"this file with the records of 10 sets is missing: put it back from a backup",
       [](auto& filled) { fs::remove(filled.file()); }},
      {"this file is damaged (it has 20 bytes, and should have ",
       [&](auto& filled) { write(filled, bytes_of(filled).substr(0, 20)); }},
      {"this file is damaged (its SHA-256 is not the one that the league knows)",
       [&](auto& filled) {
         std::string bytes = bytes_of(filled);
         bytes[bytes.size() / 2] ^= 1;
         write(filled, bytes);
       }},
      {"this file is damaged (its SHA-256",
       [&](auto& filled) { write(filled, std::string(bytes_of(filled).size(), 'x')); }},
      {"it is not a regular file",
       [](auto& filled) {
         const std::string file = filled.file();
         fs::remove(file);
         BOOST_REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
       }},
      {"put it back from a backup", [&](auto& filled) { pass_off(filled, std::string(300, 'x')); }},
      {"it does not have",
       [&](auto& filled) {
         execute(filled, "UPDATE record_files SET unpacked = unpacked - 1 WHERE number = 1");
       }},
      {"it does not have",
       [&](auto& filled) {
         execute(filled, "UPDATE record_files SET unpacked = unpacked + 1 WHERE number = 1");
       }},
      {"bytes unpacked",
       [&](auto& filled) {
         execute(filled, "UPDATE record_files SET unpacked = 1000000000000 WHERE number = 1");
       }},
      {"it has 20 lines, and should have 18",
       [&](auto& filled) { execute(filled, "UPDATE record_files SET sets = '2-10' WHERE number = 1"); }},
      {"this file has no records of set ",
       [&](auto& filled) { execute(filled, "UPDATE record_files SET sets = '102-111' WHERE number = 1"); }},
      {"this is not a list of sets",
       [&](auto& filled) {
         execute(filled, "UPDATE record_files SET sets = '1-99999999999' WHERE number = 1");
       }},
      {"a name that it cannot have",
       [&](auto& filled) { execute(filled, "UPDATE record_files SET name = '../x' WHERE number = 1"); }},
  };
  for (const Damage& damage : damages) {
    FilledLeague<> filled(23);
    filled.compacted();
    damage.make(filled);
    BOOST_TEST_CONTEXT(damage.why) {
      auto reader = filled.league.home.open();
      int unreadable = 0, read = 0;
      BOOST_REQUIRE(reader.sets().for_each_records([&](KeptRecords&& kept) -> Result<void> {
        ++(kept.records ? read : unreadable);
        BOOST_TEST(kept.is_file_unreadable == !kept.records.has_value());
        if (kept.records) return success();
        const std::string& why = kept.records.error().message;
        BOOST_TEST(why.find(damage.why) != std::string::npos, why);
        BOOST_TEST(why.find('\n') == std::string::npos);
        return success();
      }));
      BOOST_TEST(unreadable == 10);
      BOOST_TEST(read == 13);
      BOOST_TEST(message(reader.sets().recorded(SetNumber{2})).find(damage.why) != std::string::npos);
      BOOST_TEST(reader.sets().recorded(SetNumber{12}).has_value());
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(missing_folder_is_one_error, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  FilledLeague<Home> filled(12);
  filled.compacted();
  const std::string folder = filled.folder();
  fs::rename(folder, folder + ".away");
  auto reader = filled.league.home.open();
  const auto read = reader.sets().for_each_records([](KeptRecords&&) { return success(); });
  BOOST_REQUIRE(!read);
  BOOST_TEST(read.error().message.starts_with(folder + ": "), read.error().message);
  BOOST_TEST(message(reader.sets().recorded(SetNumber{3})).find(folder) != std::string::npos);
  BOOST_TEST(reader.sets().recorded(SetNumber{1}).has_value());
  if (!std::is_same_v<Home, SqliteHome>) {
    BOOST_TEST(message(reader.sets().files().use_folder(filled.files / "empty")).find("is missing") !=
               std::string::npos);
    BOOST_REQUIRE(reader.sets().files().use_folder(folder + ".away"));
    filled.check(reader);
    filled.check();
  } else {
    fs::rename(folder + ".away", folder);
    filled.check();
  }
}

BOOST_AUTO_TEST_CASE(league_on_a_server_asks_for_a_folder) {
  if (!has_postgres()) return;
  ScriptedLeague<PostgresHome> league;
  BOOST_TEST(message(compact(league.store, {}, {})).find("toptile league compact --folder DIR") !=
             std::string::npos);
  BOOST_TEST(message(league.store.database().shrink()).find("VACUUM FULL toptile.records") !=
             std::string::npos);
  FilledLeague<> in_file(1);
  BOOST_TEST(
      message(in_file.store().sets().files().use_folder("there")).find("keeps its record files beside it") !=
      std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
