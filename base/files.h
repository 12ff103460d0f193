// Reads, writes and hashes whole files; also system errors, and the folder with a user's own data.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/sha256.h"

namespace toptile {

// An error names the file and the system's reason. "-" is standard input.
Result<std::string> read_file(const std::filesystem::path& file);

// The same, but a file with more than `most` bytes is an error, so that an endless file is not read.
Result<std::string> read_file(const std::filesystem::path& file, std::size_t most);
// The maximum size of a file that people write by hand, such as a configuration.
inline constexpr std::size_t kMaxWrittenBytes = 16 << 20;

enum class Readers {
  all,   // The umask decides who may read the file.
  owner  // Only the owner may, because a run folder reveals games that are not over.
};

enum class Sync {
  now,
  later  // The caller syncs many files at once (sync_file_system). Until then, a loss of power may damage it.
};

// Writes a new file, syncs it and renames it. After a crash the file is complete, either the old or the new
// one.
Result<void> replace_file(const std::filesystem::path& file, std::string_view bytes,
                          Readers readers = Readers::all, Sync sync = Sync::now);
// Syncs all that was written to the file system of this folder. One call syncs thousands of files.
Result<void> sync_file_system(const std::filesystem::path& folder);

// Writes all bytes to an open file. The path is for the error.
Result<void> write_bytes(int descriptor, const std::filesystem::path& file, std::string_view bytes);

// Forces the names in a folder to the disk, after files were created, renamed, replaced or removed. It does
// not force the contents of the files.
Result<void> sync_folder(const std::filesystem::path& folder);

// The first `size` bytes, or fewer if the file is shorter.
Result<std::string> read_beginning(const std::filesystem::path& file, std::size_t size);

// The hash of a whole file of any size.
Result<Sha256> sha256_of_file(const std::filesystem::path& file);

// "FILE: WHAT: REASON" with the reason from errno, or "FILE: REASON" if `what` is empty.
Error system_error(const std::filesystem::path& file, std::string_view what = {});

// The folder with a user's own files of this program: $XDG_DATA_HOME/toptile, or ~/.local/share/toptile.
// Returns nullopt if neither variable is an absolute path.
std::optional<std::filesystem::path> user_data_folder();

}  // namespace toptile
