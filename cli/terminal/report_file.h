// Where a page goes that somebody asked for.
#pragma once

#include <string>

#include "engine/result.h"

namespace toptile {

// Writes the page and says so, or prints it where the file is "-". A file that is there is replaced when it
// is such a page, and never when it is not.
Result<void> write_report(const std::string& file, const std::string& page);

}  // namespace toptile
