// Statements and result rows of SQLite, and the order of its texts. Only sqlite.cpp includes this.
#pragma once

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "league/database/sql_values.h"

namespace toptile {

// The order of PostgreSQL's collation "C", which does not depend on a locale.
inline int by_bytes(void*, int size, const void* bytes, int other_size, const void* other_bytes) {
  const std::string_view text(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  return text.compare({static_cast<const char*>(other_bytes), static_cast<std::size_t>(other_size)});
}

// A compiled SQL statement, and its properties in SQLite.
struct Prepared {
  SQLite::Statement statement;
  std::vector<int> indices;  // The index of SQLite's parameter for each value.
  bool only_reads;

  // Texts and bytes are not copied: they must outlive the next steps.
  void bind(const SqlValues& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const int index = indices[i];
      if (const auto* integer = std::get_if<std::int64_t>(&values[i])) {
        statement.bind(index, *integer);
      } else if (const auto* real = std::get_if<double>(&values[i])) {
        statement.bind(index, *real);
      } else if (const auto* text = std::get_if<std::string>(&values[i])) {
        statement.bindNoCopy(index, *text);
      } else if (const auto* bytes = std::get_if<Bytes>(&values[i])) {
        statement.bindNoCopy(index, static_cast<const void*>(bytes->bytes.data()),
                             static_cast<int>(bytes->bytes.size()));
      } else {
        statement.bind(index);
      }
    }
  }
};

// Resets a cached statement after use, so that it keeps no locks and no values.
class Rewound {
 public:
  explicit Rewound(SQLite::Statement& statement) : statement_(statement) {}
  Rewound(const Rewound&) = delete;
  Rewound& operator=(const Rewound&) = delete;
  ~Rewound() {
    statement_.tryReset();
    try {
      statement_.clearBindings();
    } catch (const std::exception&) {  // The next use binds every value again.
    }
  }

 private:
  SQLite::Statement& statement_;
};

class SqliteRow final : public SqlRow {
 public:
  explicit SqliteRow(const SQLite::Statement& statement) : statement_(statement) {}

  bool is_null(int column) const override { return statement_.getColumn(column).getType() == SQLITE_NULL; }
  std::int64_t integer(int column) const override {
    const SQLite::Column value = statement_.getColumn(column);
    return expect(value.getType() == SQLITE_INTEGER, column, "an integer") ? value.getInt64() : 0;
  }
  double real(int column) const override {
    const SQLite::Column value = statement_.getColumn(column);
    const bool is_number = value.getType() == SQLITE_FLOAT || value.getType() == SQLITE_INTEGER;
    return expect(is_number, column, "a number") ? value.getDouble() : 0;
  }
  std::string_view text(int column) const override {
    const SQLite::Column value = statement_.getColumn(column);
    if (!expect(value.getType() == SQLITE_TEXT, column, "a text")) return {};
    const char* text = value.getText();
    return {text, static_cast<std::size_t>(value.getBytes())};
  }
  std::string_view bytes(int column) const override {
    const SQLite::Column value = statement_.getColumn(column);
    if (!expect(value.getType() == SQLITE_BLOB, column, "bytes")) return {};
    const void* bytes = value.getBlob();
    return {static_cast<const char*>(bytes), static_cast<std::size_t>(value.getBytes())};
  }

  const std::optional<std::string>& fault() const { return fault_; }

 private:
  bool expect(bool is_so, int column, std::string_view what) const {
    if (!is_so && !fault_)
      fault_ = fmt::format("column {} of a result does not hold {}, as it should", column, what);
    return is_so;
  }

  const SQLite::Statement& statement_;
  mutable std::optional<std::string> fault_;
};

}  // namespace toptile
