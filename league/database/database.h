// An SQL database: the few operations that a league needs, the same for SQLite (league/database/sqlite.h) and
// PostgreSQL (league/database/postgres.h). Statements use the part of SQL that both understand. Placeholders
// are $1, $2, …, each with one value and one type; types are BIGINT, DOUBLE PRECISION, TEXT and BYTEA. Some
// differences are easily overlooked:
// - Every column of a PRIMARY KEY says NOT NULL, because SQLite would accept NULL there.
// - Texts are sorted with COLLATE "C", because PostgreSQL's order otherwise depends on its locale.
// - Only SQLite ignores case in LIKE. Division by zero is NULL in SQLite, and an error in PostgreSQL.
// - SQLite stores a value of any type in any column; PostgreSQL refuses a text for a number.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "league/database/retries.h"

namespace toptile {

// How long a transaction waits for others before it fails.
inline constexpr std::chrono::milliseconds kDatabasePatience = std::chrono::seconds(60);

// Arbitrary bytes, as opposed to text.
struct Bytes {
  std::string bytes;
  friend bool operator==(const Bytes&, const Bytes&) = default;
};

// NULL, or a value of one of the four types. A text must be UTF-8 without NUL, and a real must not be NaN
// (league/database/sql_values.h); a statement with any other value fails.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string, Bytes>;
using SqlValues = std::vector<SqlValue>;

// A row of a result. The row and what it returns are valid until the visitor returns. Columns count from 0. A
// getter whose type does not match the column's value returns zero or an empty string, and the query fails
// after the visit: a damaged file may contain anything. Check is_null() first for a column that may be NULL.
// A column of integers may be read with real(), and one of booleans with integer() (0 or 1).
class SqlRow {
 public:
  virtual ~SqlRow() = default;
  virtual bool is_null(int column) const = 0;
  virtual std::int64_t integer(int column) const = 0;
  virtual double real(int column) const = 0;
  virtual std::string_view text(int column) const = 0;
  virtual std::string_view bytes(int column) const = 0;
};

struct SqlStatement {
  std::string sql;
  SqlValues values;
};

using RowVisitor = std::function<void(const SqlRow&)>;

// A transaction that reads sees the database as it was at its first statement, and can change nothing. One
// that writes excludes all others that write from its beginning; it must be short and only run statements,
// because others wait for it. One that changes rows of its own waits for no transaction on a server, and none
// waits for it: it may change only rows that belong to its process, and rows that it took with skip_locked().
// In a file it is like one that writes.
enum class Transaction { read, write, own_rows };

// A connection. Only one thread may use it at a time. Errors contain the database's message after its name().
// The next transaction restores a lost connection.
class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  virtual ~Database() = default;

  // Runs a statement, and returns how many rows it inserted, updated or deleted. Outside a transaction, it is
  // a write transaction of its own.
  virtual Result<std::int64_t> execute(std::string_view sql, const SqlValues& values = {}) = 0;
  // Runs INSERT statements, of which none sees the rows of another, and skips empty ones. In a transaction.
  // On a server, they are one message.
  virtual Result<void> insert(std::span<const SqlStatement> statements) = 0;
  // Visits the rows of a result: of a SELECT, or in a transaction that may change rows, of a statement with
  // RETURNING. `visit` must not use the connection. Outside a transaction, it is a read transaction of its
  // own.
  virtual Result<void> query(std::string_view sql, const SqlValues& values, const RowVisitor& visit) = 0;

  // The end of a SELECT whose rows are to be changed: it locks them and leaves out those that another
  // transaction has locked. Empty in a file. A transaction that writes changes rows that may belong to others
  // only in this way: their owners may hold them, and wait for it (exclude_writers).
  virtual std::string_view skip_locked() const = 0;
  // In a transaction of own rows: from now on, it excludes all that write. It must not wait for rows of
  // others. Visits the rows of a SELECT without values, which sees what they have written.
  virtual Result<void> exclude_writers(std::string_view sql, const RowVisitor& visit) = 0;
  // Milliseconds since 1970 by the clock that all users of this database share.
  virtual Result<std::int64_t> now() = 0;
  // The same as an expression for a statement that is run at once.
  virtual std::string now_sql() const = 0;
  // Verifies that nothing is damaged; an error says what is.
  virtual Result<void> check() = 0;
  // Writes a consistent copy of the whole database into a new file, while others continue to use it. When the
  // copy is complete, `finish` is called; the file gets its name only if that succeeds. If only the
  // database's own tools can do this, an error says how. Not inside a transaction.
  virtual Result<void> back_up(const std::string& to, const std::function<Result<void>()>& finish) = 0;
  Result<void> back_up(const std::string& to) { return back_up(to, success); }
  // Gives the space of deleted rows back to the disk if it is a quarter of the database. Other writers wait
  // meanwhile, and the disk needs room for a copy of the rest. If only the database's own tools can do this,
  // an error says how. Not inside a transaction.
  virtual Result<void> shrink() = 0;
  // The database's address as messages show it, without a password.
  virtual const std::string& name() const = 0;
  // The path of the file that it is in; empty if it is on a server.
  virtual std::filesystem::path file() const = 0;

 protected:
  friend Result<void> in_transaction(Database&, Transaction, const std::function<Result<void>()>&);
  virtual Result<void> begin(Transaction access) = 0;
  virtual Result<void> commit() = 0;
  virtual void roll_back() = 0;  // What this cannot undo, the database undoes by itself.
};

// Runs `work` in a transaction. If a statement, `work` or the commit fails, nothing is changed: after a
// failed statement the later ones fail, too, and so does the commit. Transactions are not nested. If the
// connection to a server is lost during the commit, this finds out whether the commit succeeded; if it
// cannot, the error says so.
Result<void> in_transaction(Database& database, Transaction access,
                            const std::function<Result<void>()>& work);

// Opens a database by its address: postgresql:// or postgres:// is a PostgreSQL database; anything else is
// the path of an SQLite file, which is created if necessary. If a server becomes unreachable during a commit,
// `settling` says how long to keep asking it whether the commit succeeded. `patience` is how long a
// transaction waits for others.
Result<std::unique_ptr<Database>> open_database(const std::string& address,
                                                const RetryTerms& settling = {.patience = kDatabasePatience},
                                                std::chrono::milliseconds patience = kDatabasePatience);

}  // namespace toptile
