// A folder in the system's temporary folder, which is removed with its contents.
//
// A killed process cannot remove its folders, so the next process of the same user that creates one does. A
// folder is locked while its owner lives, and a locked one is left alone.
#pragma once

#include <filesystem>
#include <utility>

#include "base/descriptor.h"
#include "base/result.h"

namespace toptile {

class TemporaryFolder {
 public:
  // Creates a folder that only its owner can enter, and removes the folders of dead processes.
  static Result<TemporaryFolder> make();
  TemporaryFolder(TemporaryFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  TemporaryFolder(std::filesystem::path path, UniqueDescriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}

  std::filesystem::path path_;
  UniqueDescriptor lock_;  // The folder itself, open; the system unlocks it when the process ends.
};

}  // namespace toptile
