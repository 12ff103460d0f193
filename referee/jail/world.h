// The files that a bot sees: a tree of mounts, built from nothing in the caller's own mount namespace.
#pragma once

#include <sys/types.h>

namespace jail {

// Every path is absolute, and a function that fails gives up. A path of the machine is looked up in the
// machine's tree, and every other path in the world, through the links there.
class World {
 public:
  // Creates an empty world, which becomes the root folder of this process. The machine's tree is still
  // mounted on top of it.
  World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  enum class Access { read, write, device };
  // Shows a file or folder of the machine, with all that is mounted in it. The parent folder of `at` must
  // exist; `at` itself is created if it does not.
  void show(const char* from, const char* at, Access access) const;
  // Makes a read-only copy of an open file's bytes.
  void copy(int file, const char* at, mode_t mode) const;
  void add_link(const char* target, const char* at) const;
  void add_folder(const char* at, mode_t mode) const;
  // Mounts an empty file system that holds `bytes` bytes; null: as many as the machine allows.
  void add_memory(const char* at, const char* mode, const unsigned long long* bytes) const;
  void add_processes(const char* at) const;  // /proc
  void add_devices(const char* at) const;    // /dev
  // Makes the file system that is mounted at `at` read-only.
  void make_read_only(const char* at) const;

  // Removes the machine's tree. Nothing can be shown from then on.
  void leave_machine();

 private:
  int machine_;  // The root folder of the machine.
};

}  // namespace jail
