#include "league/store/record_file.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>

#include "base/files.h"
#include "base/utf8.h"
#include "base/words.h"
#include "league/store/stored_sets.h"

namespace toptile {

namespace {

// Decision 41 has what other kinds and levels take.
constexpr const char* kLevel = "12";

struct FreeWriter {
  void operator()(archive* writer) const { ::archive_write_free(writer); }
};
struct FreeReader {
  void operator()(archive* reader) const { ::archive_read_free(reader); }
};
struct FreeEntry {
  void operator()(archive_entry* entry) const { ::archive_entry_free(entry); }
};

std::string reason_of(archive* packing) {
  const char* reason = ::archive_error_string(packing);
  return reason == nullptr ? "it ends too early" : printable(reason, 200);
}

la_ssize_t append(archive*, void* to, const void* bytes, std::size_t size) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

// libarchive would start a program for a filter that is not built in, and says so with ARCHIVE_WARN.
Result<std::string> packed_by_zstd(std::string_view text) {
  std::string packed;
  const std::unique_ptr<archive, FreeWriter> writer(::archive_write_new());
  const std::unique_ptr<archive_entry, FreeEntry> entry(::archive_entry_new());
  ::archive_entry_set_filetype(entry.get(), AE_IFREG);
  if (::archive_write_add_filter_zstd(writer.get()) != ARCHIVE_OK)
    return Error{"libarchive cannot write zstd here: install one that can"};
  if (::archive_write_set_filter_option(writer.get(), "zstd", "compression-level", kLevel) != ARCHIVE_OK ||
      ::archive_write_set_format_raw(writer.get()) != ARCHIVE_OK ||
      ::archive_write_set_bytes_in_last_block(writer.get(), 1) != ARCHIVE_OK ||  // Without padding.
      ::archive_write_open(writer.get(), &packed, nullptr, append, nullptr) != ARCHIVE_OK ||
      ::archive_write_header(writer.get(), entry.get()) != ARCHIVE_OK ||
      std::cmp_not_equal(::archive_write_data(writer.get(), text.data(), text.size()), text.size()) ||
      ::archive_write_close(writer.get()) != ARCHIVE_OK)
    return Error{fmt::format("records cannot be packed: {}", reason_of(writer.get()))};
  return packed;
}

Result<std::string> unpacked_by_zstd(std::string_view packed, std::size_t size) {
  const std::unique_ptr<archive, FreeReader> reader(::archive_read_new());
  if (::archive_read_support_filter_zstd(reader.get()) != ARCHIVE_OK)
    return Error{"libarchive cannot read zstd here: install one that can"};
  archive_entry* entry = nullptr;
  if (::archive_read_support_format_raw(reader.get()) != ARCHIVE_OK ||
      ::archive_read_open_memory(reader.get(), packed.data(), packed.size()) != ARCHIVE_OK ||
      ::archive_read_next_header(reader.get(), &entry) != ARCHIVE_OK)
    return Error{reason_of(reader.get())};
  std::string text(size + 1, '\0');  // One more, to find that there are more.
  std::size_t count = 0;
  while (count <= size) {
    const la_ssize_t more = ::archive_read_data(reader.get(), text.data() + count, text.size() - count);
    if (more < 0) return Error{reason_of(reader.get())};
    if (more == 0) break;
    count += static_cast<std::size_t>(more);
  }
  if (count != size) return Error{fmt::format("it does not have {} bytes, as the league knows it", size)};
  text.resize(size);
  return text;
}

Error damaged(const std::string& path, std::string_view what) {
  return {fmt::format("{}: this file is damaged ({}): put it back from a backup of the league", path, what)};
}

}  // namespace

// ---- The list of sets -----------------------------------------------------------

std::string format_sets(const std::vector<SetNumber>& sets) {
  std::string text;
  for (std::size_t i = 0; i < sets.size();) {
    std::size_t end = i + 1;
    while (end < sets.size() && sets[end] == sets[end - 1] + 1) ++end;
    text += fmt::format("{}{}", text.empty() ? "" : " ", sets[i]);
    if (end > i + 1) text += fmt::format("-{}", sets[end - 1]);
    i = end;
  }
  return text;
}

Result<std::vector<SetNumber>> parse_sets(std::string_view text) {
  std::vector<SetNumber> sets;
  while (!text.empty()) {
    const std::string_view range = take_word(text);
    const std::size_t dash = range.find('-');
    const auto first = parse_number<std::uint64_t>(range.substr(0, dash));
    const auto last = dash == range.npos ? first : parse_number<std::uint64_t>(range.substr(dash + 1));
    if (!first || !last || *first == 0 || *last < *first || *last - *first >= kMaxSetsOfFile - sets.size())
      return Error{"this is not a list of sets: " + printable(range, 100)};
    for (std::uint64_t set = *first; set <= *last; ++set) sets.push_back(SetNumber{set});
  }
  return sets;
}

// ---- Writing --------------------------------------------------------------------

bool RecordFileWriter::takes(const std::array<std::string, 2>& records) {
  return std::ranges::all_of(records, [](const std::string& record) {
    return record.size() <= kMaxRecordBytes && record.find('\n') == record.npos;
  });
}

void RecordFileWriter::add(std::uint64_t order, SetNumber set, const std::array<std::string, 2>& records) {
  if (file_.sets.empty()) file_.first_order = order;
  file_.last_order = order;
  file_.sets.push_back(set);
  for (const std::string& record : records) lines_.append(record).append(1, '\n');
}

bool RecordFileWriter::is_full() const {
  return std::cmp_greater_equal(file_.sets.size(), most_sets_) || lines_.size() >= kFullFileBytes;
}

Result<std::pair<RecordFile, std::string>> RecordFileWriter::finish() {
  TOPTILE_TRY(auto packed, packed_by_zstd(lines_));
  file_.unpacked = lines_.size();
  file_.bytes = packed.size();
  file_.sha256 = sha256_hexadecimal(packed);
  file_.name = fmt::format("sets-{:09}-{:09}-{}.jsonl.zst", file_.first_order, file_.last_order,
                           file_.sha256.substr(0, 16));
  return std::pair(std::move(file_), std::move(packed));
}

// ---- Reading --------------------------------------------------------------------

Result<std::string> read_record_file(const std::filesystem::path& folder, const RecordFile& file) {
  const std::filesystem::path path = folder / file.name;
  const std::string shown = printable(path.string(), 1000);
  // A name in a damaged database must not lead elsewhere.
  if (file.name.empty() || file.name[0] == '.' || file.name.find('/') != file.name.npos)
    return Error{
        fmt::format("{}: the database gives a record file a name that it cannot have: restore a "
                    "backup of the league",
                    printable(file.name, 200))};
  struct stat status {};
  const int found = ::stat(path.c_str(), &status);
  if (found != 0 && errno != ENOENT) return system_error(path, "this file cannot be read");
  if (found != 0)
    return Error{
        fmt::format("{}: this file with the records of {} is missing: put it back from a backup of "
                    "the league",
                    shown, counted(file.sets.size(), "set"))};
  if (!S_ISREG(status.st_mode)) return damaged(shown, "it is not a regular file");
  if (std::cmp_not_equal(status.st_size, file.bytes))
    return damaged(shown, fmt::format("it has {} bytes, and should have {}", status.st_size, file.bytes));
  TOPTILE_TRY(auto bytes, read_file(path, file.bytes));
  if (sha256_hexadecimal(bytes) != file.sha256)
    return damaged(shown, "its SHA-256 is not the one that the league knows");
  return bytes;
}

Result<RecordLines> RecordLines::read(const std::filesystem::path& folder, const RecordFile& file) {
  RecordLines read;
  read.path_ = printable((folder / file.name).string(), 1000);
  if (file.unpacked > kMaxUnpackedBytes)
    return damaged(read.path_, fmt::format("it should have {} bytes unpacked", file.unpacked));
  TOPTILE_TRY(const auto packed, read_record_file(folder, file));
  auto lines = unpacked_by_zstd(packed, file.unpacked);
  if (!lines) return damaged(read.path_, lines.error().message);
  read.lines_ = std::move(lines).value();
  for (std::size_t at = 0; at < read.lines_.size();) {
    read.begins_.push_back(at);
    at = std::min(read.lines_.find('\n', at), read.lines_.size() - 1) + 1;
  }
  if (read.begins_.size() != 2 * file.sets.size() || !read.lines_.ends_with('\n'))
    return damaged(read.path_, fmt::format("it has {}, and should have {}",
                                           counted(read.begins_.size(), "line"), 2 * file.sets.size()));
  read.begins_.push_back(read.lines_.size());
  for (std::size_t i = 0; i < file.sets.size(); ++i) read.places_.emplace_back(file.sets[i], 2 * i);
  std::ranges::sort(read.places_);
  return read;
}

Result<std::array<std::string, 2>> RecordLines::find(SetNumber set) const {
  const auto place = std::ranges::lower_bound(places_, set, {}, &std::pair<SetNumber, std::size_t>::first);
  if (place == places_.end() || place->first != set)
    return Error{
        fmt::format("{}: this file has no records of set {}: restore a backup of the league", path_, set)};
  const auto line = [&](std::size_t i) { return lines_.substr(begins_[i], begins_[i + 1] - begins_[i] - 1); };
  return std::array{line(place->second), line(place->second + 1)};
}

}  // namespace toptile
