// The tables of a league, as steps from each version of Toptile to the next (league/store/migrations.h). A
// released step is never changed.
#pragma once

#include <span>

#include "league/store/migrations.h"

namespace toptile {

std::span<const Migration> league_tables();

}  // namespace toptile
