// A git tree with everything below it, which is listed first and then written as a folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/git_objects.h"

namespace toptile {

struct GitItem {
  // A module is a submodule: another repository, of which git knows only a commit. It becomes an empty
  // folder.
  enum class Kind { folder, file, program, link, module };

  Kind kind;
  std::string path;        // Relative to the tree. It has no part "." or "..", and no path occurs twice.
  std::string hash;        // The hash of the tree or blob.
  std::uint64_t size = 0;  // The size of a file or link, in bytes.
};

// The limits on items and bytes are those of a bot (bot_files.h).
using GitTree = std::vector<GitItem>;  // Each folder precedes its contents.

// The hash of the tree at that path, starting at the tree of a commit; empty if there is no such folder. The
// path must not have an empty part.
Result<std::string> find_tree(GitObjects& objects, const std::string& commit,
                              const std::filesystem::path& path);

// Lists everything below the tree, without reading files. Fails if there is more than a bot may have, or if a
// name cannot be a file name.
Result<GitTree> list_tree(GitObjects& objects, const std::string& tree);

// Writes the items into an empty folder.
Result<void> write_tree(GitObjects& objects, const GitTree& tree, const std::filesystem::path& folder);

}  // namespace toptile
