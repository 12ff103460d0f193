#include "tournaments/run_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "protocol/files.h"
#include "protocol/lexicon_file.h"
#include "tournaments/plan.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

Error system_error(const fs::path& file, std::string_view what) {
  return {fmt::format("{}: {}: {}", file.string(), what, std::strerror(errno))};
}

Result<UniqueDescriptor> open_for_append(const fs::path& file) {
  UniqueDescriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!descriptor.is_open()) return system_error(file, "this file cannot be written");
  return descriptor;
}

Result<void> truncate_to(const UniqueDescriptor& log, const fs::path& file, std::uint64_t bytes) {
  if (::ftruncate(log.number(), static_cast<off_t>(bytes)) != 0)
    return system_error(file, "its torn last line cannot be cut off");
  return success();
}

}  // namespace

Result<std::uint64_t> for_each_log_line(
    const fs::path& file, const std::function<Result<void>(std::uint64_t, std::string_view)>& visit) {
  std::ifstream log(file, std::ios::binary);
  if (!log) return system_error(file, "this file cannot be read");
  std::string line;
  std::uint64_t number = 0, bytes = 0;
  while (std::getline(log, line) && !log.eof()) {
    ++number;
    if (auto visited = visit(number, line); !visited)
      return in_context(fmt::format("{}: line {}", file.string(), number), visited.error());
    bytes += line.size() + 1;
  }
  if (log.bad()) return system_error(file, "this file cannot be read to its end");
  return bytes;
}

Result<std::uint64_t> for_each_record(const fs::path& file,
                                      const std::function<Result<void>(std::uint64_t, GameRecord&&)>& visit) {
  return for_each_log_line(file, [&](std::uint64_t number, std::string_view line) -> Result<void> {
    auto record = parse_record(line);
    if (!record) return record.error();
    return visit(number, std::move(record).value());
  });
}

Result<GameRecord> find_game(const RunPaths& paths, std::uint64_t id) {
  std::optional<GameRecord> found;
  std::uint64_t games = 0;
  const auto read =
      for_each_record(paths.games(), [&](std::uint64_t number, GameRecord&& record) -> Result<void> {
        games = number;
        if (record.id == id) found = std::move(record);
        return success();
      });
  if (!read) return read.error();
  if (!found) return Error{fmt::format("--game {}: the run has games 1 to {}", id, games)};
  return *std::move(found);
}

Result<RunStore> RunStore::open(const RunPaths& paths, const Json& plan, const Lexicon& lexicon,
                                const Found& found) {
  RunStore store(paths);
  std::error_code error;
  const bool is_ours = fs::exists(paths.plan(), error) || fs::exists(paths.folder / "lock", error);
  if (!is_ours && fs::exists(paths.folder, error) && !fs::is_empty(paths.folder, error)) {
    return Error{fmt::format("{}: this folder holds something else than a run; choose another --out",
                             paths.folder.string())};
  }
  fs::create_directories(paths.folder / "bots", error);
  if (error)
    return Error{fmt::format("{}: this folder cannot be made: {}", paths.folder.string(), error.message())};
  const fs::path lock_file = paths.folder / "lock";
  store.lock_ = UniqueDescriptor(::open(lock_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!store.lock_.is_open()) return system_error(lock_file, "this file cannot be written");
  if (::flock(store.lock_.number(), LOCK_EX | LOCK_NB) != 0) {
    return Error{
        fmt::format("{}: another program is playing this run now; wait for it, or choose another --out",
                    paths.folder.string())};
  }
  if (auto done = store.create_or_compare(plan, lexicon); !done) return done.error();
  if (auto done = store.open_logs(found); !done) return done.error();
  return store;
}

bool RunStore::has_games() const {
  const auto holds_something = [](const fs::path& file) {
    std::error_code missing;
    const auto size = fs::file_size(file, missing);
    return !missing && size > 0;
  };
  return holds_something(paths_.games()) || holds_something(paths_.ahead());
}

Result<void> RunStore::create_or_compare(const Json& plan, const Lexicon& lexicon) {
  // A run without a game is not begun: a bot that did not start may have been mended since.
  if (!fs::exists(paths_.plan()) || !has_games()) {
    if (has_games()) {
      return Error{fmt::format("{}: there are games without a run.json; choose another --out",
                               paths_.folder.string())};
    }
    // run.json comes last: with it, the folder is a run.
    if (auto saved = save_for_bots(lexicon, paths_.lexicon_list()); !saved) return saved.error();
    return replace_file(paths_.plan(), plan.dump(2) + "\n");
  }
  auto text = read_file(paths_.plan());
  if (!text) return text.error();
  auto frozen = parse_json(text.value(), paths_.plan().string());
  if (!frozen) return frozen.error();
  if (const auto difference = find_plan_difference(frozen.value(), plan)) {
    return Error{
        fmt::format("{}: this run was begun with another configuration: {}; choose another --out, or go back "
                    "to the old configuration",
                    paths_.folder.string(), *difference)};
  }
  return success();
}

Result<void> RunStore::open_logs(const Found& found) {
  for (const auto& [descriptor, file] :
       {std::pair{&games_, paths_.games()}, std::pair{&ahead_log_, paths_.ahead()}}) {
    auto opened = open_for_append(file);
    if (!opened) return opened.error();
    *descriptor = std::move(opened).value();
  }
  const auto whole = for_each_record(paths_.games(), [&](std::uint64_t, GameRecord&& record) -> Result<void> {
    if (record.id != next_)
      return Error{fmt::format("id: game {} should stand here, not {}", next_, record.id)};
    ++next_;
    return found(record);
  });
  if (!whole) return whole.error();
  if (auto cut = truncate_to(games_, paths_.games(), whole.value()); !cut) return cut.error();

  const auto whole_ahead =
      for_each_log_line(paths_.ahead(), [&](std::uint64_t, std::string_view line) -> Result<void> {
        auto record = parse_record(line);
        if (!record) return record.error();
        const Stretch stretch{ahead_bytes_, line.size() + 1};
        ahead_bytes_ += stretch.bytes;
        if (record.value().id < next_ || ahead_.contains(record.value().id)) return success();
        ahead_.emplace(record.value().id, stretch);
        return found(record.value());
      });
  if (!whole_ahead) return whole_ahead.error();
  if (auto cut = truncate_to(ahead_log_, paths_.ahead(), whole_ahead.value()); !cut) return cut.error();
  return write_those_due();
}

Result<void> RunStore::append(std::uint64_t id, std::string line) {
  TOPTILE_ASSERT(!has(id));
  line += '\n';
  if (id != next_) {
    if (auto written = write_line(ahead_log_, paths_.ahead(), line); !written) return written.error();
    ahead_.emplace(id, Stretch{ahead_bytes_, line.size()});
    ahead_bytes_ += line.size();
    return success();
  }
  if (auto written = write_line(games_, paths_.games(), line); !written) return written.error();
  ++next_;
  return ahead_.empty() ? success() : write_those_due();
}

Result<void> RunStore::write_those_due() {
  while (!ahead_.empty() && ahead_.begin()->first == next_) {
    const auto line = read_ahead(ahead_.begin()->second);
    if (!line) return line.error();
    if (auto written = write_line(games_, paths_.games(), line.value()); !written) return written.error();
    ahead_.erase(ahead_.begin());
    ++next_;
  }
  if (!ahead_.empty()) return success();
  if (::ftruncate(ahead_log_.number(), 0) != 0)
    return system_error(paths_.ahead(), "this file cannot be written");
  ahead_bytes_ = 0;
  return success();
}

Result<std::string> RunStore::read_ahead(const Stretch& stretch) const {
  std::string line(stretch.bytes, '\0');
  std::size_t done = 0;
  while (done < line.size()) {
    const ssize_t count = ::pread(ahead_log_.number(), line.data() + done, line.size() - done,
                                  static_cast<off_t>(stretch.begin + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error(paths_.ahead(), "this file cannot be read");
    if (count == 0) return Error{fmt::format("{}: this file was cut off meanwhile", paths_.ahead().string())};
    done += static_cast<std::size_t>(count);
  }
  return line;
}

Result<void> RunStore::write_line(const UniqueDescriptor& log, const fs::path& file,
                                  const std::string& line) {
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t written = ::write(log.number(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      return system_error(
          file, "this file cannot be written; the games so far are safe, and the same command goes on");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  return success();
}

Result<void> RunStore::sync() {
  if (::fdatasync(games_.number()) != 0) return system_error(paths_.games(), "this file cannot be synced");
  if (::fdatasync(ahead_log_.number()) != 0)
    return system_error(paths_.ahead(), "this file cannot be synced");
  return success();
}

}  // namespace toptile
