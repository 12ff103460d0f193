#include "league/database/database.h"

#include "base/utf8.h"
#include "league/database/postgres.h"
#include "league/database/sqlite.h"

namespace toptile {

Result<void> in_transaction(Database& database, Transaction kind, const std::function<Result<void>()>& work) {
  TOPTILE_TRY_TO(database.begin(kind));
  auto done = work();
  if (done) done = database.commit();
  if (!done) database.roll_back();
  return done;
}

Result<std::unique_ptr<Database>> open_database(const std::string& address, const RetryTerms& settling,
                                                std::chrono::milliseconds patience) {
  if (is_postgres_address(address)) {
    return open_postgres(address, {.patience = patience, .settling = settling});
  }
  // Shows nothing after the colon, because a password may follow.
  if (const auto at = address.find("://"); at != std::string::npos)
    return Error{
        "a database is the path of a file, or an address that begins with postgresql://; this one begins "
        "with " +
        printable(address.substr(0, at + 3))};
  return open_sqlite(address, patience);
}

}  // namespace toptile
