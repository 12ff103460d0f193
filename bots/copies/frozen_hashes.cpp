#include "bots/copies/frozen_hashes.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "base/files.h"
#include "base/foreign_folder.h"
#include "base/sha256.h"
#include "bots/copies/copied_bot.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxHashesBytes = 64 << 20;

fs::path hashes_file(const fs::path& folder) {
  return folder / "hashes.json";
}

}  // namespace

fs::path lane_of(const fs::path& folder, int lane) {
  return folder / std::to_string(lane + 1);
}

std::string shared_name(const std::string& hash) {
  return "=" + hash;
}

bool is_shared_name(const std::string& name) {
  return name.size() == 65 && name[0] == '=' &&
         name.find_first_not_of("0123456789abcdef", 1) == std::string::npos;
}

std::optional<std::string> shared_target(const fs::path& link) {
  std::error_code no_link;
  const std::string target = fs::read_symlink(link, no_link).string();
  return !no_link && is_shared_name(target) ? std::optional(target) : std::nullopt;
}

Result<std::string> hash_of_all(const std::vector<BotFiles>& homes) {
  std::string hashes;
  for (const BotFiles& files : homes) {
    TOPTILE_TRY(const auto hash, hash_of_files(files, Folders::counted));
    hashes += hash + "\n";
  }
  return sha256_hexadecimal(hashes);
}

bool is_whole(const std::string& name, std::size_t homes, int lanes, const fs::path& folder) {
  for (int lane = 0; lane < lanes; ++lane) {
    std::vector<BotFiles> copies;
    for (std::size_t home = 0; home < homes; ++home) {
      const fs::path copy = lane_of(folder, lane) / name / std::to_string(home + 1);
      copies.push_back({copy, false, Strangeness::refused, {}, {"/"}});
    }
    const auto hash = hash_of_all(copies);
    if (!hash || shared_name(hash.value()) != name) return false;
  }
  return true;
}

void remove_unshared(int lanes, const fs::path& folder) {
  for (int lane = 0; lane < lanes; ++lane) {
    std::set<std::string> used;
    std::vector<fs::path> shared;
    std::error_code over;
    for (fs::directory_iterator entry(lane_of(folder, lane), over), end; !over && entry != end;
         entry.increment(over)) {
      if (const auto target = shared_target(entry->path())) used.insert(*target);
      if (is_shared_name(entry->path().filename())) shared.push_back(entry->path());
    }
    for (const fs::path& each : shared)
      if (!over && !used.contains(each.filename())) fs::remove_all(each, over);
  }
}

Result<Json> hashes_of(const std::vector<BotEntry>& bots, int lanes, const fs::path& folder) {
  Json hashes = Json::object();
  for (int lane = 0; lane < lanes; ++lane) {
    std::map<std::string, std::string> known;
    for (const BotEntry& bot : bots) {
      const auto shared = shared_target(lane_of(folder, lane) / bot.name);
      Json& its_own = hashes[std::to_string(lane + 1)][bot.name];
      if (shared && known.contains(*shared)) {
        its_own = known.at(*shared);
        continue;
      }
      auto hash = CopiedBot(bot, lane, folder).hash_of_homes();
      if (!hash) return in_context("bot " + bot.name, hash.error());
      if (shared) known.emplace(*shared, hash.value());
      its_own = std::move(hash).value();
    }
  }
  return hashes;
}

bool are_lanes_equal(const Json& hashes) {
  return std::ranges::all_of(hashes, [&](const Json& lane) { return lane == hashes.front(); });
}

bool has_all(const Json& written, const Json& hashes) {
  for (const auto& [lane, of_lane] : hashes.items()) {
    if (!written.is_object() || !written.contains(lane)) return false;
    for (const auto& [name, hash] : of_lane.items()) {
      const Json& other = written.at(lane);
      if (!other.is_object() || !other.contains(name) || other.at(name) != hash) return false;
    }
  }
  return true;
}

Json with_more_hashes(const Json& written, const Json& more, const std::vector<BotEntry>& bots) {
  Json all = written;
  all.merge_patch(more);
  for (Json& of_lane : all) {
    Json in_order = Json::object();
    for (const BotEntry& bot : bots)
      if (of_lane.contains(bot.name)) in_order[bot.name] = of_lane[bot.name];
    in_order.update(of_lane);
    of_lane = in_order;
  }
  return all;
}

Result<Json> read_hashes(const fs::path& folder) {
  TOPTILE_TRY(auto text, ForeignFolder(folder).read(hashes_file(folder).filename(), kMaxHashesBytes));
  return parse_json(text, hashes_file(folder).string());
}

Result<void> write_hashes(const Json& hashes, const fs::path& folder) {
  return replace_file(hashes_file(folder), json_text(hashes, 2) + "\n", Readers::owner);
}

}  // namespace toptile
