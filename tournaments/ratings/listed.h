// Names one after the other in a sentence.
#pragma once

#include <string>
#include <vector>

namespace toptile {

// "a, b and c"; of more than four the first three and how many more.
std::string listed(const std::vector<std::string>& names);

}  // namespace toptile
