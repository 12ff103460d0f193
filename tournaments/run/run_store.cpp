#include "tournaments/run/run_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/files.h"
#include "protocol/lexicon_file.h"
#include "tournaments/plan/plan.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/run_folder.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

Result<void> truncate_to(const UniqueDescriptor& log, const fs::path& file, std::uint64_t bytes) {
  if (::ftruncate(log.number(), static_cast<off_t>(bytes)) != 0)
    return system_error(file, "its torn last line cannot be cut off");
  return success();
}

// The ahead log is emptied at this size if nothing waits in it. Until then it also has records that are in
// games.jsonl, which are read again when the run is resumed.
constexpr std::uint64_t kMaxStale = 4 << 20;

}  // namespace

bool has_games(const RunPaths& paths) {
  const auto has_line = [&](const fs::path& file) {
    if (!files_of(paths).has(file.filename())) return false;
    auto log = LogReader::open(file);
    if (!log) return true;
    const auto line = log.value().next();
    return !line || line.value();
  };
  return has_line(paths.games()) || has_line(paths.ahead()) || has_line(paths.kept());
}

Error other_plan_fault(const RunPaths& paths, const std::string& difference) {
  return {
      fmt::format("{}: this run was begun with another configuration: {}; choose another folder, or go back "
                  "to the old configuration",
                  paths.folder.string(), difference)};
}

Result<GameRecord> find_game(const RunPaths& paths, GameNumber id) {
  TOPTILE_TRY(const auto line, find_game_line(paths, id));
  return parse_record(line);
}

Result<std::string> find_game_line(const RunPaths& paths, GameNumber id) {
  std::optional<std::string> found;
  std::uint64_t games = 0, first = 1, last = 0;
  const auto visit = [&](std::uint64_t number, std::string_view line) -> Result<void> {
    TOPTILE_TRY(const auto skimmed, parse_record_without_turns(line));
    games = number;
    last = skimmed.id;
    if (number == 1) first = last;
    if (last != id) return success();
    TOPTILE_TRY_TO(parse_record(line));
    found = line;
    return success();
  };
  TOPTILE_TRY_TO(for_each_log_line(paths.games(), visit));
  if (found) return *std::move(found);
  if (games == 0) return Error{fmt::format("game {}: the run has no games yet", id)};
  if (games == last - first + 1)
    return Error{fmt::format("game {}: the run has games {} to {}", id, first, last)};
  return Error{fmt::format("game {}: the run is a shard with {} of the games {} to {}, but not this one", id,
                           games, first, last)};
}

Result<RunStore> RunStore::open(const RunPaths& paths, const Json& plan, const Shard& shard,
                                const Lexicon& lexicon, const Found& found, const LastGame& last) {
  RunStore store(paths, shard, last);
  TOPTILE_TRY(auto lock, claim_folder(paths, FolderOf::run));
  store.lock_ = std::move(lock);
  TOPTILE_TRY_TO(store.create_or_compare(plan, lexicon));
  TOPTILE_TRY_TO(store.open_logs(found));
  return store;
}

Result<void> RunStore::create_or_compare(const Json& plan, const Lexicon& lexicon) {
  // A run without a game has not begun, so its plan may change: a bot that did not start may have been
  // repaired.
  if (!files_of(paths_).has(paths_.plan().filename()) || !has_games(paths_)) {
    if (has_games(paths_)) {
      return Error{fmt::format("{}: there are games without a run.json; choose another folder",
                               paths_.folder.string())};
    }
    // run.json is written last, because the folder is a run as soon as it is there.
    TOPTILE_TRY_TO(save_for_bots(lexicon, paths_.lexicon_list(), Readers::owner));
    const std::string text = json_text(plan, 2) + "\n";
    if (text.size() > kMaxPlanBytes)
      return Error{
          fmt::format("{}: the plan has {} bytes, but only {} could be read again; leave out bots or options",
                      paths_.plan().string(), text.size(), kMaxPlanBytes)};
    return replace_file(paths_.plan(), text, Readers::owner);
  }
  TOPTILE_TRY(auto frozen, read_plan_json(paths_));
  if (const auto difference = find_plan_difference(frozen, plan))
    return other_plan_fault(paths_, *difference);
  // Bots read these files, which may have been changed since.
  return save_for_bots(lexicon, paths_.lexicon_list(), Readers::owner);
}

Result<void> RunStore::open_logs(const Found& found) {
  for (const auto& [descriptor, file] :
       {std::pair{&games_, paths_.games()}, std::pair{&ahead_log_, paths_.ahead()}}) {
    TOPTILE_TRY(auto opened, open_for_append(file));
    *descriptor = std::move(opened);
  }
  TOPTILE_TRY_TO(sync_folder(paths_.folder));
  TOPTILE_TRY_TO(read_games(found));
  TOPTILE_TRY_TO(read_ahead_log(found));
  TOPTILE_TRY_TO(write_those_due());
  // Games that are appended after these must not survive a power failure that these do not.
  const bool is_new = next_ == shard_.first_from(GameNumber{1}) && ahead_bytes_ == 0;
  return is_new ? success() : settle();
}

Result<void> RunStore::read_games(const Found& found) {
  const auto whole =
      for_each_record_without_turns(paths_.games(), [&](std::uint64_t, GameRecord&& record) -> Result<void> {
        if (auto wrong = id_fault(record, next_)) return *std::move(wrong);
        step();
        return found(record);
      });
  if (!whole) return whole.error();
  return truncate_to(games_, paths_.games(), whole.value());
}

Result<void> RunStore::read_ahead_log(const Found& found) {
  const auto whole =
      for_each_log_line(paths_.ahead(), [&](std::uint64_t, std::string_view line) -> Result<void> {
        TOPTILE_TRY(const auto record, parse_record_without_turns(line));
        const LinePlace stretch{ahead_bytes_, line.size() + 1};
        ahead_bytes_ += stretch.bytes;
        if (has(record.id)) return success();
        ahead_.emplace(record.id, stretch);
        return found(record);
      });
  if (!whole) return whole.error();
  return truncate_to(ahead_log_, paths_.ahead(), whole.value());
}

Result<void> RunStore::append(GameNumber id, std::string line) {
  TOPTILE_ASSERT(!has(id));
  if (line.size() > kMaxRecordBytes)
    return Error{fmt::format("{}: game {}: its record has {} bytes, but only {} could be read again",
                             paths_.games().string(), id, line.size(), kMaxRecordBytes)};
  line += '\n';
  if (id != next_) {
    TOPTILE_TRY_TO(write_line(ahead_log_, paths_.ahead(), line));
    ahead_.emplace(id, LinePlace{ahead_bytes_, line.size()});
    ahead_bytes_ += line.size();
    return success();
  }
  TOPTILE_TRY_TO(write_line(games_, paths_.games(), line));
  step();
  return ahead_.empty() ? success() : write_those_due();
}

Result<void> RunStore::write_those_due() {
  ahead_.erase(ahead_.upper_bound(last_()), ahead_.end());
  while (!ahead_.empty() && ahead_.begin()->first == next_) {
    TOPTILE_TRY(const auto line, read_line_at(ahead_log_, paths_.ahead(), ahead_.begin()->second));
    TOPTILE_TRY_TO(write_line(games_, paths_.games(), line));
    ahead_.erase(ahead_.begin());
    step();
  }
  return ahead_.empty() && ahead_bytes_ >= kMaxStale ? settle() : success();
}

Result<void> RunStore::write_line(const UniqueDescriptor& log, const fs::path& file,
                                  const std::string& line) {
  if (write_all(log.number(), line)) return success();
  return system_error(
      file, "this file cannot be written; the games so far are safe, and the same command continues the run");
}

Result<void> RunStore::sync() {
  if (::fdatasync(games_.number()) != 0) return system_error(paths_.games(), "this file cannot be synced");
  if (::fdatasync(ahead_log_.number()) != 0)
    return system_error(paths_.ahead(), "this file cannot be synced");
  return success();
}

Result<void> RunStore::settle() {
  TOPTILE_TRY_TO(sync());
  if (!ahead_.empty() || ahead_bytes_ == 0) return success();
  if (::ftruncate(ahead_log_.number(), 0) != 0)
    return system_error(paths_.ahead(), "this file cannot be written");
  ahead_bytes_ = 0;
  return success();
}

std::string folder_name(const std::string& folder) {
  std::error_code error;
  fs::path path = fs::weakly_canonical(fs::absolute(folder, error), error);
  if (!path.has_filename()) path = path.parent_path();
  return path.has_filename() ? path.filename().string() : "report";
}

bool has_frozen_bots(const RunPaths& paths) {
  const ForeignFolder files = files_of(paths);
  return files.has(paths.plan().filename()) && files.has(paths.frozen().filename()) && has_games(paths);
}

}  // namespace toptile
