// Archives that strangers hand in, and the archive in which a bot's folder is kept and sent.
//
// Read are tar, plain or packed by gzip, xz, zstd or bzip2, and zip with files that are stored or deflated.
// The kind is found by the content, never by a name. An archive gives files, folders and links; of a file's
// rights only the owner's right to execute it is kept. Owners, times and attributes are ignored. What macOS
// leaves behind
// (`__MACOSX`, `.DS_Store`, `._NAME`) is skipped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace toptile {

// Headers of an archive promise nothing: all of these are counted while reading and writing.
struct ArchiveLimits {
  std::uint64_t packed_bytes = std::uint64_t{64} << 20;  // The archive itself.
  std::uint64_t bytes = std::uint64_t{256} << 20;        // All unpacked files together, with their holes.
  int files = 10'000;                                    // Files, folders and links together.
  int depth = 32;                                        // The parts of a name: "a/b/c" has 3.
};

// What an archive has under a name in the folder that top_folder would find.
struct TopFile {
  bool is_there = false;
  std::optional<std::string> text = {};  // The text of a file of at most kMaxTopFileBytes.
};
inline constexpr std::size_t kMaxTopFileBytes = 1 << 20;

// Reads an archive from its beginning to its end by all rules and limits of unpack_packed, and writes
// nothing. What it refuses, unpack_packed refuses in the same words. What it accepts, unpack_packed can only
// fail to write, which is not the archive's fault.
Result<TopFile> survey_packed(std::string_view bytes, std::string_view name, const ArchiveLimits& limits);

// Unpacks an archive into a new folder, which all users can read in the end and only the owner can change. If
// this fails, no folder is left, and the error says what is wrong with which entry, and how to mend it.
//
// Whatever the archive holds, nothing outside the folder is written, and no link is followed. Refused are:
// hard links, devices and other strange things; links that are absolute, lead out, or climb after they
// descended; names that are absolute, not UTF-8 or too long, or have "..", a control character or a
// backslash; names given twice; encrypted entries; damaged archives, and bytes after the end of an archive.
// Memory and processor time are bounded by the limits: what a tar archive unpacks to is counted before
// anything reads it, and so is what is read from a zip archive, however often it is read.
Result<void> unpack_packed(std::string_view bytes, const std::filesystem::path& to,
                           const ArchiveLimits& limits);

// The folder inside an unpacked one if that holds nothing else, as when somebody packs `mybot/`; otherwise
// the unpacked folder itself.
Result<std::filesystem::path> top_folder(const std::filesystem::path& unpacked);

// Packs the files that belong to a bot (bots/bot_files.h), as tar with zstd, or with gzip if
// libarchive has no zstd. The same files always give the same bytes with the same versions of these
// libraries. Unpacked, they have the same hash_of_files. An error names what an archive cannot hold, such as
// a link to a file of the system.
Result<std::string> pack_folder(const std::filesystem::path& folder, std::uint64_t most_bytes);

}  // namespace toptile
