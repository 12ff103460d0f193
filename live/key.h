// What only the user who started a live page knows, so that others on the machine cannot read it.
#pragma once

#include <string>

namespace toptile {

// 32 hexadecimal digits, the first part of every address of the page. They are kept in the user's data
// folder, in a file that only that user can read, so that a bookmark works and an open page finds the next
// tournament. Where they cannot be kept, or others could read them, there are new ones.
std::string live_key();

}  // namespace toptile
