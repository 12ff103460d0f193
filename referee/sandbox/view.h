// The files of this machine that a program in the sandbox sees: those named here, the system's own folders,
// and nothing else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <vector>

namespace toptile {

enum class Access { read, write };

// A file or folder of this machine, and the path at which the program sees it. Both are absolute.
struct Shown {
  std::filesystem::path from;
  std::filesystem::path at;
  Access access = Access::read;

  friend bool operator==(const Shown&, const Shown&) = default;
};

// A file of which the program gets its own copy, because two processes that map the same file can signal each
// other by it.
struct Copied {
  int descriptor;  // An open file that is read from its beginning.
  std::filesystem::path at;
};

struct View {
  std::vector<Shown> shown;
  std::vector<Copied> copied;
  // Paths that are empty for the program, although they lie in the system's folders or in something that is
  // shown under its own path.
  std::vector<std::filesystem::path> hidden;
  std::set<std::filesystem::path> masked;  // Files that the program sees, but cannot open.
  std::filesystem::path directory;  // The folder that the program runs in; empty if nothing of it is shown.
  std::uint64_t tmp_bytes = 0;      // The capacity of /tmp and of /dev/shm, each.
};

}  // namespace toptile
