// A folder that anybody may have made, such as a run that was sent: what is read of it is what is in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/result.h"
#include "protocol/unique_descriptor.h"

namespace toptile {

// Whoever names the folder may do so by a link. In it none is followed, and nothing but a regular file is
// opened: a FIFO would keep its reader waiting, and a device has no end. Names are relative and go down only.
// All may change at any time, as a run does that is being played.
class ForeignFolder {
 public:
  explicit ForeignFolder(std::filesystem::path path) : path_(std::move(path)) {}
  // The folder that the file is in.
  static ForeignFolder of(const std::filesystem::path& file);

  // Opens it for reading. An error names the file, and says what it is or what the system says; one of more
  // bytes than `most` is refused.
  Result<UniqueDescriptor> open(const std::filesystem::path& name, std::uint64_t most = UINT64_MAX) const;
  Result<std::string> read(const std::filesystem::path& name, std::uint64_t most) const;
  // The names in a folder of it, in their order, without . and ..; nothing where there is no such folder.
  // More than `most` are an error.
  Result<std::vector<std::string>> names(const std::filesystem::path& folder, std::size_t most) const;

  // Whether there is something of that name, whatever it is. An error where nobody can tell, as in a folder
  // of another user's.
  Result<bool> look_for(const std::filesystem::path& name) const;
  // The same, and false where nobody can tell.
  bool has(const std::filesystem::path& name) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  Result<UniqueDescriptor> open_folder(const std::filesystem::path& name) const;

  std::filesystem::path path_;
};

// What is wrong with an open descriptor as a file of bytes on a disk, if anything is: a sentence without the
// file's name.
std::optional<Error> find_no_regular_file(int descriptor);

}  // namespace toptile
