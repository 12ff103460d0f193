#include "tournaments/bots/frozen_bots.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "engine/assert.h"
#include "engine/utf8.h"
#include "protocol/files.h"
#include "protocol/foreign_folder.h"
#include "referee/needed_files.h"
#include "tournaments/bots/bot_fault.h"
#include "tournaments/bots/bot_files.h"
#include "tournaments/bots/copied_bot.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostHashesBytes = 64 << 20;

fs::path hashes_file(const fs::path& folder) {
  return folder / "hashes.json";
}

// The files of other bots, which may lie in the same folder as this one.
std::vector<fs::path> files_of_others(const std::vector<BotEntry>& bots, std::size_t bot) {
  std::vector<fs::path> files = bots[bot].beside;
  for (const BotEntry& other : bots) {
    for (const fs::path& file : files_of_its_own(other)) files.push_back(file);
  }
  for (const fs::path& file : files_of_its_own(bots[bot])) std::erase(files, file);
  return files;
}

BotFiles files_to_copy(const std::vector<BotEntry>& bots, std::size_t bot, std::size_t home,
                       const BuiltBots& built) {
  const BotEntry& entry = bots[bot];
  if (built[bot]) return {built[bot]->folder, false, Strangeness::refused, {}, entry.readable, kBotPlace};
  if (entry.is_folder()) return {entry.homes[home].path, false, Strangeness::refused, {}, entry.readable};
  return {entry.homes[home].path, false, Strangeness::left_out, files_of_others(bots, bot), entry.readable};
}

Result<Json> hashes_of(const std::vector<BotEntry>& bots, int lanes, const fs::path& folder) {
  Json hashes = Json::object();
  for (int lane = 0; lane < lanes; ++lane) {
    for (const BotEntry& bot : bots) {
      auto hash = CopiedBot(bot, lane, folder).hash_of_homes();
      if (!hash) return in_context("bot " + bot.name, hash.error());
      hashes[std::to_string(lane + 1)][bot.name] = std::move(hash).value();
    }
  }
  return hashes;
}

bool are_lanes_equal(const Json& hashes) {
  return std::ranges::all_of(hashes, [&](const Json& lane) { return lane == hashes.front(); });
}

// Whether the hashes that were written hold all of these.
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

// All of these hashes: first those of `bots` in their order, as freeze() writes them.
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
  TOPTILE_TRY(auto text, ForeignFolder(folder).read(hashes_file(folder).filename(), kMostHashesBytes));
  return parse_json(text, hashes_file(folder).string());
}

Result<void> write_hashes(const Json& hashes, const fs::path& folder) {
  return replace_file(hashes_file(folder), hashes.dump(2) + "\n", Readers::owner);
}

fs::path lane_of(const fs::path& folder, int lane) {
  return folder / std::to_string(lane + 1);
}

Error other_folder_fault(const fs::path& each, const fs::path& folder) {
  return {fmt::format(
      "{}: a folder with copies of the run's bots is expected here; remove {}, and they are copied again",
      each.string(), folder.string())};
}

// Before anything is written or removed in the lanes: they are folders, and not links to others.
Result<void> check_lanes(int lanes, const fs::path& folder) {
  std::vector<fs::path> folders = {folder};
  for (int lane = 0; lane < lanes; ++lane) folders.push_back(lane_of(folder, lane));
  for (const fs::path& each : folders) {
    std::error_code ignored;
    const fs::file_type type = fs::symlink_status(each, ignored).type();
    if (type != fs::file_type::directory && type != fs::file_type::not_found)
      return other_folder_fault(each, folder);
  }
  return success();
}

// The folders of the copies must be our own, and not links to somebody else's files.
Result<void> check_no_links(const std::vector<BotEntry>& bots, int lanes, const fs::path& folder) {
  std::vector<fs::path> folders = {folder};
  for (int lane = 0; lane < lanes; ++lane) {
    for (const BotEntry& bot : bots) {
      for (std::size_t home = 0; home < bot.homes.size(); ++home) {
        const fs::path copy = CopiedBot(bot, lane, folder).home(home);
        folders.insert(folders.end(), {copy.parent_path().parent_path(), copy.parent_path(), copy});
      }
    }
  }
  for (const fs::path& each : folders) {
    std::error_code ignored;
    if (fs::symlink_status(each, ignored).type() != fs::file_type::directory)
      return other_folder_fault(each, folder);
  }
  return success();
}

Result<void> copy_bot(const std::vector<BotEntry>& bots, std::size_t number, const BuiltBots& built, int lane,
                      const fs::path& folder) {
  const BotEntry& bot = bots[number];
  if (is_person(bot)) return success();
  TOPTILE_ASSERT(bot.build.empty() || built[number]);
  const CopiedBot bot_copy(bot, lane, folder);
  for (std::size_t home = 0; home < bot.homes.size(); ++home) {
    const fs::path copy = bot_copy.home(home);
    std::error_code error;
    fs::create_directories(copy.parent_path(), error);
    if (error) return Error{fmt::format("{}: {}", copy.parent_path().string(), error.message())};
    TOPTILE_TRY_TO(copy_files(files_to_copy(bots, number, home, built), copy));
  }
  return lane == 0 ? bot_copy.check() : success();
}

// A folder belongs to one bot as a whole, so that nobody copies another bot with it.
Result<void> check_apart(const std::vector<BotEntry>& bots) {
  for (const BotEntry& bot : bots) {
    for (const BotEntry& other : bots) {
      for (const BotHome& home : other.homes) {
        if (!bot.is_folder() || home.path == bot.folder || !is_within(home.path, bot.folder)) continue;
        return Error{fmt::format(
            "bot {}: its folder {} contains the folder of bot {}; give each bot a folder of its own",
            bot.name, printable(bot.folder.string(), 200), other.name)};
      }
    }
  }
  return success();
}

Result<void> copy_bots(const std::vector<BotEntry>& bots, const BuiltBots& built, int lanes,
                       const fs::path& folder) {
  for (int lane = 0; lane < lanes; ++lane) {
    for (std::size_t bot = 0; bot < bots.size(); ++bot) {
      if (auto copied = copy_bot(bots, bot, built, lane, folder); !copied)
        return in_context("bot " + bots[bot].name, copied.error());
    }
  }
  TOPTILE_TRY(const auto hashes, hashes_of(bots, lanes, folder));
  if (!are_lanes_equal(hashes)) return Error{"a bot's files were changed while they were copied; try again"};
  return write_hashes(hashes, folder);
}

// How the copies of a bot compare with its own files as they are now.
enum class Origin {
  own,      // The copies are the same as its own files.
  other,    // The copies are not what the bot was when the run began.
  unknown,  // Its own files have changed since then, or it is not known what its sources build to.
};

bool is_copy_of_own_files(const std::vector<BotEntry>& bots, std::size_t bot, const BuiltBots& built,
                          const fs::path& folder) {
  for (std::size_t home = 0; home < bots[bot].homes.size(); ++home) {
    const auto own = hash_of_files(files_to_copy(bots, bot, home, built));
    const auto copy = hash_of_files(CopiedBot(bots[bot], 0, folder).files(home));
    if (!own || !copy || own.value() != copy.value()) return false;
  }
  return true;
}

Origin origin_of(const std::vector<BotEntry>& bots, std::size_t number, const BuiltBots& built,
                 const fs::path& folder) {
  const BotEntry& bot = bots[number];
  if (bot.build.empty()) {
    if (is_copy_of_own_files(bots, number, built, folder)) return Origin::own;
    const auto hash = CopiedBot(bot, 0, folder).hash();
    return hash && hash.value() == bot.sha256 ? Origin::unknown : Origin::other;
  }
  const auto sources = hash_of_files({bot.folder, true, Strangeness::refused, {}, bot.readable});
  if (!sources || sources.value() != bot.sha256 || !built[number]) return Origin::unknown;
  return is_copy_of_own_files(bots, number, built, folder) ? Origin::own : Origin::other;
}

// After a loss of power the folder must not be there without its files. One call syncs thousands of files.
Result<void> sync_file_system(const fs::path& folder) {
  const UniqueDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.is_open() && ::syncfs(opened.number()) == 0) return success();
  return Error{fmt::format("{}: this folder cannot be synced: {}", folder.string(), std::strerror(errno))};
}

// Runs of earlier versions may hold bots that were told of such words and options.
Result<void> check_startable(const std::vector<BotEntry>& bots) {
  for (const BotEntry& bot : bots) {
    if (const auto fault = start_fault(bot))
      return Error{fmt::format("bot {}: {}; so it cannot be started any more, but its games can be read",
                               bot.name, *fault)};
  }
  return success();
}

}  // namespace

Result<void> check_origin(const std::vector<BotEntry>& bots, const BuiltBots& built, const fs::path& folder,
                          const Sandbox& sandbox) {
  const std::string full = fs::absolute(folder).lexically_normal().string();
  for (std::size_t i = 0; i < bots.size(); ++i) {
    const Origin origin = is_person(bots[i]) ? Origin::own : origin_of(bots, i, built, full);
    if (origin == Origin::other) {
      return Error{
          fmt::format("bot {}: the copy in {} is another program than the one that played this run's games; "
                      "remove this folder, and the bot is copied again if its own files are still the same",
                      bots[i].name, full)};
    }
    if (origin == Origin::own || sandbox.has_own_places()) continue;
    return Error{
        fmt::format("bot {}: the copy in {} differs from the bot's own files, and without the sandbox it "
                    "would run with your rights, whoever made it; put the bot's files back as they were and "
                    "remove this folder, or begin a new run in another folder",
                    bots[i].name, full)};
  }
  return success();
}

Result<FrozenBots> FrozenBots::freeze(const std::vector<BotEntry>& bots, const BuiltBots& built, int lanes,
                                      const fs::path& folder) {
  TOPTILE_TRY_TO(check_startable(bots));
  TOPTILE_TRY_TO(check_apart(bots));
  const fs::path full = fs::absolute(folder).lexically_normal(), aside = full.string() + ".new";
  std::error_code error;
  for (const fs::path& old : {aside, full}) fs::remove_all(old, error);
  fs::create_directories(aside, error);
  if (!error) fs::permissions(aside, fs::perms::owner_all, error);
  if (error) return Error{fmt::format("{}: this folder cannot be made: {}", aside.string(), error.message())};
  if (auto copied = copy_bots(bots, built, lanes, aside); !copied) {
    fs::remove_all(aside, error);
    return copied.error();
  }
  TOPTILE_TRY_TO(sync_file_system(aside));
  fs::rename(aside, full, error);
  if (error) return Error{fmt::format("{}: this folder cannot be made: {}", full.string(), error.message())};
  TOPTILE_TRY_TO(sync_folder(full.parent_path()));
  return FrozenBots(bots, full);
}

Result<void> FrozenBots::add(const std::vector<BotEntry>& bots, const std::vector<std::size_t>& numbers,
                             const BuiltBots& built, int lanes, const fs::path& folder) {
  TOPTILE_TRY_TO(check_startable(bots));
  TOPTILE_TRY_TO(check_apart(bots));
  const fs::path full = fs::absolute(folder).lexically_normal();
  std::vector<BotEntry> more, others;
  for (std::size_t number = 0; number < bots.size(); ++number)
    (std::ranges::find(numbers, number) == numbers.end() ? others : more).push_back(bots[number]);
  TOPTILE_TRY_TO(check_lanes(lanes, full));
  TOPTILE_TRY_TO(check_no_links(others, lanes, full));
  for (const std::size_t number : numbers) {
    remove(bots[number].name, lanes, full);
    for (int lane = 0; lane < lanes; ++lane) {
      if (auto copied = copy_bot(bots, number, built, lane, full); !copied)
        return in_context("bot " + bots[number].name, copied.error());
    }
  }
  TOPTILE_TRY(const auto written, read_hashes(full));
  TOPTILE_TRY(const auto hashes, hashes_of(more, lanes, full));
  if (!are_lanes_equal(hashes)) return Error{"a bot's files were changed while they were copied; try again"};
  TOPTILE_TRY_TO(write_hashes(with_more_hashes(written, hashes, bots), full));
  return sync_file_system(full);
}

void FrozenBots::remove(const std::string& name, int lanes, const fs::path& folder) {
  if (!check_lanes(lanes, folder)) return;
  std::error_code ignored;
  for (int lane = 0; lane < lanes; ++lane) fs::remove_all(lane_of(folder, lane) / name, ignored);
  auto written = read_hashes(folder);
  if (!written || !written.value().is_object()) return;
  for (Json& of_lane : written.value())
    if (of_lane.is_object()) of_lane.erase(name);
  (void)write_hashes(written.value(), folder);
}

Result<FrozenBots> FrozenBots::open(const std::vector<BotEntry>& bots, int lanes, const fs::path& folder) {
  TOPTILE_TRY_TO(check_startable(bots));
  const fs::path full = fs::absolute(folder).lexically_normal();
  TOPTILE_TRY_TO(check_no_links(bots, lanes, full));
  TOPTILE_TRY(const auto written, read_hashes(full));
  TOPTILE_TRY(const auto hashes, hashes_of(bots, lanes, full));
  if (!has_all(written, hashes) || !are_lanes_equal(hashes)) {
    return Error{
        fmt::format("{}: the copies of this run's bots have changed; remove this folder, and they are copied "
                    "again if the bots' own folders are still the same",
                    full.string())};
  }
  return FrozenBots(bots, full);
}

BotSpec FrozenBots::spec_of(Entrant entrant, int lane, const std::shared_ptr<const Sandbox>& sandbox,
                            const SandboxLimits& limits, const fs::path& list) const {
  const BotEntry& bot = bots_[entrant];
  BotSpec spec;
  spec.name = bot.name;
  spec.options = bot.options;
  const CopiedBot copy(bot, lane, folder_);
  spec.launch.argv = copy.command();
  const bool has_own_places = sandbox != nullptr && sandbox->has_own_places();
  spec.launch.directory = copy.directory(has_own_places);
  Confinement& confinement = spec.confinement;
  confinement.sandbox = sandbox;
  confinement.limits = limits;
  confinement.readable = bot.readable;
  confinement.mounted = copy.mounted();
  if (list.empty()) return spec;
  const fs::path full = fs::absolute(list).lexically_normal();
  if (has_own_places) {
    for (const fs::path& file : {full, fs::path(full).replace_extension(".lexicon")})
      confinement.copied.push_back({file, kWordsPlace / file.filename()});
  }
  return spec;
}

Result<void> let_users_through(const Sandbox& sandbox, const fs::path& folder,
                               const std::vector<fs::path>& words) {
  const HostAbilities& host = sandbox.host();
  if (sandbox.is_off() || sandbox.has_own_places() || !host.is_root || !host.user) return success();
  std::error_code error;
  fs::permissions(folder, fs::perms(0711), error);
  if (!error) fs::permissions(folder / "frozen", fs::perms(0711), error);
  for (const fs::path& file : words)
    if (!error) fs::permissions(file, fs::perms(0644), error);
  if (error) return Error{fmt::format("{}: {}", folder.string(), error.message())};
  return success();
}

std::string place_of_words(const Sandbox& sandbox, const fs::path& list) {
  return sandbox.has_own_places() ? (kWordsPlace / list.filename()).string() : fs::absolute(list).string();
}

Result<std::vector<std::string>> differences_to_frozen(const BotEntry& bot, const fs::path& folder) {
  constexpr std::size_t kMostTold = 4;
  std::vector<std::string> all;
  for (std::size_t home = 0; home < bot.homes.size(); ++home) {
    const BotFiles now{bot.homes[home].path,
                       !bot.build.empty(),
                       bot.is_folder() ? Strangeness::refused : Strangeness::left_out,
                       {},
                       bot.readable};
    TOPTILE_TRY(auto some, differences_of_files(CopiedBot(bot, 0, folder).files(home), now, kMostTold));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace toptile
