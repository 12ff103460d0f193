// A file that exists in memory only. Its descriptor gives its contents to another program.
#pragma once

#include <linux/filter.h>

#include <string_view>
#include <vector>

#include "engine/result.h"
#include "referee/descriptor.h"

namespace toptile {

// Makes a file of a filter or a text, in the form in which bubblewrap reads it, once. The descriptor is
// above_streams and close-on-exec.
Result<UniqueDescriptor> file_in_memory(const std::vector<sock_filter>& filter);
Result<UniqueDescriptor> file_in_memory(std::string_view text);

}  // namespace toptile
