#include "league/intake/pack_folder.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <limits>
#include <memory>
#include <utility>

#include "base/files.h"
#include "base/utf8.h"
#include "bots/bot_files.h"
#include "league/intake/entry_name.h"
#include "league/intake/utf8_locale.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

struct FreeWriter {
  void operator()(archive* writer) const { ::archive_write_free(writer); }
};
struct FreeEntry {
  void operator()(archive_entry* entry) const { ::archive_entry_free(entry); }
};

// A tar archive that grows in memory.
class Packer {
 public:
  explicit Packer(std::uint64_t most) : most_(most), writer_(::archive_write_new()) {}

  Result<void> open() {
    archive* const writer = writer_.get();
    if (::archive_write_set_format_pax_restricted(writer) != ARCHIVE_OK || !add_filter() ||
        ::archive_write_set_bytes_in_last_block(writer, 1) != ARCHIVE_OK ||
        ::archive_write_open(writer, this, nullptr, Packer::append, nullptr) != ARCHIVE_OK)
      return fault();
    return success();
  }

  Result<void> add_folder(const fs::path& path) {
    TOPTILE_TRY_TO(check_name(path));
    return add_header(entry_of(path, AE_IFDIR, 0755).get());
  }

  Result<void> add_link(const FoundLink& link) {
    TOPTILE_TRY_TO(check_name(link.path));
    if (auto fault = entry_link_fault(link.path.string(), link.target.string())) return *fault;
    const auto entry = entry_of(link.path, AE_IFLNK, 0777);
    ::archive_entry_set_symlink(entry.get(), link.target.c_str());
    return add_header(entry.get());
  }

  Result<void> add_file(const FoundFile& file) {
    TOPTILE_TRY_TO(check_name(file.path));
    struct stat status {};
    if (::fstat(file.file.number(), &status) != 0) return system_error(file.path);
    const auto entry = entry_of(file.path, AE_IFREG, file.is_program ? 0755 : 0644);
    ::archive_entry_set_size(entry.get(), status.st_size);
    TOPTILE_TRY_TO(add_header(entry.get()));
    std::int64_t size = 0;
    TOPTILE_TRY_TO(read_parts(file, [&](std::string_view part) -> Result<void> {
      size += static_cast<std::int64_t>(part.size());
      if (size > status.st_size) return changed(file.path);
      if (std::cmp_not_equal(::archive_write_data(writer_.get(), part.data(), part.size()), part.size()))
        return fault();
      return success();
    }));
    if (size != status.st_size) return changed(file.path);
    return success();
  }

  Result<void> close() {
    if (is_empty_) return Error{"this folder holds no file of a bot; add one"};
    if (::archive_write_close(writer_.get()) != ARCHIVE_OK) return fault();
    return success();
  }
  std::string take_bytes() { return std::move(bytes_); }

 private:
  using Entry = std::unique_ptr<archive_entry, FreeEntry>;

  static la_ssize_t append(archive*, void* data, const void* bytes, std::size_t size) {
    auto& self = *static_cast<Packer*>(data);
    if (size > self.most_ - self.bytes_.size()) {
      self.is_full_ = true;
      return -1;
    }
    self.bytes_.append(static_cast<const char*>(bytes), size);
    return static_cast<la_ssize_t>(size);
  }

  // For a filter that is not built in, libarchive would start a program.
  bool add_filter() {
    archive* const writer = writer_.get();
    const std::unique_ptr<archive, FreeWriter> trial(::archive_write_new());
    if (::archive_write_add_filter_zstd(trial.get()) == ARCHIVE_OK)
      return ::archive_write_add_filter_zstd(writer) == ARCHIVE_OK;
    return ::archive_write_add_filter_gzip(writer) == ARCHIVE_OK &&
           ::archive_write_set_filter_option(writer, "gzip", "timestamp", nullptr) == ARCHIVE_OK;
  }

  static Result<void> check_name(const fs::path& path) {
    if (auto fault = entry_name_fault(path.string(), std::numeric_limits<int>::max())) return *fault;
    if (is_left_by_macos(parts_of_name(path.string())))
      return entry_error(path.string(),
                         "macOS gives this name to what it leaves behind, so it is skipped when "
                         "an archive is unpacked; use another name");
    return success();
  }

  static Entry entry_of(const fs::path& path, unsigned kind, unsigned rights) {
    Entry entry(::archive_entry_new());
    ::archive_entry_set_pathname(entry.get(), path.c_str());
    ::archive_entry_set_filetype(entry.get(), kind);
    ::archive_entry_set_perm(entry.get(), rights);
    ::archive_entry_set_mtime(entry.get(), 0, 0);
    return entry;
  }

  Result<void> add_header(archive_entry* entry) {
    is_empty_ = false;
    if (::archive_write_header(writer_.get(), entry) != ARCHIVE_OK) return fault();
    return success();
  }

  static Error changed(const fs::path& path) {
    return entry_error(path.string(),
                       "this file changes while it is read; try again when nobody writes to it");
  }

  Error fault() const {
    if (is_full_)
      return {fmt::format("packed, this folder has more than {} bytes; leave out what the bot does not need",
                          most_)};
    const char* const words = ::archive_error_string(writer_.get());
    return {fmt::format("this folder cannot be packed: {}", printable(words == nullptr ? "" : words, 200))};
  }

  std::uint64_t most_;
  std::string bytes_;
  bool is_full_ = false;
  bool is_empty_ = true;
  std::unique_ptr<archive, FreeWriter> writer_;  // The last member, because it writes when it is freed.
};

}  // namespace

Result<std::string> pack_folder(const fs::path& folder, std::uint64_t most_bytes) {
  std::error_code error;
  const fs::path source = fs::absolute(folder, error);
  if (error || !fs::is_directory(source, error))
    return Error{
        fmt::format("{}: this is not a folder; name the folder of a bot", printable(folder.string(), 200))};
  BotFiles files;
  files.source = source;
  TOPTILE_TRY(const auto locale, Utf8Locale::set());
  Packer packer(most_bytes);
  const auto named = [&](const Result<void>& done) -> Result<void> {
    if (!done) return in_context(printable(folder.string(), 200), done.error());
    return success();
  };
  TOPTILE_TRY_TO(named(packer.open()));
  TOPTILE_TRY_TO(visit_files(files, {[&](const fs::path& path) { return named(packer.add_folder(path)); },
                                     [&](const FoundFile& file) { return named(packer.add_file(file)); },
                                     [&](const FoundLink& link) { return named(packer.add_link(link)); }}));
  TOPTILE_TRY_TO(named(packer.close()));
  return packer.take_bytes();
}

}  // namespace toptile
