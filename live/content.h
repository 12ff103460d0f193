// The live page, and the data in it and for it.
#pragma once

#include <string>

#include "live/run.h"

namespace toptile {

// Before the run is finished there is no seed in either: it tells all bags that are still to come. `key`
// stands in the addresses that the page asks.
std::string live_data(const LiveState& state, const std::string& key);
std::string live_page(const LiveState& state, const std::string& key);

}  // namespace toptile
