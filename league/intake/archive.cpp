#include "league/intake/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/files.h"
#include "base/foreign_folder.h"
#include "base/utf8.h"
#include "league/intake/entry_name.h"
#include "league/intake/new_folder.h"
#include "league/intake/unpacked_stream.h"
#include "league/intake/utf8_locale.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kChunk = 1 << 16;
constexpr std::size_t kZipBlock = 1 << 14;  // Bytes that the zip reader gets at a time.
// The bytes of tar headers for one file with the longest name, and for the archive as a whole.
constexpr std::uint64_t kHeader = 4096;
constexpr std::uint64_t kMargin = std::uint64_t{1} << 20;
constexpr int kTimesReadFromZip = 4;    // A well-formed archive is read about once.
constexpr int kEntriesForEachFile = 2;  // macOS adds an entry for each file.

constexpr la_int64_t kEndOfTar = 1024;
constexpr std::string_view kFileOfZip = "PK\3\4";  // These bytes precede each file.
constexpr std::string_view kEndOfZip = "PK\5\6";

Error holds_no_file() {
  return {"this archive holds no file; pack the folder of a bot"};
}

// The source of a libarchive reader. The reader's callbacks can only report that they failed, so the reason
// is kept here.
struct Source {
  std::optional<Error> fault;
};

struct TarSource : Source {
  explicit TarSource(UnpackedStream& the_stream) : stream(the_stream) {}

  static la_ssize_t read(archive*, void* data, const void** block) {
    auto& self = *static_cast<TarSource*>(data);
    const auto bytes = self.stream.next();
    if (!bytes) self.fault = bytes.error();
    if (!bytes) return ARCHIVE_FATAL;
    *block = bytes.value().data();
    return static_cast<la_ssize_t>(bytes.value().size());
  }

  UnpackedStream& stream;
};

// Counts the bytes read from a zip archive, because its directory can make the reader read the same bytes
// repeatedly.
struct ZipSource : Source {
  ZipSource(std::string_view the_bytes, std::uint64_t most) : bytes(the_bytes), left(most) {}

  static la_ssize_t read(archive*, void* data, const void** block) {
    auto& self = *static_cast<ZipSource*>(data);
    const std::string_view given = self.bytes.substr(self.place, kZipBlock);
    if (given.size() > self.left) {
      self.fault = damaged_archive("its files lie on each other");
      return ARCHIVE_FATAL;
    }
    self.left -= given.size();
    self.place += given.size();
    *block = given.data();
    return static_cast<la_ssize_t>(given.size());
  }

  static la_int64_t seek(archive*, void* data, la_int64_t offset, int whence) {
    auto& self = *static_cast<ZipSource*>(data);
    const auto size = static_cast<la_int64_t>(self.bytes.size());
    const la_int64_t from = whence == SEEK_END   ? size
                            : whence == SEEK_CUR ? static_cast<la_int64_t>(self.place)
                                                 : 0;
    if (offset < -from || offset > size - from) return ARCHIVE_FATAL;
    self.place = static_cast<std::size_t>(from + offset);
    return from + offset;
  }

  std::string_view bytes;
  std::size_t place = 0;
  std::uint64_t left;
};

// The entries of an archive, checked one by one and put into a new folder.
class Intake {
 public:
  Intake(archive* reader, const Source& source, const ArchiveLimits& limits, NewFolder& to)
      : reader_(reader),
        source_(source),
        limits_(limits),
        to_(to),
        bytes_left_(limits.bytes),
        chunk_(kChunk) {}

  // Keeps the file of this name at the archive's top or in the first folder there.
  void look_for(std::string_view name) { wanted_ = name; }
  // If the archive contains a single folder and nothing else, that folder is its top.
  TopFile found() const { return is_top_alone_ && first_is_folder_ ? in_first_ : at_top_; }

  Result<void> take_all() {
    const auto most_entries = std::int64_t{kEntriesForEachFile} * limits_.files + 1;
    for (std::int64_t entries = 0;; ++entries) {
      archive_entry* entry = nullptr;
      const int state = ::archive_read_next_header(reader_, &entry);
      if (source_.fault) return *source_.fault;
      if (state == ARCHIVE_EOF) break;
      if (state == ARCHIVE_WARN) {  // The warning may be about the name.
        TOPTILE_TRY_TO(check_name(entry));
      }
      if (state != ARCHIVE_OK) return damaged_archive(reader_);
      if (entries >= most_entries)
        return Error{
            fmt::format("this archive has more than {} entries; pack only what the bot needs", most_entries)};
      TOPTILE_TRY_TO(take(entry));
    }
    if (to_.is_empty()) return holds_no_file();
    return success();
  }

 private:
  static std::string name_of(archive_entry* entry) {
    const char* const name = ::archive_entry_pathname(entry);
    return name == nullptr ? "" : name;
  }

  Result<void> check_name(archive_entry* entry) const {
    if (auto fault = entry_name_fault(name_of(entry), limits_.depth)) return *fault;
    return success();
  }

  Result<void> take(archive_entry* entry) {
    TOPTILE_TRY_TO(check_name(entry));
    const std::string name = name_of(entry);
    const auto parts = parts_of_name(name);
    if (is_left_by_macos(parts)) return success();
    if (::archive_entry_is_encrypted(entry) != 0)
      return entry_error(name, "this is encrypted; pack it without a password");
    if (const char* target = ::archive_entry_hardlink(entry))
      return entry_error(
          name, fmt::format("this is a hard link to {}; put a copy of the file here (GNU tar does it "
                            "with --hard-dereference)",
                            printable(target, 200)));
    TOPTILE_TRY_TO(check_packing(name));
    const auto kind = ::archive_entry_filetype(entry);
    if (parts.empty() && kind == AE_IFDIR) return success();  // The archive's own folder, "./".
    if (parts.empty()) return entry_error(name, "this is the name of a folder; give the file another one");
    note_top(parts, kind == AE_IFDIR);
    if (kind == AE_IFDIR) return to_.add_folder(parts);
    if (kind == AE_IFLNK) return take_link(entry, parts);
    if (kind == AE_IFREG) return take_file(entry, parts);
    const char* const what = kind == AE_IFCHR || kind == AE_IFBLK ? "a device"
                             : kind == AE_IFIFO                   ? "a FIFO"
                             : kind == AE_IFSOCK                  ? "a socket"
                                                                  : "of an unknown kind";
    return entry_error(
        name, fmt::format("this is {}, but a bot consists of files, folders and links; remove it", what));
  }

  // Other compression methods are rare in zip, and each would be one more decoder for untrusted bytes.
  Result<void> check_packing(const std::string& name) const {
    if ((::archive_format(reader_) & ARCHIVE_FORMAT_BASE_MASK) != ARCHIVE_FORMAT_ZIP) return success();
    const std::string_view format = ::archive_format_name(reader_);  // As "ZIP 2.0 (deflation)".
    if (format.ends_with("(uncompressed)") || format.ends_with("(deflation)")) return success();
    return entry_error(name,
                       fmt::format("this is packed in a rare way, {}; pack the folder with deflate, as most "
                                   "tools do, or as .tar.xz",
                                   printable(format)));
  }

  Result<void> take_link(archive_entry* entry, const std::vector<std::string>& parts) {
    const char* const written = ::archive_entry_symlink(entry);
    const std::string target = written == nullptr ? "" : written;
    if (auto fault = entry_link_fault(joined(parts), target)) return *fault;
    if (TopFile* const wanted = wanted_at(parts)) wanted->is_there = true;
    return to_.add_link(parts, target);
  }

  void note_top(const std::vector<std::string>& parts, bool is_folder) {
    if (first_.empty()) {
      first_ = parts.front();
      first_is_folder_ = is_folder || parts.size() > 1;
    }
    is_top_alone_ = is_top_alone_ && parts.front() == first_;
  }

  // Where to keep the file if it is the wanted one; otherwise null.
  TopFile* wanted_at(const std::vector<std::string>& parts) {
    if (wanted_.empty() || parts.back() != wanted_) return nullptr;
    if (parts.size() == 1) return &at_top_;
    return parts.size() == 2 && parts.front() == first_ ? &in_first_ : nullptr;
  }

  Result<void> take_file(archive_entry* entry, const std::vector<std::string>& parts) {
    const std::string name = joined(parts);
    const std::int64_t claimed = ::archive_entry_size_is_set(entry) != 0 ? ::archive_entry_size(entry) : -1;
    if (claimed > 0 && std::cmp_greater(claimed, bytes_left_)) return too_many_bytes(name);
    TOPTILE_TRY(const auto file, to_.add_file(parts));
    TopFile* const wanted = wanted_at(parts);
    if (wanted != nullptr) *wanted = {true, std::string()};
    TOPTILE_TRY(const std::uint64_t size,
                take_bytes(file.number(), name, wanted == nullptr ? nullptr : &wanted->text));
    if (claimed >= 0 && std::cmp_not_equal(claimed, size)) {
      // libarchive returns no bytes for a hole at the end of a file.
      const bool has_holes = ::archive_entry_sparse_reset(entry) > 0;
      if (!has_holes || std::cmp_less(claimed, size))
        return entry_error(name, "this has another size than the archive says; pack the folder again");
      if (wanted != nullptr) wanted->text.reset();
      if (file.is_open() && ::ftruncate(file.number(), claimed) != 0) return entry_error(name, reason());
      bytes_left_ -= static_cast<std::uint64_t>(claimed) - size;
    }
    const bool is_program = (::archive_entry_perm(entry) & S_IXUSR) != 0;
    if (file.is_open() && ::fchmod(file.number(), is_program ? 0755 : 0644) != 0)
      return entry_error(name, reason());
    return success();
  }

  // Writes the bytes of a file to a descriptor, unless that is -1, and to `text`, unless that is null or
  // there are too many bytes.
  Result<std::uint64_t> take_bytes(int file, const std::string& name, std::optional<std::string>* text) {
    std::uint64_t size = 0;
    while (true) {
      const la_ssize_t count = ::archive_read_data(reader_, chunk_.data(), chunk_.size());
      if (source_.fault) return *source_.fault;
      if (count < 0) return in_context(printable(name, 200), damaged_archive(reader_));
      if (count == 0) return size;
      const std::string_view bytes(chunk_.data(), static_cast<std::size_t>(count));
      if (bytes.size() > bytes_left_) return too_many_bytes(name);
      bytes_left_ -= bytes.size();
      size += bytes.size();
      if (text != nullptr && size > kMaxTopFileBytes) text->reset();
      if (text != nullptr && *text) **text += bytes;
      if (file >= 0 && !write_all(file, bytes)) return entry_error(name, reason());
    }
  }

  Error too_many_bytes(const std::string& name) const {
    return entry_error(
        name, fmt::format("up to here, this archive holds more than {} bytes; pack only what the bot "
                          "needs",
                          limits_.bytes));
  }

  static std::string reason() { return "this cannot be written: " + std::generic_category().message(errno); }

  archive* reader_;
  const Source& source_;
  const ArchiveLimits& limits_;
  NewFolder& to_;
  std::uint64_t bytes_left_;
  std::vector<char> chunk_;
  std::string_view wanted_;
  TopFile at_top_, in_first_;
  std::string first_;  // The first name at the archive's top.
  bool first_is_folder_ = false, is_top_alone_ = true;
};

// Processes all entries of the reader. Looks for the file of this name unless the name is empty.
Result<TopFile> take_entries(archive* reader, const Source& source, const ArchiveLimits& limits,
                             NewFolder& to, std::string_view wanted) {
  Intake intake(reader, source, limits, to);
  intake.look_for(wanted);
  TOPTILE_TRY_TO(intake.take_all());
  return intake.found();
}

Result<TopFile> take_tar(std::string_view bytes, const ArchiveLimits& limits, NewFolder& to,
                         std::string_view wanted) {
  const std::uint64_t most = limits.bytes + static_cast<std::uint64_t>(limits.files) * kHeader + kMargin;
  TOPTILE_TRY(auto stream, UnpackedStream::open(bytes, most));
  TarSource source(stream);
  const ArchiveReader reader(::archive_read_new());
  if (::archive_read_append_filter(reader.get(), ARCHIVE_FILTER_NONE) != ARCHIVE_OK ||
      ::archive_read_support_format_tar(reader.get()) != ARCHIVE_OK)
    return damaged_archive(reader.get());
  if (::archive_read_open(reader.get(), &source, nullptr, TarSource::read, nullptr) != ARCHIVE_OK) {
    if (source.fault) return *source.fault;
    return Error{
        "this is not an archive of a known kind; pack the folder as .tar.gz, .tar.xz, .tar.zst, .tar.bz2, "
        ".tar "
        "or .zip"};
  }
  TOPTILE_TRY(auto found, take_entries(reader.get(), source, limits, to, wanted));
  // A tar archive must end with two blocks of zeros, which libarchive does not require.
  const auto used = ::archive_filter_bytes(reader.get(), 0);
  if (used - ::archive_read_header_position(reader.get()) < kEndOfTar)
    return damaged_archive("its end is missing");
  TOPTILE_TRY_TO(stream.check_end(static_cast<std::uint64_t>(used)));
  return found;
}

// libarchive accepts a zip archive surrounded by other bytes. The last record of an archive is 22 bytes and a
// comment. It contains the length of the comment and the position of the directory, which must end here or
// before the zip64 records.
Result<void> check_end_of_zip(std::string_view bytes) {
  constexpr std::size_t kRecord = 22, kRecordsOfZip64 = 76;
  const std::size_t place = bytes.rfind(kEndOfZip);
  if (place == bytes.npos || bytes.size() - place < kRecord)
    return damaged_archive("it has no directory at its end");
  const std::size_t comment = little_endian(bytes.substr(place + 20, 2));
  if (bytes.size() - place - kRecord > comment) return archive_goes_on();
  const std::uint64_t directory_end =
      std::uint64_t{little_endian(bytes.substr(place + 12, 4))} + little_endian(bytes.substr(place + 16, 4));
  if (directory_end != place && directory_end + kRecordsOfZip64 != place)
    return damaged_archive("its directory is not where its end says");
  return success();
}

Result<TopFile> take_zip(std::string_view bytes, const ArchiveLimits& limits, NewFolder& to,
                         std::string_view wanted) {
  TOPTILE_TRY_TO(check_end_of_zip(bytes));
  if (bytes.starts_with(kEndOfZip)) return holds_no_file();
  ZipSource source(bytes, kTimesReadFromZip * bytes.size() + kMargin +
                              static_cast<std::uint64_t>(limits.files) * kEntriesForEachFile * kZipBlock);
  const ArchiveReader reader(::archive_read_new());
  // Uses only the reader that follows the directory, so that an archive cannot be read in two different ways.
  if (::archive_read_append_filter(reader.get(), ARCHIVE_FILTER_NONE) != ARCHIVE_OK ||
      ::archive_read_support_format_zip_seekable(reader.get()) != ARCHIVE_OK ||
      ::archive_read_set_read_callback(reader.get(), ZipSource::read) != ARCHIVE_OK ||
      ::archive_read_set_seek_callback(reader.get(), ZipSource::seek) != ARCHIVE_OK ||
      ::archive_read_set_callback_data(reader.get(), &source) != ARCHIVE_OK ||
      ::archive_read_open1(reader.get()) != ARCHIVE_OK) {
    if (source.fault) return *source.fault;
    return damaged_archive(reader.get());
  }
  return take_entries(reader.get(), source, limits, to, wanted);
}

Result<TopFile> take_packed(std::string_view bytes, const ArchiveLimits& limits, NewFolder& to,
                            std::string_view wanted = {}) {
  if (bytes.empty()) return Error{"this archive is empty; pack the folder of a bot"};
  if (bytes.size() > limits.packed_bytes)
    return Error{
        fmt::format("this archive has {} bytes, but it can have at most {}; pack only what the bot needs",
                    bytes.size(), limits.packed_bytes)};
  TOPTILE_TRY(const auto locale, Utf8Locale::set());
  const bool is_zip = bytes.starts_with(kFileOfZip) || bytes.starts_with(kEndOfZip);
  return is_zip ? take_zip(bytes, limits, to, wanted) : take_tar(bytes, limits, to, wanted);
}

}  // namespace

Result<void> unpack_packed(std::string_view bytes, const fs::path& to, const ArchiveLimits& limits) {
  TOPTILE_TRY(auto folder, NewFolder::make(to, limits.files));
  const auto taken = take_packed(bytes, limits, folder);
  if (!taken) return folder.removed_because_of(taken.error());
  if (const auto opened = folder.open_to_all(); !opened) return folder.removed_because_of(opened.error());
  return success();
}

Result<TopFile> survey_packed(std::string_view bytes, std::string_view name, const ArchiveLimits& limits) {
  NewFolder nowhere = NewFolder::unwritten(limits.files);
  return take_packed(bytes, limits, nowhere, name);
}

Result<fs::path> top_folder(const fs::path& unpacked) {
  const ForeignFolder folder(unpacked);
  TOPTILE_TRY(const auto names, folder.names("", std::numeric_limits<std::size_t>::max()));
  if (names.size() != 1) return unpacked;
  std::error_code error;
  const auto status = fs::symlink_status(unpacked / names.front(), error);
  if (error) return Error{fmt::format("{}: {}", printable(unpacked.string(), 200), error.message())};
  return fs::is_directory(status) ? unpacked / names.front() : unpacked;
}

}  // namespace toptile
