// A file that is nowhere but in memory, for what another program is given by a descriptor.
#pragma once

#include <linux/filter.h>

#include <string_view>
#include <vector>

#include "engine/result.h"
#include "referee/descriptor.h"

namespace toptile {

// A filter, or a text, as bubblewrap reads it, once; numbered 3 or higher, close-on-exec.
Result<UniqueDescriptor> file_in_memory(const std::vector<sock_filter>& filter);
Result<UniqueDescriptor> file_in_memory(std::string_view text);

}  // namespace toptile
