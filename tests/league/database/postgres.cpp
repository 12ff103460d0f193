// PostgreSQL, and what only a server can do to us.
#include "league/database/postgres.h"

#include "league/database/postgres_address.h"
#include "tests/league/lossy_way.h"
#include "tests/league/postgres_server.h"
#include "tests/league/store/database_cases.h"

namespace toptile {
namespace {

using namespace database_cases;

// A case without a server to ask is not a case.
boost::test_tools::assertion_result is_there(boost::unit_test::test_unit_id) {
  return has_postgres();
}

std::string fault_of(const std::string& address) {
  const auto opened = open_postgres(address, {.patience = std::chrono::milliseconds(300)});
  return opened ? "none" : opened.error().message;
}

std::string name_of(const std::string& address) {
  const auto read = read_postgres_address(address);
  return read ? read.value().name : "error: " + read.error().message;
}

BOOST_AUTO_TEST_SUITE(postgres, *boost::unit_test::precondition(is_there))

const bool kAreAdded = add_to<PostgresHome>(boost::unit_test::framework::current_auto_test_suite());

BOOST_AUTO_TEST_CASE(a_name_is_an_address_without_passwords) {
  BOOST_TEST(name_of("postgresql://me:secret@host:5433/league") == "postgresql://me@host:5433/league");
  BOOST_TEST(name_of("postgres://host/league?password=secret&sslmode=require") ==
             "postgresql://host/league?sslmode=require");
  BOOST_TEST(name_of("postgresql://me:secret@/x%20y?host=%2Ftmp%2Fa&port=1") ==
             "postgresql://me@/x%20y?host=%2Ftmp%2Fa&port=1");
  BOOST_TEST(name_of("postgresql://me:secret@a:1,b:2/l?sslpassword=secret") ==
             "postgresql://me@/l?host=a%2Cb&port=1%2C2");
  BOOST_TEST(name_of("postgresql://") == "postgresql:///");
  for (const char* address :
       {"postgresql://me:sec@ret@host/league", "postgresql://me:sec/ret@host/league",
        "postgresql://me:secret@host:secret%zz/league", "postgresql://me:sec#ret@host/league?secret"}) {
    const std::string name = name_of(address);
    BOOST_TEST(name.starts_with("error: this address of a PostgreSQL cannot be read"), name);
    BOOST_TEST(name.find("ret") == std::string::npos, name);
  }
  // What a name says is again an address, with the same name.
  for (const char* address :
       {"postgresql://m%40e@h/l?application_name=a%26b", "postgresql://me@/l?host=a%2Cb&port=1%2C2"})
    BOOST_TEST(name_of(name_of(address)) == address);
}

BOOST_AUTO_TEST_CASE(an_address_decides_which_database_it_is) {
  const PostgresHome home;
  {
    auto opened = open_database(home.address());
    BOOST_REQUIRE_MESSAGE(opened, message(opened));
    BOOST_TEST(opened.value()->name() == home.address());
  }
  const Folder folder;
  auto opened = open_database(folder / "league");
  BOOST_REQUIRE_MESSAGE(opened, message(opened));
  BOOST_TEST(folder.names().front() == "league");
  const auto other = open_database("mysql://me:secret@host/league");
  BOOST_TEST(
      message(other) ==
      "a database is the path of a file, or an address that begins with postgresql://; this one begins with "
      "mysql://");
}

BOOST_AUTO_TEST_CASE(a_server_that_cannot_be_used_is_told_in_one_sentence) {
  const PostgresHome home;
  const Folder folder;
  const std::string nowhere = "postgresql://me:secret@/league?host=" + folder.path();
  const std::string fault = fault_of(nowhere);
  BOOST_TEST(fault.find(": the server cannot be reached: ") != std::string::npos, fault);
  BOOST_TEST(fault.find("secret") == std::string::npos, fault);
  BOOST_TEST(fault.find('\n') == std::string::npos, fault);
  const std::string lost = fault_of(home.server().address("no_such_database"));
  BOOST_TEST(lost.find("database \"no_such_database\" does not exist") != std::string::npos, lost);
  home.server().administer(
      "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
  BOOST_TEST(fault_of(home.server().address("latin")).find("keeps its texts in LATIN1") != std::string::npos);
  home.server().administer("DROP DATABASE latin");
}

BOOST_AUTO_TEST_CASE(all_is_kept_in_a_schema_of_its_own) {
  const PostgresHome home;
  home.server().administer("CREATE TABLE things (id TEXT); INSERT INTO things VALUES ('of others')",
                           home.name());
  const auto database = home.open();
  BOOST_TEST(!database->execute("SELECT * FROM things"));
  execute(*database, "CREATE TABLE things (id BIGINT)");
  execute(*database, "INSERT INTO things VALUES (3)");
  BOOST_TEST(integer(*home.open(), "SELECT id FROM things") == 3);
  BOOST_TEST(home.server().administer("SELECT id FROM public.things", home.name()) == "of others");
}

BOOST_AUTO_TEST_CASE(a_user_who_may_not_make_a_schema_uses_one_that_is_there) {
  const PostgresHome home;
  home.server().administer("CREATE ROLE guest LOGIN");
  std::string address = home.address();
  address.replace(address.find("toptile@"), 7, "guest");
  BOOST_TEST(fault_of(address).find("permission denied") != std::string::npos);
  home.server().administer("CREATE SCHEMA toptile AUTHORIZATION guest", home.name());
  {
    auto opened = open_postgres(address);
    BOOST_REQUIRE_MESSAGE(opened, message(opened));
    execute(*opened.value(), "CREATE TABLE things (id BIGINT)");
  }
  home.server().administer("DROP SCHEMA toptile CASCADE", home.name());
  home.server().administer("DROP ROLE guest");
}

// The process of the server that answers this connection.
std::string server_process(Database& database) {
  return std::to_string(integer(database, "SELECT pg_backend_pid()"));
}

BOOST_AUTO_TEST_CASE(a_connection_that_was_lost_is_made_anew_by_the_next_transaction) {
  const PostgresHome home;
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT)");
  for (int round = 0; round < 3; ++round) {
    execute(*database, "INSERT INTO things VALUES ($1)", {std::int64_t{round}});
    home.server().administer("SELECT pg_terminate_backend(" + server_process(*database) + ", 10000)");
    if (round == 1) {
      BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == 2);
    }
  }
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == 3);
  const auto done = in_transaction(*database, Transaction::write, [&]() -> Result<void> {
    TOPTILE_TRY_TO(database->execute("INSERT INTO things VALUES (8)"));
    home.server().administer("SELECT pg_terminate_backend(" + server_process(*database) + ", 10000)");
    TOPTILE_TRY_TO(database->execute("INSERT INTO things VALUES (9)"));
    return success();
  });
  BOOST_TEST(message(done).starts_with(database->name() + ": the connection to the server was lost"),
             message(done));
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == 3);
  execute(*database, "INSERT INTO things VALUES (10)");
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == 4);
}

BOOST_AUTO_TEST_CASE(a_commit_that_was_not_done_before_the_connection_was_lost_is_told) {
  const PostgresHome home;
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT)");
  // The commit itself takes long, so the connection is lost in it.
  execute(*database,
          "CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(500); RETURN "
          "NULL; END'");
  execute(*database,
          "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON things DEFERRABLE INITIALLY DEFERRED FOR EACH ROW "
          "EXECUTE "
          "FUNCTION dawdle()");
  const std::string process = server_process(*database);
  std::thread killer([&] {
    const std::string asked =
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE pid = " + process +
        " AND wait_event = 'PgSleep'";
    while (home.server().administer(asked).empty())
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  });
  const auto done = database->execute("INSERT INTO things VALUES (1)");
  killer.join();
  BOOST_TEST(message(done).find("its last transaction has changed nothing") != std::string::npos,
             message(done));
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == 0);
}

BOOST_AUTO_TEST_CASE(a_commit_that_was_done_before_the_connection_was_lost_is_a_success) {
  const PostgresHome home;
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT)");
  const std::string process = server_process(*database);
  // The server has done a commit, and waits for another machine that does not exist before it says so.
  home.server().administer("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
  home.server().administer("SELECT pg_reload_conf()");
  std::thread killer([&] {
    const std::string asked =
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE pid = " + process +
        " AND wait_event = 'SyncRep'";
    while (home.server().administer(asked).empty())
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  });
  // The server reads its settings a little later, so the first ones may be answered.
  std::int64_t answered = 0;
  std::string fault;
  while (fault.empty() && server_process(*database) == process) {
    const auto done = database->execute("INSERT INTO things VALUES (1)");
    if (!done) fault = done.error().message;
    ++answered;
  }
  killer.join();
  home.server().administer("ALTER SYSTEM RESET synchronous_standby_names");
  home.server().administer("SELECT pg_reload_conf()");
  BOOST_TEST(fault == "");
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == answered);
}

// Does something with a database, which adds so many things if it succeeds.
struct Step {
  std::int64_t adds;
  Result<void> (*work)(Database&);
};

constexpr Step kSteps[] = {
    {1,
     [](Database& database) -> Result<void> {
       TOPTILE_TRY_TO(database.execute("INSERT INTO things VALUES (1)"));
       return success();
     }},
    {0,
     [](Database& database) -> Result<void> {
       return database.query("SELECT count(*) FROM things", {}, [](const SqlRow&) {});
     }},
    {2,
     [](Database& database) {
       return in_transaction(database, Transaction::write, [&]() -> Result<void> {
         TOPTILE_TRY_TO(database.query("SELECT max(id) FROM things", {}, [](const SqlRow&) {}));
         TOPTILE_TRY_TO(database.execute("INSERT INTO things VALUES ($1)", {std::int64_t{2}}));
         TOPTILE_TRY_TO(database.execute("INSERT INTO things VALUES ($1)", {std::int64_t{3}}));
         return success();
       });
     }},
    {0,
     [](Database& database) {
       return in_transaction(database, Transaction::read, [&]() -> Result<void> {
         TOPTILE_TRY_TO(database.query("SELECT count(*) FROM things", {}, [](const SqlRow&) {}));
         return database.query("SELECT max(id) FROM things", {}, [](const SqlRow&) {});
       });
     }},
    {0,
     [](Database& database) -> Result<void> {
       TOPTILE_TRY_TO(database.now());
       return success();
     }},
};

BOOST_AUTO_TEST_CASE(a_connection_cut_at_any_statement_or_commit_changes_all_or_nothing) {
  const PostgresHome home;
  LossyWay way(home.server());
  const auto direct = home.open();
  execute(*direct, "CREATE TABLE things (id BIGINT)");
  for (const Cut cut : {Cut::before, Cut::unanswered, Cut::answered}) {
    int cuts = 0;
    for (bool has_cut = true; has_cut; has_cut = way.has_cut(), cuts += has_cut) {
      BOOST_TEST_CONTEXT("cut " << static_cast<int>(cut) << " at request " << cuts + 1) {
        execute(*direct, "DELETE FROM things");
        way.cut_at(cuts + 1, cut);
        auto opened = open_postgres(way.address(home.name()));
        if (!opened) opened = open_postgres(way.address(home.name()));
        BOOST_REQUIRE_MESSAGE(opened, message(opened));
        std::int64_t expected = 0;
        for (int round = 0; round < 2; ++round) {
          for (const Step& step : kSteps) {
            // What fails has changed nothing, and what is done next succeeds.
            const auto once = step.work(*opened.value());
            if (once) expected += step.adds;
            BOOST_TEST(integer(*direct, "SELECT count(*) FROM things") == expected);
            if (once) continue;
            BOOST_TEST(message(once).find("lost") != std::string::npos, message(once));
            const auto again = step.work(*opened.value());
            BOOST_TEST(message(again) == "none");
            if (again) expected += step.adds;
            BOOST_TEST(integer(*direct, "SELECT count(*) FROM things") == expected);
          }
        }
      }
    }
    BOOST_TEST(cuts > 20);
  }
}

BOOST_AUTO_TEST_CASE(server_that_does_not_answer_is_given_up) {
  const PostgresHome home;
  LossyWay way(home.server());
  const Watchdog watchdog;
  // The second message is the statement; one outside a transaction would be tried again.
  const auto read = [](Database& database) {
    return in_transaction(database, Transaction::read,
                          [&] { return database.query("SELECT 1", {}, [](const SqlRow&) {}); });
  };
  // A busy machine may not answer in time either, and then it is another request that is given up.
  const bool is_given_up = succeeds_in_time([&] {
    auto opened = open_postgres(way.address(home.name()), {.answer = std::chrono::seconds(1)});
    if (!opened) return false;
    way.cut_at(2, Cut::silent);
    const auto done = read(*opened.value());
    return way.has_cut() && message(done).find("the connection to the server was lost") != std::string::npos;
  });
  BOOST_TEST(is_given_up);
  // A stop shortens the wait.
  std::stop_source stop;
  auto opened = open_postgres(way.address(home.name()),
                              {.settling = {.stop = stop.get_token()}, .answer = kTimeout * 10});
  BOOST_REQUIRE_MESSAGE(opened, message(opened));
  way.cut_at(2, Cut::silent);
  std::thread stopping([&] {
    while (!way.has_cut()) std::this_thread::yield();
    stop.request_stop();
  });
  BOOST_TEST(!read(*opened.value()));
  stopping.join();
}

BOOST_AUTO_TEST_CASE(process_that_stands_still_while_it_writes_does_not_stop_others) {
  const PostgresHome home;
  constexpr int kWaiting = 3;
  { execute(*home.open(), "CREATE TABLE things (id BIGINT)"); }
  Process still([&] {
    const auto open = [&] {
      return open_postgres(home.address(), {.idle = std::chrono::milliseconds(500)}).value();
    };
    const auto holder = open();
    std::vector<std::thread> threads;
    const auto written = in_transaction(*holder, Transaction::write, [&]() -> Result<void> {
      TOPTILE_TRY_TO(holder->execute("INSERT INTO things VALUES (3)"));
      for (int i = 0; i < kWaiting; ++i)
        threads.emplace_back([&] { static_cast<void>(open()->execute("INSERT INTO things VALUES (1)")); });
      std::int64_t waiting = 0;
      while (waiting < kWaiting)
        TOPTILE_TRY_TO(
            holder->query("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted", {},
                          [&](const SqlRow& row) { waiting = row.integer(0); }));
      ::raise(SIGSTOP);
      return success();
    });
    for (std::thread& thread : threads) thread.join();
    ::_exit(written ? 1 : 0);
  });
  still.wait_for_stop();
  const auto database = home.open();
  const auto written = database->execute("INSERT INTO things VALUES (2)");
  BOOST_TEST(message(written) == "none");
  // When it continues, it learns that its change was not made.
  still.send(SIGCONT);
  BOOST_TEST(still.wait() == 0);
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things WHERE id = 3") == 0);
}

BOOST_AUTO_TEST_CASE(a_check_finds_a_rule_that_does_not_hold) {
  const PostgresHome home;
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT)");
  execute(*database, "INSERT INTO things VALUES (1)");
  BOOST_TEST(message(database->check()) == "none");
  execute(*database, "ALTER TABLE things ADD CONSTRAINT large CHECK (id > 1) NOT VALID");
  BOOST_TEST(message(database->check()) ==
             database->name() +
                 ": this database is damaged (the rule large does not hold): restore a backup of it");
}

BOOST_AUTO_TEST_CASE(a_backup_is_left_to_the_tool_of_the_server) {
  const PostgresHome home;
  const auto database = home.open();
  const std::string told = message(database->back_up("/tmp/it's a copy"));
  BOOST_TEST(told ==
             database->name() +
                 ": a database of PostgreSQL is backed up by its own tool: run pg_dump --format=custom "
                 "--schema=toptile --file='/tmp/it'\\''s a copy' '" +
                 home.address() + "'");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
