#include "tournaments/merge/merge_words.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "bots/bot_list.h"
#include "bots/bot_manifest.h"
#include "tournaments/plan/plan_limits.h"
#include "tournaments/run/run_files.h"
#include "tournaments/run/tournament.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

std::uint64_t size_of(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

// A part of an open file.
struct Part {
  std::uint64_t begin = 0, end = 0;
};

// The next part that is not a hole; nullopt if only a hole follows. On a file system without holes it is the
// whole rest.
std::optional<Part> next_data(int file, std::uint64_t from, std::uint64_t size) {
  const off_t begin = ::lseek(file, static_cast<off_t>(from), SEEK_DATA);
  if (begin < 0 && errno == ENXIO) return std::nullopt;
  if (begin < 0) return Part{from, size};
  const off_t end = ::lseek(file, begin, SEEK_HOLE);
  return Part{static_cast<std::uint64_t>(begin), end < 0 ? size : static_cast<std::uint64_t>(end)};
}

// A file of a shard, and the file of the merged run that it is appended to.
struct Copying {
  const UniqueDescriptor& from;
  fs::path source;
  const UniqueDescriptor& to;
  fs::path out;
};

Result<void> write_at(const Copying& copying, std::string_view bytes, std::uint64_t offset) {
  if (!write_all_at(copying.to.number(), bytes, offset))
    return system_error(copying.out, "this file cannot be written");
  return success();
}

Result<void> copy_part(const Copying& copying, const Part& part, std::uint64_t offset) {
  std::array<char, 1 << 16> block;
  for (std::uint64_t at = part.begin; at < part.end;) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), part.end - at));
    const ssize_t count = read_at(copying.from.number(), block.data(), wanted, at);
    if (count < 0) return system_error(copying.source, "this file cannot be read");
    if (count == 0) return success();  // The file was truncated meanwhile.
    const std::string_view read(block.data(), static_cast<std::size_t>(count));
    TOPTILE_TRY_TO(write_at(copying, read, offset + at));
    at += static_cast<std::uint64_t>(count);
  }
  return success();
}

enum class Beyond {  // What to do with a file that has more bytes than it can rightly have.
  refused,
  cut_off
};

Result<void> append_file(const ForeignFolder& shard, const fs::path& name, std::uint64_t most, Beyond beyond,
                         const fs::path& out) {
  TOPTILE_TRY(const auto from, shard.open(name, beyond == Beyond::refused ? most : UINT64_MAX));
  const UniqueDescriptor to(::open(out.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!to.is_open()) return system_error(out, "this file cannot be written");
  const Copying copying{from, shard.path() / name, to, out};
  const std::uint64_t whole = size_of(from.number()), size = std::min(whole, most),
                      before = size_of(to.number());
  for (std::uint64_t at = 0; at < size;) {
    const auto data = next_data(from.number(), at, size);
    if (!data || data->begin >= size) break;
    const Part within{data->begin, std::min(data->end, size)};
    TOPTILE_TRY_TO(copy_part(copying, within, before));
    at = within.end;
  }
  if (::ftruncate(to.number(), static_cast<off_t>(before + size)) != 0)
    return system_error(out, "this file cannot be written");
  if (whole == size) return success();
  return write_at(
      copying,
      fmt::format("\n[toptile: this copy ends after {} bytes; the shard's file has {}]\n", size, whole),
      before + size);
}

// The game whose transcript has this name; nullopt if it is not a game of the shard.
std::optional<GameNumber> game_of(const std::string& name, const Schedule& schedule) {
  constexpr std::string_view kEnding = ".txt";
  if (!name.ends_with(kEnding)) return std::nullopt;
  const auto id = parse_number<std::uint64_t>(std::string_view(name).substr(0, name.size() - kEnding.size()));
  if (!id || !schedule.has(GameNumber{*id}) || fmt::format("{}{}", *id, kEnding) != name) return std::nullopt;
  return GameNumber{*id};
}

Result<void> copy_transcripts(const RunPaths& shard, const Plan& plan, const RunPaths& out) {
  const fs::path folder = shard.transcript_of(GameNumber{1}).parent_path().filename();
  const Schedule schedule = schedule_of(plan);
  TOPTILE_TRY(const auto names, files_of(shard).names(folder, schedule.expected()));
  if (names.empty()) return success();
  const fs::path copies = out.transcript_of(GameNumber{1}).parent_path();
  std::error_code error;
  if (fs::create_directory(copies, error)) fs::permissions(copies, fs::perms::owner_all, error);
  if (error)
    return Error{fmt::format("{}: this folder cannot be made: {}", copies.string(), error.message())};
  for (const std::string& name : names) {
    const auto id = game_of(name, schedule);
    if (!id) {
      return Error{fmt::format("{}: \"{}\" is not a transcript of a game of this shard; remove it",
                               (shard.folder / folder).string(), printable(name))};
    }
    TOPTILE_TRY_TO(append_file(files_of(shard), folder / name, kMaxTranscriptBytes, Beyond::refused,
                               out.transcript_of(*id)));
  }
  return success();
}

}  // namespace

Result<void> copy_words_of_bots(const RunPaths& shard, const Plan& plan, const RunPaths& out) {
  TOPTILE_TRY_TO(files_of(shard).names(RunPaths{}.stderr_of("any").parent_path(), kMaxBots));
  for (const BotEntry& bot : plan.bots) {
    if (!is_recorded_bot_name(bot.name)) continue;  // A person has no process.
    const fs::path name = RunPaths{}.stderr_of(bot.name);
    if (!files_of(shard).has(name)) continue;
    TOPTILE_TRY_TO(
        append_file(files_of(shard), name, kMaxStderrBytes, Beyond::cut_off, out.stderr_of(bot.name)));
  }
  return copy_transcripts(shard, plan, out);
}

}  // namespace toptile
