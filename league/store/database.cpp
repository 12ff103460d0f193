#include "league/store/database.h"

namespace toptile {

Result<void> in_transaction(Database& database, Access access, const std::function<Result<void>()>& work) {
  TOPTILE_TRY_TO(database.begin(access));
  auto done = work();
  if (done) done = database.commit();
  if (!done) database.roll_back();
  return done;
}

}  // namespace toptile
