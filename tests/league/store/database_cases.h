// What a database promises. These cases are run for SQLite by database.cpp and for PostgreSQL by
// postgres.cpp.
#pragma once

#include <array>
#include <atomic>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

#include "league/database/migrations.h"
#include "tests/league/database_home.h"
#include "tests/league/process.h"

namespace toptile::database_cases {

// ---- Short ways to ask, which fail the test if the database does not answer ----

inline std::string message(const Result<void>& done) {
  return done ? "none" : done.error().message;
}
template <class T>
std::string message(const Result<T>& done) {
  return done ? "none" : done.error().message;
}

inline std::int64_t execute(Database& database, std::string_view sql, const SqlValues& values = {}) {
  const auto changed = database.execute(sql, values);
  BOOST_REQUIRE_MESSAGE(changed, message(changed));
  return changed.value();
}

inline std::vector<std::int64_t> integers(Database& database, std::string_view sql,
                                          const SqlValues& values = {}) {
  std::vector<std::int64_t> found;
  const auto done = database.query(sql, values, [&](const SqlRow& row) { found.push_back(row.integer(0)); });
  BOOST_REQUIRE_MESSAGE(done, message(done));
  return found;
}

inline std::int64_t integer(Database& database, std::string_view sql, const SqlValues& values = {}) {
  const auto found = integers(database, sql, values);
  BOOST_REQUIRE(found.size() == 1U);
  return found[0];
}

inline void write(Database& database, const std::function<void()>& work) {
  const auto done = in_transaction(database, Transaction::write, [&]() -> Result<void> {
    work();
    return success();
  });
  BOOST_REQUIRE_MESSAGE(done, message(done));
}

// ---- Values ----

inline void values_of_all_types_come_back_as_they_were(const DatabaseHome& home) {
  const auto database = home.open();
  execute(
      *database,
      "CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY, i BIGINT, r DOUBLE PRECISION, t TEXT, b BYTEA)");
  std::string all_bytes;
  for (int i = 0; i < 1024; ++i) all_bytes += static_cast<char>(i * 7 / 3);
  const std::array<std::int64_t, 6> wholes = {0,
                                              1,
                                              -1,
                                              std::int64_t{1} << 53,
                                              std::numeric_limits<std::int64_t>::max(),
                                              std::numeric_limits<std::int64_t>::min()};
  const std::array<double, 6> reals = {0.1, -0.0, 1e308, 5e-324, 3, -std::numeric_limits<double>::infinity()};
  const std::array<std::string, 6> texts = {
      "",    "it's \"quoted\"; -- \\ $1 'x", "Ä ß 漢 🎲", "line\nline\r\n\ttab\x01", std::string(5000, 'x'),
      "NULL"};
  const std::array<std::string, 6> bytes = {
      "", std::string(1, '\0'), std::string("\0\xff'\\\0", 5), all_bytes, "\\x00", "text"};
  for (std::size_t i = 0; i < wholes.size(); ++i)
    execute(*database, "INSERT INTO things (id, b, t, r, i) VALUES ($1, $5, $4, $3, $2)",
            {static_cast<std::int64_t>(i), wholes[i], reals[i], texts[i], Bytes{bytes[i]}});
  execute(*database, "INSERT INTO things VALUES ($1, $2, $3, $4, $5)",
          {std::int64_t{6}, std::monostate(), std::monostate(), std::monostate(), std::monostate()});
  std::size_t rows = 0;
  const auto done =
      database->query("SELECT id, i, r, t, b FROM things ORDER BY id", {}, [&](const SqlRow& row) {
        const std::size_t i = rows++;
        BOOST_TEST(row.integer(0) == static_cast<std::int64_t>(i));
        for (int column = 1; column < 5; ++column) BOOST_TEST(row.is_null(column) == (i == 6));
        if (i == 6) return;
        BOOST_TEST(row.integer(1) == wholes[i]);
        BOOST_TEST(row.real(2) == reals[i]);
        BOOST_TEST(row.text(3) == texts[i]);
        BOOST_TEST((row.bytes(4) == bytes[i]), "bytes of row " << i);
        BOOST_TEST(row.real(1) == static_cast<double>(wholes[i]));
      });
  BOOST_TEST(message(done) == "none");
  BOOST_TEST(rows == 7U);
  BOOST_TEST(integer(*database, "SELECT id FROM things WHERE t = $1", {texts[1]}) == 1);
  BOOST_TEST(integer(*database, "SELECT id FROM things WHERE b = $1", {Bytes{bytes[2]}}) == 2);
}

inline void what_one_database_cannot_keep_both_refuse(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (t TEXT, r DOUBLE PRECISION)");
  const auto fault = [&](const SqlValue& text, const SqlValue& real) {
    return message(database->execute("INSERT INTO things VALUES ($1, $2)", {text, real}));
  };
  BOOST_TEST(
      fault(std::string("a\0b", 3), 1.0).find("$1 cannot be kept in a database: this text contains a NUL") !=
      std::string::npos);
  BOOST_TEST(
      fault(std::string("\xff"), 1.0).find("$1 cannot be kept in a database: this text is not UTF-8") !=
      std::string::npos);
  BOOST_TEST(fault("a", std::numeric_limits<double>::quiet_NaN()).find("$2 cannot be kept in a database") !=
             std::string::npos);
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == 0);
}

inline void a_column_that_holds_something_else_fails_the_query(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (t TEXT, n BIGINT, b BYTEA)");
  execute(*database, "INSERT INTO things VALUES ('text', NULL, $1)", {Bytes{"b"}});
  const auto fault = [&](const RowVisitor& visit) {
    return message(database->query("SELECT t, n, b FROM things", {}, visit));
  };
  BOOST_TEST(fault([](const SqlRow& row) { BOOST_TEST(row.integer(0) == 0); }) != "none");
  BOOST_TEST(fault([](const SqlRow& row) { BOOST_TEST(row.integer(1) == 0); }) != "none");
  BOOST_TEST(fault([](const SqlRow& row) { BOOST_TEST(row.real(0) == 0); }) != "none");
  BOOST_TEST(fault([](const SqlRow& row) { BOOST_TEST(row.bytes(0) == ""); }) != "none");
  BOOST_TEST(fault([](const SqlRow& row) { BOOST_TEST(row.text(1) == ""); }) != "none");
  BOOST_TEST(fault([](const SqlRow& row) { BOOST_TEST(row.text(2) == ""); }) != "none");
  BOOST_TEST(fault([](const SqlRow& row) { static_cast<void>(row.text(3)); }) != "none");
  BOOST_TEST(fault([](const SqlRow& row) { static_cast<void>(row.is_null(-1)); }) != "none");
  BOOST_TEST(fault([](const SqlRow& row) { BOOST_TEST(row.text(0) == "text"); }) == "none");
}

inline void large_bytes_come_back_whole(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database, "CREATE TABLE files (bytes BYTEA)");
  std::string bytes(64 << 20, '\0');
  std::uint64_t state = 1;
  for (char& byte : bytes)
    byte = static_cast<char>((state = state * 6364136223846793005U + 1442695040888963407U) >> 56);
  execute(*database, "INSERT INTO files VALUES ($1)", {Bytes{bytes}});
  bool is_same = false;
  const auto done = database->query("SELECT bytes FROM files", {},
                                    [&](const SqlRow& row) { is_same = row.bytes(0) == bytes; });
  BOOST_TEST(message(done) == "none");
  BOOST_TEST(is_same);
}

// ---- Statements ----

inline void counts_of_changed_rows_are_those_of_the_statement(const DatabaseHome& home) {
  const auto database = home.open();
  BOOST_TEST(execute(*database, "CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY, n BIGINT)") == 0);
  BOOST_TEST(execute(*database, "INSERT INTO things VALUES ($1, 0), ($2, 0)",
                     {std::int64_t{1}, std::int64_t{2}}) == 2);
  BOOST_TEST(execute(*database, "INSERT INTO things VALUES (1, 5) ON CONFLICT DO NOTHING") == 0);
  BOOST_TEST(execute(*database,
                     "INSERT INTO things VALUES (1, 5) ON CONFLICT (id) DO UPDATE SET n = excluded.n") == 1);
  BOOST_TEST(execute(*database, "UPDATE things SET n = n + 1") == 2);
  BOOST_TEST(execute(*database, "UPDATE things SET n = 7 WHERE id = 99") == 0);
  BOOST_TEST(execute(*database, "CREATE TABLE others (id BIGINT)") == 0);
  BOOST_TEST(integer(*database, "SELECT n FROM things WHERE id = 1") == 6);
  std::vector<std::int64_t> made;
  write(*database, [&] {
    made = integers(*database, "INSERT INTO things SELECT max(id) + 1, $1 FROM things RETURNING id",
                    {std::int64_t{8}});
  });
  BOOST_TEST(made == std::vector<std::int64_t>{3}, boost::test_tools::per_element());
  BOOST_TEST(execute(*database, "DELETE FROM things WHERE n > 5") == 2);
}

inline void a_statement_that_was_kept_sees_new_values_and_new_tables(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT)");
  for (std::int64_t i = 0; i < 3; ++i) {
    execute(*database, "INSERT INTO things (id) VALUES ($1)", {i});
    BOOST_TEST(integer(*database, "SELECT max(id) FROM things") == i);
  }
  execute(*database, "DROP TABLE things");
  execute(*database, "CREATE TABLE things (id BIGINT, name TEXT)");
  execute(*database, "INSERT INTO things (id) VALUES ($1)", {std::int64_t{9}});
  BOOST_TEST(integer(*database, "SELECT max(id) FROM things") == 9);
  // There are more texts than a connection keeps.
  for (int i = 0; i < 400; ++i) BOOST_TEST(integer(*database, "SELECT " + std::to_string(i)) == i);
  BOOST_TEST(integer(*database, "SELECT max(id) FROM things") == 9);
}

inline void texts_are_sorted_by_their_bytes(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database, "CREATE TABLE names (name TEXT)");
  for (const char* name : {"b", "Z", "ä", "a", "B", "_", "10", "9", "a b", "a-a"})
    execute(*database, "INSERT INTO names VALUES ($1)", {std::string(name)});
  std::vector<std::string> sorted;
  const auto done = database->query("SELECT name FROM names ORDER BY name COLLATE \"C\"", {},
                                    [&](const SqlRow& row) { sorted.emplace_back(row.text(0)); });
  BOOST_TEST(message(done) == "none");
  BOOST_TEST(sorted == (std::vector<std::string>{"10", "9", "B", "Z", "_", "a", "a b", "a-a", "b", "ä"}),
             boost::test_tools::per_element());
}

inline void what_is_no_statement_is_an_error(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT)");
  for (const std::string& sql :
       {std::string("SELEC 1"), std::string("SELECT * FROM nothing"), std::string(),
        std::string("INSERT INTO things VALUES (1); INSERT INTO things VALUES (2)"),
        std::string("INSERT INTO things VALUES ($1)"), std::string("INSERT INTO things VALUES ($1), ($2)"),
        std::string("INSERT INTO things VALUES ($2)"), std::string("INSERT INTO things VALUES (?1)")}) {
    const SqlValues values(sql.find("), (") == std::string::npos ? 0 : 1, SqlValue(std::int64_t{1}));
    const auto done = database->execute(sql, values);
    BOOST_TEST(!done, sql);
    if (!done) BOOST_TEST(done.error().message.starts_with(database->name() + ": "), done.error().message);
  }
  BOOST_TEST(!database->execute("INSERT INTO things VALUES ($1)", {std::int64_t{1}, std::int64_t{2}}));
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == 0);
}

inline void broken_rules_of_a_table_are_told_in_words(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database,
          "CREATE TABLE bots (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL UNIQUE CHECK (name <> ''))");
  execute(*database, "CREATE TABLE games (bot BIGINT NOT NULL REFERENCES bots (id))");
  execute(*database, "INSERT INTO bots VALUES (1, 'greedy')");
  const auto fault = [&](std::string_view sql) {
    std::string text = message(database->execute(sql));
    BOOST_TEST(text.starts_with(database->name() + ": "), text);
    std::ranges::transform(text, text.begin(), [](char letter) {
      return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    });
    return text;
  };
  BOOST_TEST(fault("INSERT INTO bots VALUES (2, 'greedy')").find("unique") != std::string::npos);
  BOOST_TEST(fault("INSERT INTO bots VALUES (2, NULL)").find("not") != std::string::npos);
  BOOST_TEST(fault("INSERT INTO bots VALUES (2, '')").find("check") != std::string::npos);
  BOOST_TEST(fault("INSERT INTO games VALUES (7)").find("foreign key") != std::string::npos);
  execute(*database, "INSERT INTO games VALUES (1)");
  BOOST_TEST(fault("DELETE FROM bots").find("foreign key") != std::string::npos);
  BOOST_TEST(integer(*database, "SELECT count(*) FROM bots") == 1);
}

// ---- Transactions ----

inline void a_transaction_that_fails_changes_nothing(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY)");
  const auto done = in_transaction(*database, Transaction::write, [&]() -> Result<void> {
    TOPTILE_TRY_TO(database->execute("INSERT INTO things VALUES (1)"));
    TOPTILE_TRY_TO(database->execute("CREATE TABLE others (id BIGINT)"));
    return Error{"no more"};
  });
  BOOST_TEST(message(done) == "no more");
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == 0);
  BOOST_TEST(!database->execute("SELECT * FROM others"));
  write(*database, [&] { execute(*database, "INSERT INTO things VALUES (2)"); });
  BOOST_TEST(integer(*database, "SELECT id FROM things") == 2);
}

inline void a_failed_statement_spoils_its_transaction(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY)");
  std::string first, later;
  const auto done = in_transaction(*database, Transaction::write, [&]() -> Result<void> {
    TOPTILE_TRY_TO(database->execute("INSERT INTO things VALUES (1)"));
    first = message(database->execute("INSERT INTO things VALUES (1)"));
    later = message(database->execute("INSERT INTO things VALUES (2)"));
    return success();  // Whoever forgets an error does not keep half of the work.
  });
  BOOST_TEST(first != "none");
  BOOST_TEST(later == first);
  BOOST_TEST(message(done) == first);
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == 0);
}

inline void a_transaction_that_reads_cannot_write(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY)");
  for (const char* sql :
       {"INSERT INTO things VALUES (1)", "CREATE TABLE others (id BIGINT)", "DROP TABLE things"}) {
    const auto done = in_transaction(*database, Transaction::read, [&]() -> Result<void> {
      TOPTILE_TRY_TO(database->execute(sql));
      return success();
    });
    BOOST_TEST(!done, sql);
  }
  BOOST_TEST(!database->query("INSERT INTO things VALUES (1) RETURNING id", {}, [](const SqlRow&) {}));
  BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == 0);
}

inline void a_reader_sees_one_moment_while_others_write(const DatabaseHome& home) {
  const auto writer = home.open(), reader = home.open();
  execute(*writer, "CREATE TABLE things (n BIGINT)");
  execute(*writer, "INSERT INTO things VALUES (1)");
  const auto done = in_transaction(*reader, Transaction::read, [&]() -> Result<void> {
    BOOST_TEST(integer(*reader, "SELECT sum(n) FROM things") == 1);
    execute(*writer, "INSERT INTO things VALUES (10)");
    BOOST_TEST(integer(*reader, "SELECT sum(n) FROM things") == 1);
    write(*writer, [&] {
      execute(*writer, "INSERT INTO things VALUES (100)");
      BOOST_TEST(integer(*reader, "SELECT sum(n) FROM things") == 1);
    });
    BOOST_TEST(integer(*reader, "SELECT sum(n) FROM things") == 1);
    return success();
  });
  BOOST_TEST(message(done) == "none");
  BOOST_TEST(integer(*reader, "SELECT sum(n) FROM things") == 111);
}

inline void writers_exclude_each_other(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database, "CREATE TABLE counters (n BIGINT)");
  execute(*database, "INSERT INTO counters VALUES (0)");
  constexpr int kTimes = 500;
  std::array<std::string, 2> faults;
  const auto count = [&](std::string& fault) {
    const auto mine = home.open(kDatabasePatience);
    if (!mine) return void(fault = mine.error().message);
    for (int i = 0; i < kTimes && fault.empty(); ++i) {
      const auto done = in_transaction(*mine.value(), Transaction::write, [&]() -> Result<void> {
        std::int64_t n = 0;
        TOPTILE_TRY_TO(mine.value()->query("SELECT n FROM counters", {},
                                           [&](const SqlRow& row) { n = row.integer(0); }));
        TOPTILE_TRY_TO(mine.value()->execute("UPDATE counters SET n = $1", {n + 1}));
        return success();
      });
      if (!done) fault = done.error().message;
    }
  };
  std::thread first(count, std::ref(faults[0])), second(count, std::ref(faults[1]));
  first.join();
  second.join();
  BOOST_TEST(faults[0] == "");
  BOOST_TEST(faults[1] == "");
  BOOST_TEST(integer(*database, "SELECT n FROM counters") == 2 * kTimes);
}

inline void whoever_waits_too_long_gets_one_sentence(const DatabaseHome& home) {
  const auto writer = home.open();
  execute(*writer, "CREATE TABLE things (n BIGINT)");
  auto opened = home.open(std::chrono::milliseconds(300));
  BOOST_REQUIRE(opened);
  Database& hasty = *opened.value();
  write(*writer, [&] {
    execute(*writer, "INSERT INTO things VALUES (1)");
    const std::string told = hasty.name() + ": others have kept this database busy for 0.3 s";
    BOOST_TEST(message(hasty.execute("INSERT INTO things VALUES (2)")).starts_with(told));
    BOOST_TEST(message(in_transaction(hasty, Transaction::write, [] {
                 return Result<void>(success());
               })).starts_with(told));
    BOOST_TEST(integer(hasty, "SELECT count(*) FROM things") == 0);
  });
  execute(hasty, "INSERT INTO things VALUES (3)");
  BOOST_TEST(integer(hasty, "SELECT sum(n) FROM things") == 4);
}

inline void a_process_that_is_killed_loses_only_its_transaction(const DatabaseHome& home) {
  {
    const auto database = home.open();
    execute(*database, "CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY)");
  }
  for (int round = 0; round < 3; ++round) {
    int ends[2];
    BOOST_REQUIRE(::pipe(ends) == 0);
    Process process([&] {
      const auto mine = home.open(kDatabasePatience);
      if (!mine) ::_exit(1);
      const auto kept =
          mine.value()->execute("INSERT INTO things SELECT coalesce(max(id), 0) + 1 FROM things");
      if (!kept) ::_exit(2);
      static_cast<void>(in_transaction(*mine.value(), Transaction::write, [&]() -> Result<void> {
        for (std::int64_t i = 0; i < 20'000; ++i) {
          TOPTILE_TRY_TO(mine.value()->execute("INSERT INTO things VALUES ($1)", {1000 + i}));
          if (i == 10'000 && ::write(ends[1], "x", 1) != 1) ::_exit(3);
        }
        for (;;) ::pause();
      }));
      ::_exit(4);
    });
    ::close(ends[1]);
    char ready = 0;
    BOOST_REQUIRE(::read(ends[0], &ready, 1) == 1);
    BOOST_TEST(WIFSIGNALED(process.end(SIGKILL)));
    ::close(ends[0]);
    const auto database = home.open();
    write(*database, [&] {  // It waits until the other transaction is gone.
      BOOST_TEST(integer(*database, "SELECT count(*) FROM things") == round + 1);
    });
    BOOST_TEST(message(database->check()) == "none");
  }
}

// ---- Others ----

inline void the_clock_is_that_of_the_world(const DatabaseHome& home) {
  const auto database = home.open();
  const auto first = database->now();
  BOOST_REQUIRE_MESSAGE(first, message(first));
  BOOST_TEST(first.value() > 1'700'000'000'000);
  BOOST_TEST(first.value() < 10'000'000'000'000);
  write(*database, [&] {
    const auto early = database->now();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto late = database->now();
    BOOST_REQUIRE((early && late));
    BOOST_TEST(late.value() > early.value());  // It goes on within a transaction.
  });
}

inline void it_is_whole_after_many_changes(const DatabaseHome& home) {
  const auto database = home.open();
  execute(*database, "CREATE TABLE things (id BIGINT NOT NULL PRIMARY KEY, t TEXT)");
  write(*database, [&] {
    for (std::int64_t i = 0; i < 2000; ++i)
      execute(*database, "INSERT INTO things VALUES ($1, $2)",
              {i, std::string(static_cast<std::size_t>(i), 'x')});
  });
  execute(*database, "DELETE FROM things WHERE id > 100");
  BOOST_TEST(message(database->check()) == "none");
}

inline void migrations_are_done_once_and_in_order(const DatabaseHome& home) {
  const std::array<Migration, 3> all = {{{1,
                                          "CREATE TABLE a (n BIGINT)\n"
                                          "  ;  \n"
                                          "INSERT INTO a\n"
                                          "  VALUES (1)\n"
                                          ";\n"},
                                         {2, "UPDATE a SET n = n * 10"},
                                         {3, "UPDATE a SET n = n + 3\n;\n\n;\n"}}};
  const auto database = home.open(), other = home.open();
  BOOST_TEST(message(migrate(*database, std::span(all).first(1))) == "none");
  BOOST_TEST(integer(*database, "SELECT n FROM a") == 1);
  BOOST_TEST(message(migrate(*other, all)) == "none");
  BOOST_TEST(message(migrate(*database, all)) == "none");
  BOOST_TEST(integer(*database, "SELECT n FROM a") == 13);
  BOOST_TEST(
      message(migrate(*database, std::span(all).first(2))) ==
      database->name() +
          ": a newer toptile has changed this database (its tables have version 3, and this program knows "
          "versions up to 2): use the newer program");
}

inline void a_migration_that_fails_changes_nothing(const DatabaseHome& home) {
  const std::array<Migration, 2> bad = {
      {{1, "CREATE TABLE a (n BIGINT)"},
       {2, "CREATE TABLE b (n BIGINT)\n;\nINSERT INTO nowhere VALUES (1)\n;\n"}}};
  const std::array<Migration, 2> good = {{bad[0], {2, "CREATE TABLE b (n BIGINT)"}}};
  const auto database = home.open();
  const std::string fault = message(migrate(*database, bad));
  BOOST_TEST(fault.starts_with("step 2 of the tables failed, and changed nothing: " + database->name()));
  BOOST_TEST(integer(*database, "SELECT count(*) FROM a") == 0);
  BOOST_TEST(!database->execute("SELECT * FROM b"));
  BOOST_TEST(message(migrate(*database, good)) == "none");
  BOOST_TEST(integer(*database, "SELECT count(*) FROM b") == 0);
}

inline void processes_that_migrate_at_once_do_it_once(const DatabaseHome& home) {
  std::vector<Migration> all = {{1, "CREATE TABLE a (n BIGINT)\n;\nINSERT INTO a VALUES (0)"}};
  for (int version = 2; version < 20; ++version) all.push_back({version, "UPDATE a SET n = n + 1"});
  std::array<std::string, 4> faults;
  std::vector<std::thread> threads;
  std::atomic<int> ready = 0;
  for (std::string& fault : faults)
    threads.emplace_back([&] {
      ++ready;
      while (ready < 4) std::this_thread::yield();
      const auto mine = home.open(kDatabasePatience);  // They also make the database at once.
      fault = mine ? message(migrate(*mine.value(), all)) : mine.error().message;
    });
  for (auto& thread : threads) thread.join();
  for (const std::string& fault : faults) BOOST_TEST(fault == "none");
  BOOST_TEST(integer(*home.open(), "SELECT n FROM a") == 18);
}

struct Case {
  const char* name;
  void (*run)(const DatabaseHome&);
};

#define TOPTILE_CASE(name) \
  Case {                   \
#name, &name           \
  }
inline const std::array kCases = {TOPTILE_CASE(values_of_all_types_come_back_as_they_were),
                                  TOPTILE_CASE(what_one_database_cannot_keep_both_refuse),
                                  TOPTILE_CASE(a_column_that_holds_something_else_fails_the_query),
                                  TOPTILE_CASE(large_bytes_come_back_whole),
                                  TOPTILE_CASE(counts_of_changed_rows_are_those_of_the_statement),
                                  TOPTILE_CASE(a_statement_that_was_kept_sees_new_values_and_new_tables),
                                  TOPTILE_CASE(texts_are_sorted_by_their_bytes),
                                  TOPTILE_CASE(what_is_no_statement_is_an_error),
                                  TOPTILE_CASE(broken_rules_of_a_table_are_told_in_words),
                                  TOPTILE_CASE(a_transaction_that_fails_changes_nothing),
                                  TOPTILE_CASE(a_failed_statement_spoils_its_transaction),
                                  TOPTILE_CASE(a_transaction_that_reads_cannot_write),
                                  TOPTILE_CASE(a_reader_sees_one_moment_while_others_write),
                                  TOPTILE_CASE(writers_exclude_each_other),
                                  TOPTILE_CASE(whoever_waits_too_long_gets_one_sentence),
                                  TOPTILE_CASE(a_process_that_is_killed_loses_only_its_transaction),
                                  TOPTILE_CASE(the_clock_is_that_of_the_world),
                                  TOPTILE_CASE(it_is_whole_after_many_changes),
                                  TOPTILE_CASE(migrations_are_done_once_and_in_order),
                                  TOPTILE_CASE(a_migration_that_fails_changes_nothing),
                                  TOPTILE_CASE(processes_that_migrate_at_once_do_it_once)};
#undef TOPTILE_CASE

// Adds all cases to the suite around it. `Home` is made anew for each.
template <class Home>
bool add_to(boost::unit_test::test_suite& suite) {
  for (const Case& each : kCases)
    suite.add(
        boost::unit_test::make_test_case([run = each.run] { run(Home()); }, each.name, __FILE__, __LINE__));
  return true;
}

}  // namespace toptile::database_cases
