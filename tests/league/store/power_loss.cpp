// A loss of power at any moment, for a league in a file. A model of the disk keeps what was synced; of every
// later write it keeps all, nothing, or some sectors and garbage, in each file independently. The league is
// then opened and continues: nothing that was acknowledged is missing, and no set is there in part.
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <random>
#include <utility>
#include <vector>

#include "tests/league/scripted_league.h"
#include "tests/tier.h"

namespace toptile {
namespace {

enum class DiskFile : std::size_t { database, log };
constexpr std::size_t kFiles = 2;
constexpr std::size_t kSector = 512;

struct DiskEvent {
  enum class Kind { write, truncate, sync, acknowledge };
  Kind kind{};
  DiskFile file{};
  std::size_t at = 0;  // The offset of a write, or the new size.
  std::string bytes;
  int submitted = 0, played = 0;  // Bots and sets that were acknowledged.
};

// Everything that SQLite does to the files of one database, in order. While this exists, all databases that
// are opened are recorded.
class DiskRecord {
 public:
  DiskRecord() {
    BOOST_REQUIRE(current_ == nullptr);
    current_ = this;
    system_ = sqlite3_vfs_find(nullptr);
    recording_ = *system_;
    recording_.zName = "recording";
    recording_.xOpen = &open;
    BOOST_REQUIRE(sqlite3_vfs_register(&recording_, 1) == SQLITE_OK);
  }
  DiskRecord(const DiskRecord&) = delete;
  DiskRecord& operator=(const DiskRecord&) = delete;
  ~DiskRecord() {
    sqlite3_vfs_unregister(&recording_);
    sqlite3_vfs_register(system_, 1);
    current_ = nullptr;
  }

  void acknowledge(int submitted, int played) {
    events_.push_back({DiskEvent::Kind::acknowledge, {}, 0, {}, submitted, played});
  }
  const std::vector<DiskEvent>& events() const { return events_; }

 private:
  static int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out) {
    const int code = system_->xOpen(system_, name, file, flags, out);
    if (code != SQLITE_OK || (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)) == 0) return code;
    static std::array<sqlite3_io_methods, kFiles> methods;
    const auto which = (flags & SQLITE_OPEN_WAL) != 0 ? DiskFile::log : DiskFile::database;
    sqlite3_io_methods& own = methods[static_cast<std::size_t>(which)];
    real_[static_cast<std::size_t>(which)] = file->pMethods;
    own = *file->pMethods;
    if (which == DiskFile::log) {
      set_methods<DiskFile::log>(own);
    } else {
      set_methods<DiskFile::database>(own);
    }
    file->pMethods = &own;
    return code;
  }
  template <DiskFile which>
  static const sqlite3_io_methods& real() {
    return *real_[static_cast<std::size_t>(which)];
  }
  template <DiskFile which>
  static void set_methods(sqlite3_io_methods& own) {
    own.xWrite = [](sqlite3_file* file, const void* bytes, int size, sqlite3_int64 at) {
      add({DiskEvent::Kind::write, which, static_cast<std::size_t>(at),
           std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size))});
      return real<which>().xWrite(file, bytes, size, at);
    };
    own.xTruncate = [](sqlite3_file* file, sqlite3_int64 size) {
      add({DiskEvent::Kind::truncate, which, static_cast<std::size_t>(size), {}});
      return real<which>().xTruncate(file, size);
    };
    own.xSync = [](sqlite3_file* file, int flags) {
      const int code = real<which>().xSync(file, flags);
      add({DiskEvent::Kind::sync, which, 0, {}});
      return code;
    };
  }
  static void add(DiskEvent event) {
    if (current_ != nullptr) current_->events_.push_back(std::move(event));
  }

  inline static DiskRecord* current_ = nullptr;
  inline static sqlite3_vfs* system_ = nullptr;
  inline static std::array<const sqlite3_io_methods*, kFiles> real_{};
  sqlite3_vfs recording_{};
  std::vector<DiskEvent> events_;
};

void put_on(const DiskEvent& event, std::string& bytes) {
  if (event.kind == DiskEvent::Kind::truncate) {
    bytes.resize(std::min(bytes.size(), event.at));
  } else {
    bytes.resize(std::max(bytes.size(), event.at + event.bytes.size()));
    bytes.replace(event.at, event.bytes.size(), event.bytes);
  }
}

// A write of which the disk has only some sectors, and garbage in others.
DiskEvent torn(const DiskEvent& event, const std::string& before, std::mt19937& random) {
  DiskEvent left = event;
  for (std::size_t from = 0; from < left.bytes.size();) {
    const std::size_t size = std::min(kSector - (event.at + from) % kSector, left.bytes.size() - from);
    const auto fate = random() % 4;
    for (std::size_t i = from; i < from + size && fate != 0; ++i) {
      const std::size_t there = event.at + i;
      if (fate == 1) {
        left.bytes[i] = static_cast<char>(random());
      } else if (fate == 2) {
        left.bytes[i] = there < before.size() ? before[there] : '\0';
      }
    }
    from += size;
  }
  return left;
}

// The disk as it is after some events. `durable` has all that was synced, and `pending` the rest.
struct Disk {
  std::array<std::string, kFiles> durable;
  std::array<std::vector<const DiskEvent*>, kFiles> pending;
  int submitted = 0, played = 0;

  void add(const DiskEvent& event) {
    if (event.kind == DiskEvent::Kind::acknowledge) {
      submitted = event.submitted;
      played = event.played;
      return;
    }
    const auto file = static_cast<std::size_t>(event.file);
    if (event.kind != DiskEvent::Kind::sync) return pending[file].push_back(&event);
    for (const DiskEvent* each : std::exchange(pending[file], {})) put_on(*each, durable[file]);
  }
  std::array<std::string, kFiles> after_power_loss(std::mt19937& random) const {
    auto left = durable;
    for (std::size_t file = 0; file < kFiles; ++file) {
      for (const DiskEvent* event : pending[file]) {
        const auto fate = random() % 3;
        if (fate == 0) continue;
        if (fate == 1 || event->kind == DiskEvent::Kind::truncate) {
          put_on(*event, left[file]);
        } else {
          put_on(torn(*event, left[file], random), left[file]);
        }
      }
    }
    return left;
  }
};

// Plays sets, and submits a bot after every third one. The log is copied back often.
int play(DiskRecord& record, int sets) {
  ScriptedLeague<> league;
  BOOST_REQUIRE(league.store.database().query("PRAGMA wal_autocheckpoint = 25", {}, [](const SqlRow&) {}));
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  int submitted = 2;
  for (int played = 0; played < sets; ++played) {
    record.acknowledge(submitted, played);
    if (played % 3 == 2) {
      const std::string name = "bot" + std::to_string(submitted);
      BOOST_REQUIRE(league.store.versions().receive(submission(name, name)));
      record.acknowledge(++submitted, played);
    }
    league.played(one, other, {{{100 + played, 90}, {90, 101}}});
  }
  record.acknowledge(submitted, sets);
  return submitted;
}

// The first fault of the league that is left; empty if there is none.
std::string fault_of(const Disk& disk, const std::string& file) {
  auto database = open_sqlite(file);
  if (!database) return message(database);
  if (const auto checked = database.value()->check(); !checked) return message(checked);
  auto opened = LeagueStore::open(std::move(database).value());
  if (!opened) return message(opened);
  LeagueStore store = std::move(opened).value();
  const auto versions = static_cast<int>(store.versions().list().value().size());
  if (versions < disk.submitted || versions > disk.submitted + 1) return "submissions are missing";
  int played = 0;
  bool is_whole = true;
  const auto read = store.sets().for_each_set(0, [&](const PlayedSet& set) {
    ++played;
    is_whole &= set.set == SetNumber{static_cast<std::uint64_t>(played)} &&
                set.order == static_cast<std::uint64_t>(played) &&
                set.results[0].by_seat[0].points == 99 + played;
  });
  if (!read) return message(read);
  if (!is_whole) return "a set is not as it was";
  if (played < disk.played || played > disk.played + 1) return "acknowledged sets are missing";
  for (int set = 1; set <= played; ++set) {
    const auto recorded = store.sets().recorded(SetNumber{static_cast<std::uint64_t>(set)});
    if (!recorded) return message(recorded);
    if (recorded.value().records[1] != "{\"a record\":" + std::to_string(2 * set) + "}")
      return "a record is another one";
  }
  if (store.outcomes().wrong().value() != 0) return "the counts are wrong";
  // It goes on: the set that was played when the power went, and a new one.
  const auto all = store.versions().list().value();
  store.use_clock([] { return 1'000'000'000; });
  if (played > 0) {
    const VersionId ids[] = {store.versions().find("one").value().id,
                             store.versions().find("other").value().id};
    if (!store.leases().take_over({"later"}) ||
        !store.leases().lease_sets(ids[0], ids[1], 1, {"later"}).value())
      return "it does not go on";
  }
  return "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(power_loss)

BOOST_AUTO_TEST_CASE(power_loss_takes_nothing_that_was_acknowledged) {
  std::vector<DiskEvent> events;
  int submitted = 0;
  const int sets = count_for(14, 30);
  {
    DiskRecord record;
    submitted = play(record, sets);
    events = record.events();
  }
  // Closing the league copied everything back.
  const auto last = std::ranges::find_if(events, [&](const DiskEvent& event) {
    return event.kind == DiskEvent::Kind::acknowledge && event.played == sets;
  });
  BOOST_REQUIRE(last != events.end());
  const auto syncs = [&](DiskFile file) {
    return std::count_if(events.begin(), last, [&](const DiskEvent& event) {
      return event.kind == DiskEvent::Kind::sync && event.file == file;
    });
  };
  BOOST_TEST(syncs(DiskFile::log) >= 2 * sets);
  BOOST_TEST(syncs(DiskFile::database) >= 3);  // The log was copied back, and begun again.
  std::mt19937 random(11);
  Disk disk;
  const Folder folder;
  int losses = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    disk.add(events[i]);
    if (disk.submitted == 0) continue;  // The league has just been made.
    const bool is_acknowledgement = events[i].kind == DiskEvent::Kind::acknowledge;
    if (!is_acknowledgement && i % count_for<std::size_t>(9, 1) != 0) continue;
    const std::string file = folder / "league.sqlite";
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(file + suffix);
    const auto left = disk.after_power_loss(random);
    static_cast<void>(folder.write("league.sqlite", left[0]));
    static_cast<void>(folder.write("league.sqlite-wal", left[1]));
    const std::string fault = fault_of(disk, file);
    BOOST_TEST(fault == "", "after event " << i << ", with " << disk.played << " sets: " << fault);
    ++losses;
  }
  BOOST_TEST(losses > 50);
  BOOST_TEST(disk.submitted == submitted);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
