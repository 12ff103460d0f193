// The input is one of two:
//   an archive as it is; or
//   "make ", the kind (tar, tar.gz, tar.zst or zip), and lines: an archive is made from them. A line is the
//   kind of an entry (f, d, l, h, p: file, folder, link, hard link, FIFO), a space, its name, and after
//   another space the content of a file, or what a link leads to. A line "c PLACE VALUE" changes a byte of
//   the finished archive; the place counts modulo its size.
// Nothing is written outside the new folder. An error leaves no folder, and is one visible line. What was
// unpacked keeps to the limits, and gives the same hash after it was packed and unpacked again.
#include "league/intake/archive.h"
#include "league/intake/pack_folder.h"

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/temporary_folder.h"
#include "bots/bot_files.h"
#include "tests/fuzz/sentence.h"
#include "tests/fuzz/target.h"

using namespace toptile;

namespace {

namespace fs = std::filesystem;

constexpr ArchiveLimits kLimits = {.packed_bytes = 1 << 18, .bytes = 1 << 16, .files = 20, .depth = 6};

la_ssize_t append(archive*, void* to, const void* bytes, std::size_t size) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

// Adds nothing if libarchive does not write such an entry.
void add_entry(archive* writer, std::string_view line) {
  if (line.size() < 3) return;
  const char kind = line.front();
  line.remove_prefix(2);
  const std::string name(line.substr(0, line.find(' ')));
  line.remove_prefix(std::min(name.size() + 1, line.size()));
  archive_entry* const entry = ::archive_entry_new();
  ::archive_entry_set_pathname(entry, name.c_str());
  ::archive_entry_set_perm(entry, line.starts_with("#!") ? 0755 : 0644);
  ::archive_entry_set_filetype(entry, kind == 'd'   ? AE_IFDIR
                                      : kind == 'l' ? AE_IFLNK
                                      : kind == 'p' ? AE_IFIFO
                                                    : AE_IFREG);
  if (kind == 'l') ::archive_entry_set_symlink(entry, std::string(line).c_str());
  if (kind == 'h') ::archive_entry_set_hardlink(entry, std::string(line).c_str());
  ::archive_entry_set_size(entry, kind == 'f' ? static_cast<la_int64_t>(line.size()) : 0);
  if (::archive_write_header(writer, entry) >= ARCHIVE_WARN && kind == 'f')
    ::archive_write_data(writer, line.data(), line.size());
  ::archive_entry_free(entry);
}

unsigned take_number(std::string_view& text) {
  unsigned number = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    number = number * 10 + static_cast<unsigned>(text.front() - '0');
    text.remove_prefix(1);
  }
  if (!text.empty()) text.remove_prefix(1);
  return number;
}

std::string made(std::string_view lines) {
  const std::string_view kind = take_line(lines);
  std::string bytes;
  archive* const writer = ::archive_write_new();
  if (kind == "zip") {
    ::archive_write_set_format_zip(writer);
  } else {
    ::archive_write_set_format_pax_restricted(writer);
  }
  if (kind == "tar.gz") ::archive_write_add_filter_gzip(writer);
  if (kind == "tar.zst") ::archive_write_add_filter_zstd(writer);
  ::archive_write_open(writer, &bytes, nullptr, append, nullptr);
  std::vector<std::pair<unsigned, unsigned>> changes;
  while (!lines.empty()) {
    std::string_view line = take_line(lines);
    if (!line.starts_with("c ")) {
      add_entry(writer, line);
      continue;
    }
    line.remove_prefix(2);
    const unsigned place = take_number(line);
    changes.emplace_back(place, take_number(line));
  }
  ::archive_write_close(writer);
  ::archive_write_free(writer);
  for (const auto& [place, value] : changes) {
    if (!bytes.empty()) bytes[place % bytes.size()] = static_cast<char>(value);
  }
  return bytes;
}

std::string hash_of(const fs::path& folder) {
  BotFiles files;
  files.source = folder;
  const auto hash = hash_of_files(files);
  TOPTILE_ASSERT(hash);
  return hash.value();
}

void check_limits(const fs::path& folder) {
  int files = 0;
  std::uint64_t bytes = 0;
  for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::recursive_directory_iterator();
       ++entry) {
    TOPTILE_ASSERT(entry->is_symlink() || entry->is_directory() || entry->is_regular_file());
    TOPTILE_ASSERT(entry.depth() < kLimits.depth);
    ++files;
    if (!entry->is_symlink() && entry->is_regular_file()) bytes += entry->file_size();
    if (entry->is_symlink()) {
      const fs::path link = entry->path().lexically_relative(folder);
      TOPTILE_ASSERT(leads_inside(link, fs::read_symlink(entry->path())));
    }
  }
  TOPTILE_ASSERT(files > 0 && files <= kLimits.files && bytes <= kLimits.bytes);
}

// What is in the place besides the new folder.
void check_place(const fs::path& place) {
  TOPTILE_ASSERT(read_file(place / "outside").value() == "kept");
  for (const auto& entry : fs::directory_iterator(place))
    TOPTILE_ASSERT(entry.path().filename() == "outside" || entry.path().filename() == "inner");
  for (const auto& entry : fs::directory_iterator(place / "inner"))
    TOPTILE_ASSERT(entry.path().filename() == "to" || entry.path().filename() == "again");
}

void check_packed_again(const fs::path& place) {
  const auto bytes = pack_folder(place / "inner/to", kLimits.packed_bytes);
  // A bot's hidden files are left out, and there may be nothing else.
  if (!bytes) {
    TOPTILE_ASSERT(bytes.error().message.find("holds no file of a bot") != std::string::npos);
    return;
  }
  const auto unpacked = unpack_packed(bytes.value(), place / "inner/again", kLimits);
  TOPTILE_ASSERT(unpacked);
  TOPTILE_ASSERT(hash_of(place / "inner/again") == hash_of(place / "inner/to"));
  TOPTILE_ASSERT(pack_folder(place / "inner/again", kLimits.packed_bytes).value() == bytes.value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::string_view kMake = "make ";
  std::string_view text = fuzz::text_of(bytes, size);
  const bool is_made = text.starts_with(kMake);
  const std::string archive = is_made ? made(text.substr(kMake.size())) : std::string(text);
  const auto place = TemporaryFolder::make();
  TOPTILE_ASSERT(place);
  const fs::path folder = place.value().path();
  TOPTILE_ASSERT(replace_file(folder / "outside", "kept") && fs::create_directory(folder / "inner"));
  const auto unpacked = unpack_packed(archive, folder / "inner/to", kLimits);
  check_place(folder);
  if (!unpacked) {
    TOPTILE_ASSERT(fuzz::is_one_sentence(unpacked.error().message));
    TOPTILE_ASSERT(fs::is_empty(folder / "inner"));
    return 0;
  }
  check_limits(folder / "inner/to");
  check_packed_again(folder);
  check_place(folder);
  return 0;
}
