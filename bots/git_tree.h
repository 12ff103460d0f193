// A tree of git with all that is below it: it is looked through first, and then written as a folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "bots/git_objects.h"

namespace toptile {

struct GitItem {
  // A module is another repository, of which git knows only a commit. It becomes an empty folder.
  enum class Kind { folder, file, program, link, module };

  Kind kind;
  std::string path;        // From the tree. No part of it is "." or "..", and no path is there twice.
  std::string hash;        // It is the hash of the tree or the blob.
  std::uint64_t size = 0;  // The size of a file or link, in bytes.
};

// The most items and bytes of a tree are those of a bot (bot_files.h).
using GitTree = std::vector<GitItem>;  // Each folder is before what is in it.

// The hash of the tree at that path, from the tree of a commit; nothing if there is no such folder. The path
// has no empty part.
Result<std::string> find_tree(GitObjects& objects, const std::string& commit,
                              const std::filesystem::path& path);

// Looks at all that is below the tree, but reads no file. It is an error if this is more than a bot may have,
// or if a name cannot be that of a file.
Result<GitTree> list_tree(GitObjects& objects, const std::string& tree);

// Writes the items into an empty folder.
Result<void> write_tree(GitObjects& objects, const GitTree& tree, const std::filesystem::path& folder);

}  // namespace toptile
