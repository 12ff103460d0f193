// A database of SQL: the little that a league needs of one, the same for SQLite (league/store/sqlite.h) and
// PostgreSQL (league/store/postgres.h). Statements are written in the part of SQL that both understand.
// Placeholders are $1, $2, …, each with one value and one type; types are BIGINT, DOUBLE PRECISION, TEXT and
// BYTEA. The two differ in what is easily overlooked:
// - Every column of a PRIMARY KEY says NOT NULL, because SQLite takes NULL there otherwise.
// - A text is sorted with COLLATE "C", because the order of PostgreSQL depends on its language otherwise.
// - LIKE ignores case in SQLite only. A division by zero is NULL there, and an error in PostgreSQL.
// - SQLite puts what it is given into a column of any type; PostgreSQL refuses a text for a number.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "league/store/retries.h"

namespace toptile {

// How long a transaction waits for others that write before it fails.
inline constexpr std::chrono::milliseconds kDatabasePatience = std::chrono::seconds(60);

// Bytes of any kind, which are not a text.
struct Bytes {
  std::string bytes;
  friend bool operator==(const Bytes&, const Bytes&) = default;
};

// NULL, or a value of one of the four types. What both databases can keep is said in
// league/store/sql_values.h: a text is UTF-8 without NUL, and a real is a number. A statement with any other
// value fails.
using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string, Bytes>;
using SqlValues = std::vector<SqlValue>;

// A row of a result. It and what it returns are valid until the visitor returns. Columns count from 0. If a
// column does not hold what it is asked for, it returns zero or nothing, and the query fails after the visit:
// a damaged file may hold anything. A column that may be NULL is asked for with is_null() first. A column of
// whole numbers may be asked for as real, and one of truth values as integer (0 or 1).
class SqlRow {
 public:
  virtual ~SqlRow() = default;
  virtual bool is_null(int column) const = 0;
  virtual std::int64_t integer(int column) const = 0;
  virtual double real(int column) const = 0;
  virtual std::string_view text(int column) const = 0;
  virtual std::string_view bytes(int column) const = 0;
};

using RowVisitor = std::function<void(const SqlRow&)>;

// Whether a transaction only reads. Such a one sees the database as it was at its first statement, and can
// change nothing. One that writes excludes all others that write, from its beginning; it must be short, and
// do nothing but statements, because others wait for it.
enum class Transaction { read, write };

// A connection. Only one thread may use it at a time. Errors say what the database says, and begin with its
// name. A connection that was lost is made anew by the next transaction.
class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  virtual ~Database() = default;

  // Runs a statement, and returns how many rows it inserted, updated or deleted. Outside of a transaction it
  // is a transaction of its own, which writes.
  virtual Result<std::int64_t> execute(std::string_view sql, const SqlValues& values = {}) = 0;
  // Visits the rows of a result. `visit` must not use the connection. Outside of a transaction it is a
  // transaction of its own, which only reads.
  virtual Result<void> query(std::string_view sql, const SqlValues& values, const RowVisitor& visit) = 0;

  // Milliseconds since 1970 by the clock that all who use this database share.
  virtual Result<std::int64_t> now() = 0;
  // Says that everything is as it was written: an error says what is damaged.
  virtual Result<void> check() = 0;
  // Writes a copy of the whole database into a new file, as it is at one moment, while others go on. An error
  // says how to do it if only the database's own tools can. Not inside a transaction.
  virtual Result<void> back_up(const std::string& to) = 0;
  // The place of the database, as messages name it. It contains no password.
  virtual const std::string& name() const = 0;

 protected:
  friend Result<void> in_transaction(Database&, Transaction, const std::function<Result<void>()>&);
  virtual Result<void> begin(Transaction access) = 0;
  virtual Result<void> commit() = 0;
  virtual void roll_back() = 0;  // What it could not undo, the database undoes by itself.
};

// Does what `work` does, wholly or not at all. If a statement, `work` or the commit fails, nothing is
// changed: after a failed statement the others fail, too, and so does the commit. Transactions are not
// nested. A connection to a server may be lost during the commit; then it is found out what became of it, and
// if that cannot be found out, the error says so.
Result<void> in_transaction(Database& database, Transaction access,
                            const std::function<Result<void>()>& work);

// Opens a database by its address: a text that begins with postgresql:// or postgres:// is a PostgreSQL; any
// other text is the path of a file of SQLite, which is made if it is not there. If a server is gone during a
// commit, it is asked again what became of it, as `settling` says.
Result<std::unique_ptr<Database>> open_database(const std::string& address,
                                                const RetryTerms& settling = {.patience = kDatabasePatience});

}  // namespace toptile
