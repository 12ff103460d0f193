#include "base/utf8.h"
#include "league/store/database.h"
#include "league/store/postgres.h"
#include "league/store/sqlite.h"

namespace toptile {

Result<std::unique_ptr<Database>> open_database(const std::string& address, const RetryTerms& settling) {
  if (is_postgres_address(address)) return open_postgres(address, {.settling = settling});
  // What is shown ends at the colon, because there may be a password after it.
  if (const auto at = address.find("://"); at != std::string::npos)
    return Error{
        "a database is the path of a file, or an address that begins with postgresql://; this one begins "
        "with " +
        printable(address.substr(0, at + 3))};
  return open_sqlite(address);
}

}  // namespace toptile
