// Files that exist in memory only, and are passed to another program as descriptors.
#pragma once

#include <linux/filter.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace toptile {

// Creates a file with a filter or a text, in the form that a wrapper (wrapping.h) reads. It can be read once.
// The descriptor is above_streams and close-on-exec.
Result<UniqueDescriptor> file_in_memory(const std::vector<sock_filter>& filter);
Result<UniqueDescriptor> file_in_memory(std::string_view text);

// Creates a file with a program, which no process can change. It can be started as path_of_descriptor().
Result<UniqueDescriptor> program_in_memory(std::string_view bytes);
std::string path_of_descriptor(int descriptor);

}  // namespace toptile
