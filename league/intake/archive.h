// Untrusted archives that authors submit.
//
// The formats are tar, plain or packed by gzip, xz, zstd or bzip2, and zip with stored or deflated files. The
// content decides the format, never the name. An archive yields files, folders and links; of a file's
// permissions, only the owner's execute bit is kept. Owners, times and attributes are ignored. The files that
// macOS adds (`__MACOSX`, `.DS_Store`, `._NAME`) are skipped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace toptile {

// The headers of an archive are not trusted: all of these are counted while reading and writing.
struct ArchiveLimits {
  std::uint64_t packed_bytes = std::uint64_t{64} << 20;  // The archive itself.
  std::uint64_t bytes = std::uint64_t{256} << 20;        // All unpacked files together, with their holes.
  int files = 10'000;                                    // Files, folders and links together.
  int depth = 32;                                        // Parts of a name: "a/b/c" has 3.
};

// A file of a given name in an archive, looked for in the folder that top_folder would find.
struct TopFile {
  bool is_there = false;
  std::optional<std::string> text = {};  // If the file has at most kMaxTopFileBytes.
};
inline constexpr std::size_t kMaxTopFileBytes = 1 << 20;

// Reads an archive from beginning to end by all rules and limits of unpack_packed, and writes nothing. An
// archive that it refuses, unpack_packed refuses in the same words. With one that it accepts, unpack_packed
// can only fail to write, which is not the archive's fault.
Result<TopFile> survey_packed(std::string_view bytes, std::string_view name, const ArchiveLimits& limits);

// Unpacks an archive into a new folder, which in the end all users can read and only the owner can change. If
// this fails, no folder is left, and the error says what is wrong with which entry, and how to correct it.
//
// Whatever the archive holds, nothing outside the folder is written, and no link is followed. It refuses hard
// links, devices and other special files; links that are absolute, lead out, or climb after they descended;
// names that are absolute, not UTF-8 or too long, or that contain "..", a control character or a backslash;
// duplicate names; encrypted entries; damaged archives, and bytes after the end of an archive. The limits
// bound memory and CPU time: the unpacked bytes of a tar archive are counted before anything reads them, and
// so are the bytes read from a zip archive, however often they are read.
Result<void> unpack_packed(std::string_view bytes, const std::filesystem::path& to,
                           const ArchiveLimits& limits);

// The single folder inside the unpacked one if there is nothing else, as when somebody packs `mybot/`;
// otherwise the unpacked folder itself.
Result<std::filesystem::path> top_folder(const std::filesystem::path& unpacked);

}  // namespace toptile
