// Writes a page that somebody asked for.
#pragma once

#include <string>

#include "base/result.h"

namespace toptile {

// Writes the page and says so, or prints it if the file is "-". If the file exists, it is replaced only if it
// is such a page.
Result<void> write_report(const std::string& file, const std::string& page);

}  // namespace toptile
