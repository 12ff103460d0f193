// An untrusted folder, such as someone else's run. No file outside it is read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace toptile {

// The path to the folder itself may contain links. Inside the folder no link is followed to open a file, and
// only regular files are opened, because a FIFO would keep its reader waiting and a device has no end. Names
// are relative and never lead upwards. Everything may change at any time, as in a run that is being played.
class ForeignFolder {
 public:
  explicit ForeignFolder(std::filesystem::path path) : path_(std::move(path)) {}
  // The folder that the file is in.
  static ForeignFolder of(const std::filesystem::path& file);

  // Opens a file for reading. An error names the file, and what it is or the system's reason. A file of more
  // than `most` bytes is refused.
  Result<UniqueDescriptor> open(const std::filesystem::path& name, std::uint64_t most = UINT64_MAX) const;
  Result<std::string> read(const std::filesystem::path& name, std::uint64_t most) const;
  // The names in a folder inside this one, sorted and without . and ..; empty if there is no such folder.
  // More than `most` names are an error.
  Result<std::vector<std::string>> names(const std::filesystem::path& folder, std::size_t most) const;

  // Whether anything has that name, whatever it is. It is an error if that cannot be determined, as in
  // another user's folder.
  Result<bool> look_for(const std::filesystem::path& name) const;
  // The same, but false if that cannot be determined.
  bool has(const std::filesystem::path& name) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  Result<UniqueDescriptor> open_folder(const std::filesystem::path& name) const;

  std::filesystem::path path_;
};

// The reason why an open descriptor is not a regular file, as a sentence without the file's name; empty if it
// is one.
std::optional<Error> regular_file_fault(int descriptor);

}  // namespace toptile
