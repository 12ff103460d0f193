#include "tournaments/run/record_index.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/words.h"
#include "tournaments/run/run_files.h"

namespace toptile {

namespace {

// The id of a line that begins as format_record writes it. Other lines must be read as JSON.
std::optional<GameNumber> id_at_the_beginning(std::string_view line) {
  constexpr std::string_view kLog = "{\"log\":", kId = ",\"id\":";
  if (!line.starts_with(kLog)) return std::nullopt;
  line.remove_prefix(kLog.size());
  const std::size_t end = std::min(line.find(','), line.size());
  const auto version = parse_number<int>(line.substr(0, end));
  line.remove_prefix(end);
  if (!version || *version < kOldestLogVersion || *version > kLogVersion || !line.starts_with(kId))
    return std::nullopt;
  line.remove_prefix(kId.size());
  const auto number = parse_number<std::uint64_t>(line.substr(0, line.find(',')));
  return number ? std::optional(GameNumber{*number}) : std::nullopt;
}

Result<GameNumber> id_of(std::string_view line) {
  if (const auto id = id_at_the_beginning(line)) return *id;
  TOPTILE_TRY(const auto record, parse_record_without_turns(line));
  return record.id;
}

}  // namespace

Result<void> RecordIndex::refresh() {
  if (!log_) {
    std::error_code error;
    if (!std::filesystem::exists(paths_.games(), error)) return success();
    TOPTILE_TRY(auto opened, LogReader::open(paths_.games()));
    log_.emplace(std::move(opened));
  }
  while (true) {
    const std::uint64_t begin = log_->bytes();
    TOPTILE_TRY(const auto line, log_->next());
    if (!line) return success();
    const auto id = id_of(*line);
    if (!id) return log_->fault(id.error());
    if (!entries_.empty() && id.value() <= entries_.back().id)
      return log_->fault({fmt::format("id: game {} comes after game {}", id.value(), entries_.back().id)});
    entries_.push_back({id.value(), begin, line->size()});
  }
}

std::optional<GameNumber> RecordIndex::next_after(GameNumber id) const {
  const auto entry = std::ranges::upper_bound(entries_, id, {}, &Entry::id);
  return entry == entries_.end() ? std::nullopt : std::optional(entry->id);
}

std::optional<GameNumber> RecordIndex::last_before(GameNumber id) const {
  const auto entry = std::ranges::lower_bound(entries_, id, {}, &Entry::id);
  return entry == entries_.begin() ? std::nullopt : std::optional(std::prev(entry)->id);
}

Result<std::optional<std::string>> RecordIndex::line_of(GameNumber id) {
  // Searches twice, because a record that waited in the ahead log may have moved to games.jsonl meanwhile.
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (find(id) == nullptr) {
      TOPTILE_TRY_TO(refresh());
    }
    if (const Entry* const entry = find(id)) {
      TOPTILE_TRY(auto line, read(*entry));
      return std::optional(std::move(line));
    }
    auto ahead = find_ahead(id);
    if (!ahead || ahead.value()) return ahead;
  }
  return std::optional<std::string>();
}

const RecordIndex::Entry* RecordIndex::find(GameNumber id) const {
  const auto entry = std::ranges::lower_bound(entries_, id, {}, &Entry::id);
  return entry != entries_.end() && entry->id == id ? &*entry : nullptr;
}

Result<std::string> RecordIndex::read(const Entry& entry) const {
  TOPTILE_TRY(const auto file, files_of(paths_).open(paths_.games().filename()));
  auto line = read_line_at(file, paths_.games(), {entry.begin, entry.bytes});
  if (!line)
    return Error{fmt::format("{}: game {} cannot be read any more: the file was changed",
                             paths_.games().string(), entry.id)};
  return line;
}

// The ahead log may be emptied and filled again while it is read, so that a line may be a mixture of two. The
// digest shows whether it is a complete record.
Result<std::optional<std::string>> RecordIndex::find_ahead(GameNumber id) const {
  auto log = LogReader::open(paths_.ahead());
  if (!log) return std::optional<std::string>();
  while (true) {
    const auto line = log.value().next();
    if (!line || !line.value()) return std::optional<std::string>();
    if (id_at_the_beginning(*line.value()) != id) continue;
    const auto record = parse_record(*line.value());
    if (record && record.value().digest == digest_of(record.value()))
      return std::optional(std::string(*line.value()));
  }
}

}  // namespace toptile
