// Users for bots when Toptile runs as root. No two bots share one: bots with the same user could signal each
// other.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace toptile {

// A user ID that no account has. Each call returns another one, until the range is used up: some hundred
// millions, or 4336 in a container that has few users. Two programs that run at once most likely get
// different ones.
uid_t unprivileged_user();

// Whether a user who owns nothing may read the file, or enter and list the folder, according to the
// permissions of the file and of every folder above.
bool is_open_to_all(const std::filesystem::path& path);

}  // namespace toptile
