// The live page, the data in it, and the data that it asks for.
#pragma once

#include <string>

#include "live/run.h"

namespace toptile {

// Neither has the seed before the run is finished, as the seed tells all bags that are still to come. `key`
// is part of the addresses that the page asks for.
std::string live_data(const LiveState& state, const std::string& key);
std::string live_page(const LiveState& state, const std::string& key);

}  // namespace toptile
