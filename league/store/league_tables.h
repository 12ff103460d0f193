// The tables of a league, as steps from each version of Toptile to the next (league/database/migrations.h). A
// released step is never changed.
#pragma once

#include <span>

#include "league/database/migrations.h"

namespace toptile {

std::span<const Migration> league_tables();

}  // namespace toptile
