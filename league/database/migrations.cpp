#include "league/database/migrations.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/assert.h"

namespace toptile {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::vector<std::string> statements_of(std::string_view sql) {
  std::vector<std::string> statements(1);
  while (!sql.empty()) {
    const std::size_t end = std::min(sql.find('\n'), sql.size() - 1) + 1;
    const std::string_view line = sql.substr(0, end);
    sql.remove_prefix(end);
    const auto first = line.find_first_not_of(kBlanks);
    if (first != std::string_view::npos && first == line.find_last_not_of(kBlanks) && line[first] == ';') {
      statements.emplace_back();
    } else {
      statements.back() += line;
    }
  }
  std::erase_if(statements, [](const std::string& statement) {
    return statement.find_first_not_of(kBlanks) == std::string::npos;
  });
  return statements;
}

Result<std::int64_t> version_of(Database& database) {
  std::int64_t version = 0;
  TOPTILE_TRY_TO(database.query(fmt::format("SELECT {}", kSteps), {},
                                [&](const SqlRow& row) { version = row.integer(0); }));
  return version;
}

Result<void> check_version(const Database& database, std::int64_t version, std::size_t newest) {
  if (version >= 0 && version <= static_cast<std::int64_t>(newest)) return success();
  return Error{fmt::format(
      "{}: a newer toptile has changed this database (its tables have version {}, and this program knows "
      "versions up to {}): use the newer program",
      database.name(), version, newest)};
}

Result<void> do_step(Database& database, const Migration& migration, std::size_t newest) {
  TOPTILE_TRY(const auto version, version_of(database));
  TOPTILE_TRY_TO(check_version(database, version, newest));
  if (version >= migration.version) return success();  // Another process was quicker.
  for (const auto& statement : statements_of(migration.sql)) TOPTILE_TRY_TO(database.execute(statement));
  TOPTILE_TRY(const auto now, database.now());
  TOPTILE_TRY_TO(database.execute("INSERT INTO schema_versions (version, made_at) VALUES ($1, $2)",
                                  {std::int64_t{migration.version}, now}));
  return success();
}

}  // namespace

Result<void> check_known(const Database& database, std::int64_t steps,
                         std::span<const Migration> migrations) {
  return check_version(database, steps, migrations.size());
}

Result<void> migrate(Database& database, std::span<const Migration> migrations) {
  for (std::size_t i = 0; i < migrations.size(); ++i)
    TOPTILE_ASSERT(migrations[i].version == static_cast<int>(i) + 1);
  // Nearly always there is nothing to do. A failure may mean that the table does not exist yet; if it means
  // anything else, the transaction that creates the table fails, too.
  const auto before = version_of(database);
  if (before) {
    TOPTILE_TRY_TO(check_version(database, before.value(), migrations.size()));
  } else {
    TOPTILE_TRY_TO(
        database.execute("CREATE TABLE IF NOT EXISTS schema_versions "
                         "(version BIGINT NOT NULL PRIMARY KEY, made_at BIGINT NOT NULL)"));
  }
  for (const Migration& migration : migrations) {
    if (before && before.value() >= migration.version) continue;
    const auto done = in_transaction(database, Transaction::write,
                                     [&] { return do_step(database, migration, migrations.size()); });
    if (!done)
      return Error{fmt::format("step {} of the tables failed, and changed nothing: {}", migration.version,
                               done.error().message)};
  }
  return success();
}

}  // namespace toptile
