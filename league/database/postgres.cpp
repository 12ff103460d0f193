#include "league/database/postgres.h"

#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include <optional>
#include <pqxx/pqxx>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "base/utf8.h"
#include "base/words.h"
#include "league/database/answer_watch.h"
#include "league/database/postgres_address.h"
#include "league/database/postgres_values.h"
#include "league/database/sql_values.h"

// The functions that libpqxx 6 and 7 have in common, and those that take a variable number of values, are
// deprecated in one version or the other.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace toptile {

namespace {

constexpr int kOldestServer = 120000;  // 12.0
// The queries of check() may take long, because they read everything. The server ends them after 10 minutes.
constexpr std::chrono::minutes kMaxCheckAnswer{11};
constexpr std::chrono::milliseconds kLockWait{1000};
constexpr std::chrono::milliseconds kIdleReader{30'000};
// Writers hold this advisory lock. The number is arbitrary, but must be the same in all versions.
constexpr std::string_view kWriterLock = "6085618951442239829";

constexpr std::string_view kBeginReading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ";
constexpr std::string_view kBeginWriting = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ";

class PostgresDatabase final : public Database {
 public:
  PostgresDatabase(PostgresAddress address, const PostgresTerms& terms)
      : address_(std::move(address)), terms_(terms), watch_(terms.settling.stop) {}

  // Connects, and creates the schema if necessary.
  Result<void> set_up() {
    TOPTILE_TRY_TO(guarded([&]() -> Result<void> { return connect(); }));
    bool is_there = false;
    const std::string_view look = "SELECT 1 FROM pg_namespace WHERE nspname = 'toptile'";
    const RowVisitor note = [&](const SqlRow&) { is_there = true; };
    TOPTILE_TRY_TO(query(look, {}, note));
    if (is_there) return success();
    return in_transaction(*this, Transaction::write, [&]() -> Result<void> {
      TOPTILE_TRY_TO(query(look, {}, note));
      if (is_there) return success();
      TOPTILE_TRY_TO(execute("CREATE SCHEMA toptile", {}));
      return success();
    });
  }

  Result<std::int64_t> execute(std::string_view sql, const SqlValues& values) override {
    std::int64_t changed = 0;
    TOPTILE_TRY_TO(run(sql, values, Transaction::write, [&](const pqxx::result& result) -> Result<void> {
      changed = static_cast<std::int64_t>(result.affected_rows());
      return success();
    }));
    return changed;
  }

  Result<void> insert(std::span<const SqlStatement> statements) override {
    TOPTILE_ASSERT(transaction_);
    const auto [sql, values] = in_one_statement(statements);
    if (sql.empty()) return success();
    TOPTILE_TRY_TO(execute(sql, values));
    return success();
  }

  Result<void> query(std::string_view sql, const SqlValues& values, const RowVisitor& visit) override {
    return run(sql, values, Transaction::read,
               [&](const pqxx::result& result) { return visit_rows(result, sql, visit); });
  }

  std::string_view skip_locked() const override { return " FOR UPDATE SKIP LOCKED"; }

  Result<void> exclude_writers(std::string_view sql, const RowVisitor& visit) override {
    TOPTILE_ASSERT(transaction_ && access_ == Transaction::own_rows);
    if (failure_) return *failure_;
    // One message: each of the two statements sees what was written before it began.
    return answer_with(
        [&] {
          const auto awaited = await_answer();
          return transaction_->exec(fmt::format("SELECT pg_advisory_xact_lock({}); {}", kWriterLock, sql));
        },
        [&](const pqxx::result& result) { return visit_rows(result, sql, visit); });
  }

  std::string now_sql() const override {
    return "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
  }

  Result<std::int64_t> now() override {
    std::int64_t now = 0;
    TOPTILE_TRY_TO(query("SELECT " + now_sql(), {}, [&](const SqlRow& row) { now = row.integer(0); }));
    return now;
  }

  Result<void> check() override {
    is_checking_ = true;
    auto checked = in_transaction(*this, Transaction::read, [&] { return check_now(); });
    is_checking_ = false;
    return checked;
  }

  using Database::back_up;
  Result<void> back_up(const std::string& to, const std::function<Result<void>()>&) override {
    return error(
        fmt::format("a database of PostgreSQL is backed up by its own tool: run pg_dump --format=custom "
                    "--schema=toptile --file={} {}",
                    shell_word(printable(to, 1000)), shell_word(name())));
  }

  Result<void> shrink() override {
    return error(
        "PostgreSQL uses the space of deleted rows for new ones; to give it back to the disk, run VACUUM "
        "FULL "
        "toptile.records in psql, for which all others wait");
  }

  const std::string& name() const override { return address_.name; }
  std::filesystem::path file() const override { return {}; }

 protected:
  Result<void> begin(Transaction access) override {
    TOPTILE_ASSERT(!transaction_ && !is_used_);
    failure_.reset();
    // The loss of a connection since its last use is only noticed now.
    const bool was_connected = connection_ && connection_->is_open();
    auto begun = guarded([&] { return begin_now(access); });
    if (!begun && was_connected && !is_connected()) {
      roll_back();
      begun = guarded([&] { return begin_now(access); });
    }
    if (!begun) roll_back();
    return begun;
  }

  Result<void> commit() override {
    TOPTILE_ASSERT(transaction_ && !is_used_);
    if (failure_) return *failure_;
    auto committed = guarded([&]() -> Result<void> {
      const auto awaited = await_answer();
      transaction_->exec("COMMIT");
      transaction_.reset();
      return success();
    });
    if (committed || is_connected()) return committed;
    roll_back();
    if (writer_.empty()) return success();  // A read transaction has nothing to commit.
    return settle();
  }

  void roll_back() override {
    TOPTILE_ASSERT(!is_used_);
    try {
      if (transaction_ && is_connected()) {
        const auto awaited = await_answer();
        transaction_->exec("ROLLBACK");
      }
    } catch (const std::exception&) {  // The server rolls back by itself if the connection is lost.
    }
    transaction_.reset();
    if (!is_connected()) disconnect();
  }

 private:
  Result<void> check_now() {
    std::optional<std::string> damage;
    const auto note = [&](const SqlRow& row) {
      if (!damage) damage = printable(row.text(0), 300);
    };
    TOPTILE_TRY_TO(
        query("SELECT 'the index ' || relname || ' does not hold' FROM pg_index "
              "JOIN pg_class ON pg_class.oid = indexrelid "
              "WHERE relnamespace = 'toptile'::regnamespace AND NOT (indisvalid AND indisready)",
              {}, note));
    TOPTILE_TRY_TO(
        query("SELECT 'the rule ' || conname || ' does not hold' FROM pg_constraint "
              "WHERE connamespace = 'toptile'::regnamespace AND NOT convalidated",
              {}, note));
    std::vector<std::string> tables;
    TOPTILE_TRY_TO(
        query("SELECT quote_ident(relname) FROM pg_class "
              "WHERE relnamespace = 'toptile'::regnamespace AND relkind = 'r' ORDER BY relname",
              {}, [&](const SqlRow& row) { tables.emplace_back(row.text(0)); }));
    // Converting a row to text reads all of its values.
    for (const std::string& table : tables)
      TOPTILE_TRY_TO(
          query(fmt::format("SELECT count(octet_length(row_read::text)) FROM toptile.{} row_read", table), {},
                [](const SqlRow&) {}));
    if (damage) return error(fmt::format("this database is damaged ({}): restore a backup of it", *damage));
    return success();
  }

  Error error(std::string_view what) const { return {fmt::format("{}: {}", name(), what)}; }
  static std::string about(std::string_view sql) { return printable(sql, 200); }
  Error lost(std::string_view what) const {
    return error(fmt::format(
        "the connection to the server was lost ({}): look whether the server runs, and try again", what));
  }

  Error error_of(const pqxx::sql_error& fault) const {
    const std::string& state = fault.sqlstate();
    const std::string said = in_one_line(fault.what());
    if (state == "55P03")
      return error(
          fmt::format("others have kept this database busy for {} s: look for a process that hangs, or "
                      "try again",
                      std::chrono::duration<double>(terms_.patience).count()));
    if (state == "57014")
      return error("a statement was ended, because it took too long: " + about(fault.query()));
    if (state == "25006")
      return error("a transaction that only reads cannot do this: " + about(fault.query()));
    if (state == "53100") return error("the server's disk is full: make room on it, and try again");
    if (state.starts_with("57P") || state.starts_with("08") || state == "25P03") return lost(said);
    if (state.starts_with("XX"))
      return error(fmt::format("this database is damaged ({}): restore a backup of it", said));
    return error("PostgreSQL says: " + said);
  }

  template <class Work>
  auto guarded(const Work& work) const -> decltype(work()) {
    try {
      return work();
    } catch (const pqxx::sql_error& fault) {
      return error_of(fault);
    } catch (const pqxx::broken_connection& fault) {
      if (connection_) return lost(in_one_line(fault.what()));
      return error(fmt::format("the server cannot be reached: {}", in_one_line(fault.what())));
    } catch (const std::exception& fault) {
      return error(in_one_line(fault.what()));
    }
  }

  bool is_connected() const { return connection_ && connection_->is_open(); }

  AnswerWatch::Awaited await_answer() {
    return {watch_, connection_->sock(), is_checking_ ? kMaxCheckAnswer : terms_.answer};
  }

  void disconnect() {
    transaction_.reset();
    connection_.reset();
  }

  // Throws what libpqxx throws.
  Result<void> connect() {
    disconnect();
    auto connection = std::make_unique<pqxx::connection>(address_.connection);
    stay_disconnected(*connection);
    if (connection->server_version() < kOldestServer)
      return error(fmt::format("this server has version {} of PostgreSQL: use one with version {} or newer",
                               connection->server_version() / 10000, kOldestServer / 10000));
    const AnswerWatch::Awaited awaited(watch_, connection->sock(), terms_.answer);
    pqxx::nontransaction question(*connection);
    const auto encoding = question.exec("SHOW server_encoding");
    if (std::string_view(encoding[0][0].c_str()) != "UTF8")
      return error(
          fmt::format("this database keeps its texts in {}: make another one with CREATE DATABASE … "
                      "ENCODING 'UTF8' TEMPLATE template0",
                      printable(encoding[0][0].c_str())));
    question.commit();
    connection_ = std::move(connection);
    return success();
  }

  // The settings with which every transaction begins. A pooler gives each transaction any connection of its
  // own, so nothing is set for longer than one.
  std::string settings(std::chrono::milliseconds lock_wait, std::chrono::milliseconds idle) const {
    return fmt::format(
        "SET LOCAL search_path = toptile; SET LOCAL client_min_messages = error; "
        "SET LOCAL bytea_output = hex; SET LOCAL extra_float_digits = 1; "
        "SET LOCAL standard_conforming_strings = on; SET LOCAL statement_timeout = '10min'; "
        "SET LOCAL lock_timeout = {}; SET LOCAL idle_in_transaction_session_timeout = {}; ",
        lock_wait.count(), idle.count());
  }

  Result<void> begin_now(Transaction access) {
    if (!is_connected()) {
      TOPTILE_TRY_TO(connect());
    }
    const auto awaited = await_answer();
    access_ = access;
    writer_.clear();
    transaction_ = std::make_unique<pqxx::nontransaction>(*connection_);
    if (access == Transaction::read) {
      transaction_->exec(std::string(kBeginReading) + settings(terms_.patience, kIdleReader));
      return success();
    }
    if (access == Transaction::own_rows) {
      const auto begun = transaction_->exec(
          fmt::format("{}{}SELECT txid_current()", kBeginWriting, settings(terms_.patience, terms_.idle)));
      writer_ = begun[0][0].c_str();
      return success();
    }
    const auto deadline = std::chrono::steady_clock::now() + terms_.patience;
    while (!try_to_write(deadline)) {
    }
    return success();
  }

  // If a suspended process waited for the lock on several connections, each of them would get it in turn and
  // block the others. So each waits only briefly and asks again.
  bool try_to_write(std::chrono::steady_clock::time_point deadline) {
    try {
      const auto begun = transaction_->exec(fmt::format(
          "{}{}SELECT pg_advisory_xact_lock({}); SET LOCAL lock_timeout = {}; SELECT txid_current()",
          kBeginWriting, settings(std::min(terms_.patience, kLockWait), terms_.idle), kWriterLock,
          terms_.patience.count()));
      writer_ = begun[0][0].c_str();
      return true;
    } catch (const pqxx::sql_error& fault) {
      if (fault.sqlstate() != "55P03" || std::chrono::steady_clock::now() >= deadline) throw;
    }
    transaction_->exec("ROLLBACK");
    return false;
  }

  // Finds out the result of a commit that was not answered.
  Result<void> settle() {
    std::string status;
    const auto asked = Retries(terms_.settling).persist([&] {
      auto answered = guarded([&]() -> Result<void> {
        if (!is_connected()) {
          TOPTILE_TRY_TO(connect());
        }
        const auto awaited = await_answer();
        pqxx::nontransaction question(*connection_);
        const auto answer =
            question.exec(fmt::format("SELECT coalesce(txid_status({}), 'forgotten')", writer_));
        status = answer[0][0].c_str();
        if (status == "in progress")
          return error("the server still works on a transaction whose connection was lost");
        return success();
      });
      if (!answered && !is_connected()) disconnect();
      return answered;
    });
    if (asked && status == "committed") return success();
    if (asked && status == "aborted") return lost("and its last transaction has changed nothing");
    return error(
        "the connection to the server was lost during a commit, and nobody can tell whether it was done: "
        "look at the league before you go on");
  }

  Result<void> visit_rows(const pqxx::result& result, std::string_view sql, const RowVisitor& visit) const {
    PostgresRow shown(result);
    for (const auto& row : result) {
      shown.show(row);
      visit(shown);
      if (shown.fault()) return error(*shown.fault() + ": " + about(sql));
    }
    return success();
  }

  using Use = std::function<Result<void>(const pqxx::result&)>;

  // Gives the answer to `use`. The first error is that of the transaction.
  Result<void> answer_with(const std::function<pqxx::result()>& ask, const Use& use) {
    TOPTILE_ASSERT(!is_used_);
    is_used_ = true;
    const auto done = guarded([&] { return use(ask()); });
    is_used_ = false;
    if (!done) failure_ = done.error();
    return done;
  }

  // Runs a statement, in a transaction of its own if there is none. The server compiles it each time, because
  // a pooler may give the next one to another connection. A statement that fails makes the
  // transaction fail.
  Result<void> run(std::string_view sql, const SqlValues& values, Transaction alone, const Use& use) {
    TOPTILE_ASSERT(!is_used_);
    if (transaction_ && failure_) return *failure_;
    if (const auto fault = values_fault(values)) {
      failure_ = error(fault->message);
    } else if (sql.find_first_not_of(" \t\r\n;") == std::string_view::npos) {
      failure_ = error("this is not one statement");
    } else if (transaction_) {
      return answer_with(
          [&] {
            const auto awaited = await_answer();
            return run_statement(*transaction_, std::string(sql), values);
          },
          use);
    } else if (const auto whole = alone == Transaction::read ? with_literals(sql, values) : std::nullopt) {
      return read_alone(*whole, use);
    } else {
      return in_transaction(*this, alone, [&] { return run(sql, values, alone, use); });
    }
    return *failure_;
  }

  // For one statement that reads, one message is enough: the statements of a message without BEGIN are one
  // transaction.
  Result<void> read_alone(const std::string& sql, const Use& use) {
    const bool was_connected = is_connected();
    const auto read = [&] {
      auto done = answer_with(
          [&] {
            const auto awaited = await_answer();
            return pqxx::nontransaction(*connection_)
                .exec("SET LOCAL transaction_read_only = on; " + settings(terms_.patience, kIdleReader) +
                      sql);
          },
          use);
      if (!is_connected()) disconnect();
      return done;
    };
    if (was_connected) {
      auto done = read();
      if (done || is_connected()) return done;  // Otherwise the loss of the connection is only noticed now.
    }
    TOPTILE_TRY_TO(guarded([&] { return connect(); }));
    return read();
  }

  const PostgresAddress address_;
  const PostgresTerms terms_;
  AnswerWatch watch_;
  std::unique_ptr<pqxx::connection> connection_;       // Null until connected; stays set after a loss.
  std::unique_ptr<pqxx::nontransaction> transaction_;  // Its BEGIN and COMMIT are statements of ours.
  Transaction access_ = Transaction::read;
  std::string writer_;            // The server's ID of the write transaction.
  std::optional<Error> failure_;  // The first one of the transaction.
  bool is_used_ = false;
  bool is_checking_ = false;
};

}  // namespace

bool is_postgres_address(std::string_view address) {
  return address.starts_with("postgresql://") || address.starts_with("postgres://");
}

Result<std::unique_ptr<Database>> open_postgres(const std::string& address, const PostgresTerms& terms) {
  TOPTILE_TRY(auto read, read_postgres_address(address));
  auto database = std::make_unique<PostgresDatabase>(std::move(read), terms);
  TOPTILE_TRY_TO(database->set_up());
  return std::unique_ptr<Database>(std::move(database));
}

}  // namespace toptile
