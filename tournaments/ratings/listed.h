// Names as a list in a sentence.
#pragma once

#include <string>
#include <vector>

namespace toptile {

// A text such as "a, b and c". If there are more than four names, it has the first three and says how many
// more there are.
std::string listed(const std::vector<std::string>& names);

}  // namespace toptile
