// The live page, and the data in it and for it.
#pragma once

#include <string>

#include "cli/live_run.h"

namespace toptile {

std::string live_data(const LiveState& state);
std::string live_page(const LiveState& state);

}  // namespace toptile
