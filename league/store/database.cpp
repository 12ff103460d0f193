#include "league/store/database.h"

namespace toptile {

Result<void> in_transaction(Database& database, Transaction kind, const std::function<Result<void>()>& work) {
  TOPTILE_TRY_TO(database.begin(kind));
  auto done = work();
  if (done) done = database.commit();
  if (!done) database.roll_back();
  return done;
}

}  // namespace toptile
