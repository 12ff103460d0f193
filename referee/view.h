// What a program in the sandbox sees of this machine's files. Its world is made of what is named here and of
// the system's own folders; nothing else of the machine is in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <vector>

namespace toptile {

enum class Access { read, write };

// A file or folder of this machine, and the place where the program finds it; both absolute.
struct Shown {
  std::filesystem::path from;
  std::filesystem::path at;
  Access access = Access::read;

  friend bool operator==(const Shown&, const Shown&) = default;
};

// A file of which the program gets a copy of its own: two processes that map the same file can signal by it.
struct Copied {
  int descriptor;  // Open, at its beginning.
  std::filesystem::path at;
};

struct View {
  std::vector<Shown> shown;
  std::vector<Copied> copied;
  // Places that are empty, though they are inside what is shown under its own path or in the system's
  // folders.
  std::vector<std::filesystem::path> hidden;
  std::set<std::filesystem::path> masked;  // Places of files in what is shown that cannot be opened.
  std::filesystem::path directory;         // Where the program runs; made empty where nothing of it is shown.
  std::uint64_t tmp_bytes = 0;             // What /tmp and /dev/shm may each hold.
};

}  // namespace toptile
