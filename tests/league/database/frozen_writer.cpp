// A process that was stopped in the middle of a change, and keeps the database busy.
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include <boost/test/unit_test.hpp>

#include "league/database/lock_owner.h"
#include "tests/league/database_home.h"
#include "tests/league/process.h"

namespace toptile {
namespace {

constexpr std::chrono::milliseconds kShort{200};

std::string told(const auto& result) {
  return result ? "" : result.error().message;
}

std::int64_t count_things(Database& database) {
  std::int64_t count = -1;
  BOOST_REQUIRE(
      database.query("SELECT count(*) FROM things", {}, [&](const SqlRow& row) { count = row.integer(0); }));
  return count;
}

// Stops between two statements, and returns 0 when it was continued and its change was made.
int write_and_stop(const SqliteHome& home) {
  const auto mine = home.open(kDatabasePatience);
  if (!mine) return 1;
  const auto written = in_transaction(*mine.value(), Transaction::write, [&]() -> Result<void> {
    TOPTILE_TRY_TO(mine.value()->execute("INSERT INTO things VALUES (1)"));
    ::raise(SIGSTOP);
    TOPTILE_TRY_TO(mine.value()->execute("INSERT INTO things VALUES (2)"));
    return success();
  });
  return written ? 0 : 2;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(frozen_writer)

BOOST_AUTO_TEST_CASE(stopped_process_is_named_until_it_is_continued) {
  const SqliteHome home;
  BOOST_REQUIRE(static_cast<const DatabaseHome&>(home).open()->execute("CREATE TABLE things (id BIGINT)"));
  Process frozen([&] { ::_exit(write_and_stop(home)); });
  frozen.wait_for_stop();
  // It is opened and read meanwhile.
  const auto hasty = home.open(kShort);
  BOOST_REQUIRE_MESSAGE(hasty, told(hasty));
  Database& database = *hasty.value();
  BOOST_TEST(count_things(database) == 0);
  struct statfs system {};
  BOOST_REQUIRE(::statfs(home.address().c_str(), &system) == 0);
  const bool is_shown = system.f_type == EXT4_SUPER_MAGIC || system.f_type == XFS_SUPER_MAGIC ||
                        system.f_type == TMPFS_MAGIC || find_writer(home.address()).has_value();
  const std::string named = fmt::format(
      "{}: process {} (tests_league) was stopped in the middle of a change, and has kept this database busy "
      "for 0.2 s: continue it with kill -CONT {}, or end it",
      database.name(), frozen.number(), frozen.number());
  const std::string refused = told(database.execute("INSERT INTO things VALUES (3)"));
  BOOST_TEST((is_shown ? refused == named : refused.starts_with(database.name() + ": others have kept")),
             refused);
  BOOST_TEST(count_things(database) == 0);
  frozen.send(SIGCONT);
  const auto patient = static_cast<const DatabaseHome&>(home).open();
  BOOST_TEST(told(patient->execute("INSERT INTO things VALUES (3)")) == "");
  BOOST_TEST(frozen.wait() == 0);
  BOOST_TEST(count_things(*patient) == 3);
  BOOST_TEST(told(patient->check()) == "");
}

BOOST_AUTO_TEST_CASE(change_of_a_stopped_process_that_is_killed_is_not_made) {
  const SqliteHome home;
  BOOST_REQUIRE(static_cast<const DatabaseHome&>(home).open()->execute("CREATE TABLE things (id BIGINT)"));
  Process frozen([&] { ::_exit(write_and_stop(home)); });
  frozen.wait_for_stop();
  const auto hasty = home.open(kShort);
  BOOST_REQUIRE_MESSAGE(hasty, told(hasty));
  BOOST_TEST(!hasty.value()->execute("INSERT INTO things VALUES (3)"));
  frozen.end(SIGKILL);
  BOOST_TEST(told(hasty.value()->execute("INSERT INTO things VALUES (3)")) == "");
  BOOST_TEST(count_things(*hasty.value()) == 1);
}

BOOST_AUTO_TEST_CASE(owner_of_a_lock_is_read_from_the_systems_list) {
  constexpr std::string_view kLocks =
      "1: POSIX  ADVISORY  READ  11 fe:00:77 123 123\n"
      "2: POSIX  ADVISORY  WRITE 12 fe:00:77 121 122\n"
      "3: POSIX  ADVISORY  WRITE 13 fe:00:777 120 120\n"
      "4: POSIX  ADVISORY  WRITE 14 fe:01:77 120 120\n"
      "5: FLOCK  ADVISORY  WRITE 15 fe:00:77 0 EOF\n"
      "6: OFDLCK ADVISORY  WRITE -1 fe:00:77 120 120\n"
      "7: POSIX  ADVISORY  READ  16 fe:00:77 120 120\n"
      "7: -> POSIX  ADVISORY  WRITE 17 fe:00:77 120 120\n"
      "broken\n"
      "\n"
      "8: POSIX  ADVISORY  WRITE 0 fe:00:77 120 120\n"
      "9: POSIX  ADVISORY  WRITE 18 fe:00:77 120 120\n"
      "10: POSIX  ADVISORY  WRITE 19 fe:00:99 100 EOF";
  const auto owner = [&](unsigned minor, ino_t inode, std::uint64_t byte) {
    return find_lock_owner(kLocks, makedev(0xfe, minor), inode, byte).value_or(-1);
  };
  BOOST_TEST(owner(0, 77, 120) == 18);
  BOOST_TEST(owner(0, 77, 122) == 12);
  BOOST_TEST(owner(0, 77, 123) == -1);
  BOOST_TEST(owner(1, 77, 120) == 14);
  BOOST_TEST(owner(0, 99, 5000) == 19);
  BOOST_TEST(owner(0, 99, 99) == -1);
  BOOST_TEST(owner(0, 5, 120) == -1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
