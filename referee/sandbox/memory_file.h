// A file that exists in memory only. Its descriptor gives its contents to another program.
#pragma once

#include <linux/filter.h>

#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace toptile {

// Makes a file of a filter or a text, in the form in which a wrapper (wrapping.h) reads it. It can be read
// once. The descriptor is above_streams and close-on-exec.
Result<UniqueDescriptor> file_in_memory(const std::vector<sock_filter>& filter);
Result<UniqueDescriptor> file_in_memory(std::string_view text);

// Makes a file of a program, which nobody can change. It can be started under path_of_descriptor().
Result<UniqueDescriptor> program_in_memory(std::string_view bytes);
std::string path_of_descriptor(int descriptor);

}  // namespace toptile
