#include "bots/copies/frozen_bots.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "base/assert.h"
#include "base/files.h"
#include "base/foreign_folder.h"
#include "base/sha256.h"
#include "base/utf8.h"
#include "bots/bot_fault.h"
#include "bots/bot_files.h"
#include "bots/copies/copied_bot.h"
#include "bots/copies/frozen_hashes.h"
#include "referee/sandbox/needed_files.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

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

// ---- Copies that bots share ----------------------------------------------------

// No bot's name has a '=', so such a folder cannot be a bot's own.
// The hash of the files that a copy of the bot will have. Bots with the same hash can share a copy.
Result<std::string> hash_of_content(const std::vector<BotEntry>& bots, std::size_t bot,
                                    const BuiltBots& built) {
  std::vector<BotFiles> homes;
  for (std::size_t home = 0; home < bots[bot].homes.size(); ++home)
    homes.push_back(files_to_copy(bots, bot, home, built));
  return hash_of_all(homes);
}

Error other_folder_fault(const fs::path& each, const fs::path& folder) {
  return {
      fmt::format("{}: expected a folder with copies of the run's bots; remove {}, and they are copied again",
                  each.string(), folder.string())};
}

// Checks, before anything is written or removed in the lanes, that they are folders and not links to others.
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

// The folders of the copies must be the run's own, and not links to someone else's files. A link to a shared
// copy cannot leave its lane.
Result<void> check_no_links(const std::vector<BotEntry>& bots, int lanes, const fs::path& folder) {
  std::vector<fs::path> folders = {folder};
  for (int lane = 0; lane < lanes; ++lane) {
    for (const BotEntry& bot : bots) {
      for (std::size_t home = 0; home < bot.homes.size(); ++home) {
        const fs::path its_lane = lane_of(folder, lane);
        const fs::path copy = its_lane / shared_target(its_lane / bot.name).value_or(bot.name);
        folders.insert(folders.end(), {its_lane, copy, copy / std::to_string(home + 1)});
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

// Makes the place for a bot's copy in a lane: a folder of its own, or a link to the one that it shares.
Result<void> make_place(const fs::path& its_own, const std::optional<std::string>& shared) {
  const fs::path place = shared ? its_own.parent_path() / *shared : its_own;
  std::error_code error;
  fs::create_directories(place, error);
  if (!error && shared) fs::create_directory_symlink(*shared, its_own, error);
  if (error) return Error{fmt::format("{}: {}", its_own.string(), error.message())};
  return success();
}

Result<void> copy_bot(const std::vector<BotEntry>& bots, std::size_t number, const BuiltBots& built, int lane,
                      const fs::path& folder, const std::optional<std::string>& shared) {
  const BotEntry& bot = bots[number];
  if (is_person(bot)) return success();
  TOPTILE_ASSERT(bot.build.empty() || built[number]);
  const CopiedBot bot_copy(bot, lane, folder);
  if (!bot.homes.empty()) {
    TOPTILE_TRY_TO(make_place(lane_of(folder, lane) / bot.name, shared));
  }
  for (std::size_t home = 0; home < bot.homes.size(); ++home) {
    std::error_code ignored;
    if (shared && fs::exists(bot_copy.home(home), ignored)) continue;  // Already copied for another bot.
    TOPTILE_TRY_TO(copy_files(files_to_copy(bots, number, home, built), bot_copy.home(home)));
  }
  return lane == 0 ? bot_copy.check() : success();
}

// A folder belongs to one bot as a whole, so that another bot is not copied with it.
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

// The names of shared copies, by the numbers of the bots that get one: those whose files another bot has,
// too, here or in an existing shared copy. What a killed call left of a shared copy is removed.
using SharedNames = std::map<std::size_t, std::string>;

Result<SharedNames> find_shared(const std::vector<BotEntry>& bots, const std::vector<std::size_t>& numbers,
                                const BuiltBots& built, int lanes, const fs::path& folder) {
  std::map<std::string, std::vector<std::size_t>> by_content;
  for (const std::size_t number : numbers) {
    if (bots[number].homes.empty()) continue;
    auto hash = hash_of_content(bots, number, built);
    if (!hash) return in_context("bot " + bots[number].name, hash.error());
    by_content[shared_name(hash.value())].push_back(number);
  }
  SharedNames names;
  for (const auto& [name, same] : by_content) {
    std::error_code ignored;
    const bool is_there = is_whole(name, bots[same[0]].homes.size(), lanes, folder);
    for (int lane = 0; lane < lanes && !is_there; ++lane)
      fs::remove_all(lane_of(folder, lane) / name, ignored);
    if (same.size() < 2 && !is_there) continue;
    for (const std::size_t number : same) names.emplace(number, name);
  }
  return names;
}

Error changed_meanwhile() {
  return {"a bot's files were changed while they were copied; try again"};
}

// A shared copy must have the hash in its name: all of its bots play with it, though it was copied from one.
Result<void> check_shared(const std::vector<BotEntry>& bots, const SharedNames& shared, int lanes,
                          const fs::path& folder) {
  std::set<std::string> checked;
  for (const auto& [number, name] : shared) {
    if (checked.insert(name).second && !is_whole(name, bots[number].homes.size(), lanes, folder))
      return changed_meanwhile();
  }
  return success();
}

// Copies the bots with these numbers, and returns their hashes.
Result<Json> copy_bots(const std::vector<BotEntry>& bots, const std::vector<std::size_t>& numbers,
                       const BuiltBots& built, int lanes, const fs::path& folder, const Sandbox* sandbox) {
  SharedNames shared;
  if (sandbox != nullptr && sandbox->has_own_places()) {
    TOPTILE_TRY(shared, find_shared(bots, numbers, built, lanes, folder));
  }
  std::vector<BotEntry> copied;
  for (const std::size_t number : numbers) {
    const auto name = shared.find(number);
    for (int lane = 0; lane < lanes; ++lane) {
      auto done = copy_bot(bots, number, built, lane, folder,
                           name == shared.end() ? std::nullopt : std::optional(name->second));
      if (!done) return in_context("bot " + bots[number].name, done.error());
    }
    copied.push_back(bots[number]);
  }
  TOPTILE_TRY_TO(check_shared(bots, shared, lanes, folder));
  TOPTILE_TRY(auto hashes, hashes_of(copied, lanes, folder));
  if (!are_lanes_equal(hashes)) return changed_meanwhile();
  return hashes;
}

// Gives a bot that shares a copy one of its own in that lane. A program that is killed meanwhile leaves the
// shared copy, or no copy of this bot, which open() reports.
Result<void> copy_apart(const BotEntry& bot, int lane, const fs::path& folder) {
  const CopiedBot shared(bot, lane, folder);
  const fs::path its_own = lane_of(folder, lane) / bot.name;
  const fs::path aside = lane_of(folder, lane) / "=new";
  std::error_code error;
  fs::remove_all(aside, error);
  if (!error) fs::create_directory(aside, error);
  if (error) return Error{fmt::format("{}: {}", aside.string(), error.message())};
  for (std::size_t home = 0; home < bot.homes.size(); ++home) {
    TOPTILE_TRY_TO(copy_files(shared.files(home), aside / std::to_string(home + 1)));
  }
  fs::remove(its_own, error);
  if (!error) fs::rename(aside, its_own, error);
  if (error) return Error{fmt::format("{}: {}", its_own.string(), error.message())};
  return success();
}

Result<void> copy_all_apart(const std::vector<BotEntry>& bots, int lanes, const fs::path& folder) {
  for (int lane = 0; lane < lanes; ++lane) {
    for (const BotEntry& bot : bots) {
      if (!shared_target(lane_of(folder, lane) / bot.name)) continue;
      if (auto apart = copy_apart(bot, lane, folder); !apart)
        return in_context("bot " + bot.name, apart.error());
    }
  }
  remove_unshared(lanes, folder);
  return success();
}

std::vector<std::size_t> numbers_of_all(const std::vector<BotEntry>& bots) {
  std::vector<std::size_t> numbers(bots.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

// The result of comparing a bot's copies with its own files as they are now.
enum class Origin {
  own,      // The copies are the same as its own files.
  other,    // The copies are not what the bot was when the run began.
  unknown,  // Its own files have changed since then, or the result of building its sources is not known.
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

// Runs of earlier versions may have bots with such arguments and options.
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
                                      const fs::path& folder, const Sandbox& sandbox) {
  TOPTILE_TRY_TO(check_startable(bots));
  TOPTILE_TRY_TO(check_apart(bots));
  const fs::path full = fs::absolute(folder).lexically_normal(), aside = full.string() + ".new";
  std::error_code error;
  for (const fs::path& old : {aside, full}) fs::remove_all(old, error);
  fs::create_directories(aside, error);
  if (!error) fs::permissions(aside, fs::perms::owner_all, error);
  if (error) return Error{fmt::format("{}: this folder cannot be made: {}", aside.string(), error.message())};
  const auto hashes = copy_bots(bots, numbers_of_all(bots), built, lanes, aside, &sandbox);
  const auto written = hashes ? write_hashes(hashes.value(), aside) : hashes.error();
  if (!written) {
    fs::remove_all(aside, error);
    return written.error();
  }
  // After a power failure the folder must not be there without its files.
  TOPTILE_TRY_TO(sync_file_system(aside));
  fs::rename(aside, full, error);
  if (error) return Error{fmt::format("{}: this folder cannot be made: {}", full.string(), error.message())};
  TOPTILE_TRY_TO(sync_folder(full.parent_path()));
  return FrozenBots(bots, full);
}

Result<void> FrozenBots::add(const std::vector<BotEntry>& bots, const std::vector<std::size_t>& numbers,
                             const BuiltBots& built, int lanes, const fs::path& folder,
                             const Sandbox* sandbox) {
  TOPTILE_TRY_TO(check_startable(bots));
  TOPTILE_TRY_TO(check_apart(bots));
  const fs::path full = fs::absolute(folder).lexically_normal();
  std::vector<BotEntry> others;
  for (std::size_t number = 0; number < bots.size(); ++number)
    if (std::ranges::find(numbers, number) == numbers.end()) others.push_back(bots[number]);
  TOPTILE_TRY_TO(check_lanes(lanes, full));
  TOPTILE_TRY_TO(check_no_links(others, lanes, full));
  for (const std::size_t number : numbers) remove(bots[number].name, lanes, full);
  TOPTILE_TRY(const auto hashes, copy_bots(bots, numbers, built, lanes, full, sandbox));
  TOPTILE_TRY(const auto written, read_hashes(full));
  TOPTILE_TRY_TO(write_hashes(with_more_hashes(written, hashes, bots), full));
  return sync_file_system(full);
}

void FrozenBots::remove(const std::string& name, int lanes, const fs::path& folder) {
  if (!check_lanes(lanes, folder)) return;
  std::error_code ignored;
  for (int lane = 0; lane < lanes; ++lane) fs::remove_all(lane_of(folder, lane) / name, ignored);
  remove_unshared(lanes, folder);
  auto written = read_hashes(folder);
  if (!written || !written.value().is_object()) return;
  for (Json& of_lane : written.value())
    if (of_lane.is_object()) of_lane.erase(name);
  (void)write_hashes(written.value(), folder);
}

Result<FrozenBots> FrozenBots::open(const std::vector<BotEntry>& bots, int lanes, const fs::path& folder,
                                    const Sandbox& sandbox) {
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
  if (!sandbox.has_own_places()) {
    TOPTILE_TRY_TO(copy_all_apart(bots, lanes, full));
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
  constexpr std::size_t kMaxTold = 4;
  std::vector<std::string> all;
  for (std::size_t home = 0; home < bot.homes.size(); ++home) {
    const BotFiles now{bot.homes[home].path,
                       !bot.build.empty(),
                       bot.is_folder() ? Strangeness::refused : Strangeness::left_out,
                       {},
                       bot.readable};
    TOPTILE_TRY(auto some, differences_of_files(CopiedBot(bot, 0, folder).files(home), now, kMaxTold));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace toptile
