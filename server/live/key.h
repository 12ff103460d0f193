// The key of a live page. Only the user who started the page knows it, so that others on the machine cannot
// read the page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toptile {

// 32 hexadecimal digits, the first part of every address of the page. They are kept in the user's data
// folder, in a file that only this user can read, so that a bookmark works and an open page finds the next
// tournament. If they cannot be kept, or others could read them, new ones are made.
std::string live_key();

// The path after the key, such as "/data.json", or nullopt if the path does not begin with the key. It takes
// the same time however much of the key is right.
std::optional<std::string_view> path_behind_key(std::string_view path, std::string_view key);

}  // namespace toptile
