// Writes a page to the file that the user named.
#pragma once

#include <string>

#include "base/result.h"

namespace toptile {

// Writes the page and prints a line about it, or prints the page if the file is "-". An existing file is
// replaced only if it is such a page.
Result<void> write_report(const std::string& file, const std::string& page);

}  // namespace toptile
