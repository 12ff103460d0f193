// A new folder that is filled from an untrusted archive.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace toptile {

// Every name is reached from the folder's open descriptor, part by part, and no link is followed on the way.
// So nothing outside is written, even if the folder contains a link or gets one. Names are as parts_of_name
// gives them, with at least one part and without "..". Missing parent folders are created. Adding a name
// twice is an error, and so are more than `most` files, folders and links.
class NewFolder {
 public:
  // Creates the folder, which only the owner can read until open_to_all. It is an error if the path exists.
  static Result<NewFolder> make(const std::filesystem::path& path, int most);
  // A folder that writes nothing, and whose add_file opens nothing: it only checks names, by the same rules.
  static NewFolder unwritten(int most) { return NewFolder({}, most); }
  bool is_written() const { return top_.is_open(); }

  Result<void> add_folder(const std::vector<std::string>& parts);
  // Adds an empty file and opens it for writing. The caller sets its permissions.
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
