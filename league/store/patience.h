// How long a database waits for others.
#pragma once

#include <chrono>

namespace toptile {

// How long a transaction waits for others that write before it fails.
inline constexpr std::chrono::milliseconds kDatabasePatience = std::chrono::seconds(60);

}  // namespace toptile
