// What a program in the sandbox sees of this machine's files: what is named here, the system's own folders,
// and nothing else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <vector>

namespace toptile {

enum class Access { read, write };

// A file or folder of this machine, and the place where the program finds it. Both are absolute.
struct Shown {
  std::filesystem::path from;
  std::filesystem::path at;
  Access access = Access::read;

  friend bool operator==(const Shown&, const Shown&) = default;
};

// A file of which the program gets a copy of its own, as two processes that map the same file can signal by
// it.
struct Copied {
  int descriptor;  // An open file that is read from its beginning.
  std::filesystem::path at;
};

struct View {
  std::vector<Shown> shown;
  std::vector<Copied> copied;
  // Places that are empty for the program, though they lie in something that is shown under its own path or
  // in the system's folders.
  std::vector<std::filesystem::path> hidden;
  std::set<std::filesystem::path> masked;  // Files that are seen, but cannot be opened.
  std::filesystem::path directory;         // The folder the program runs in; empty if nothing of it is shown.
  std::uint64_t tmp_bytes = 0;             // What /tmp and /dev/shm may each hold.
};

}  // namespace toptile
