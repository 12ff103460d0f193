// A new folder that is filled with what a stranger packed.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace toptile {

// Every name is reached from the folder's open descriptor, part by part, and no link is followed on the way.
// So nothing outside is written, even if a link is in the folder, or comes into it. Names are as
// parts_of_name gives them, at least one part and none of them "..". Folders that a name goes through are
// made. A name that was added before is an error, and so are more than `most` files, folders and links.
class NewFolder {
 public:
  // Only the owner can look into it until open_to_all. It is an error if there is something of that name.
  static Result<NewFolder> make(const std::filesystem::path& path, int most);
  // Nothing is written, and add_file opens nothing: only the names are looked at, by the same rules.
  static NewFolder unwritten(int most) { return NewFolder({}, most); }
  bool is_written() const { return top_.is_open(); }

  Result<void> add_folder(const std::vector<std::string>& parts);
  // An empty file, open for writing. Its rights are for the caller to set.
  Result<UniqueDescriptor> add_file(const std::vector<std::string>& parts);
  Result<void> add_link(const std::vector<std::string>& parts, const std::string& target);

  bool is_empty() const { return kinds_.empty(); }
  Result<void> open_to_all() const;
  // Removes the folder because of an error, and returns the error.
  Error removed_because_of(const Error& error) const;

 private:
  enum class Kind { implied_folder, folder, file, link };
  using Parts = std::vector<std::string>;

  NewFolder(std::filesystem::path path, int most) : path_(std::move(path)), most_(most) {}
  Result<UniqueDescriptor> reach_parent(const Parts& parts);
  Result<void> note(const std::string& name, Kind kind);
  Error refused(const std::string& name) const;

  std::filesystem::path path_;
  int most_;
  UniqueDescriptor top_;
  std::map<std::string, Kind> kinds_;
};

}  // namespace toptile
