// A place for the database of one test: a folder with a file of SQLite, or a database of a PostgreSQL that
// runs for the tests (tests/league/postgres_server.h).
#pragma once

#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>

#include "league/database/sqlite.h"
#include "tests/folder.h"

namespace toptile {

// Several connections may be opened to it. They must be closed before it is destroyed.
class DatabaseHome {
 public:
  DatabaseHome() = default;
  DatabaseHome(const DatabaseHome&) = delete;
  DatabaseHome& operator=(const DatabaseHome&) = delete;
  virtual ~DatabaseHome() = default;

  virtual std::string address() const = 0;  // open_database() takes it.
  virtual Result<std::unique_ptr<Database>> open(std::chrono::milliseconds patience) const = 0;
  // Fails the test if it cannot be opened.
  std::unique_ptr<Database> open() const {
    auto opened = open(kDatabasePatience);
    BOOST_REQUIRE_MESSAGE(opened, (opened ? "" : opened.error().message));
    return std::move(opened).value();
  }
};

class SqliteHome final : public DatabaseHome {
 public:
  using DatabaseHome::open;
  std::string address() const override { return folder_ / "league.sqlite"; }
  Result<std::unique_ptr<Database>> open(std::chrono::milliseconds patience) const override {
    return open_sqlite(address(), patience);
  }
  const Folder& folder() const { return folder_; }

 private:
  const Folder folder_;
};

}  // namespace toptile
