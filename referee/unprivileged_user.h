// Users that nobody else is, for bots that root starts: two that shared one could signal each other.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace toptile {

// A number that no account has, another one at each call until some hundred millions are used up. Two
// programs at once most likely give different ones.
uid_t unprivileged_user();

// Whether a user who owns nothing may read the file, or enter and list the folder, by the permissions of it
// and of every folder above.
bool is_open_to_all(const std::filesystem::path& path);

}  // namespace toptile
