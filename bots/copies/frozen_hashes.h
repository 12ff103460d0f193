// The hashes of a run's copied bots, which hashes.json keeps, and the names of the copies.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "bots/bot_entry.h"
#include "bots/bot_files.h"

namespace toptile {

// The folder of a lane's copies, counted from 0.
std::filesystem::path lane_of(const std::filesystem::path& folder, int lane);

// A copy that bots with the same files share has a name of its own in its lane; each bot's name is a link to
// it.
std::string shared_name(const std::string& hash);
bool is_shared_name(const std::string& name);
// The name of the lane's shared copy that this link leads to. nullopt if it is not such a link.
std::optional<std::string> shared_target(const std::filesystem::path& link);

// The hash of a copy's files, which are those of several folders.
Result<std::string> hash_of_all(const std::vector<BotFiles>& homes);
// Whether the shared copy of that name, with this many homes, is complete in all lanes.
bool is_whole(const std::string& name, std::size_t homes, int lanes, const std::filesystem::path& folder);
// Removes the shared copies to which no link leads any more.
void remove_unshared(int lanes, const std::filesystem::path& folder);

// The hashes of all copies, by lane and name. A copy that bots share is read once in each lane.
Result<Json> hashes_of(const std::vector<BotEntry>& bots, int lanes, const std::filesystem::path& folder);
bool are_lanes_equal(const Json& hashes);
// Whether the written hashes include all of these.
bool has_all(const Json& written, const Json& hashes);
// All of these hashes: first those of `bots` in their order, as freeze() writes them.
Json with_more_hashes(const Json& written, const Json& more, const std::vector<BotEntry>& bots);

Result<Json> read_hashes(const std::filesystem::path& folder);
Result<void> write_hashes(const Json& hashes, const std::filesystem::path& folder);

}  // namespace toptile
