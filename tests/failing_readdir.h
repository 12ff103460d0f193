// A disk that fails while a folder is read. Only one file of a program may include this.
#pragma once

#include <dirent.h>
#include <dlfcn.h>

#include <cerrno>

namespace toptile {

// The number of entries that readdir gives before it fails; if it is negative, readdir does not fail.
inline int readdir_entries_left = -1;

}  // namespace toptile

// This takes the place of the C library's readdir in the whole program.
extern "C" dirent* readdir(DIR* folder) {
  static const auto real = reinterpret_cast<dirent* (*)(DIR*)>(::dlsym(RTLD_NEXT, "readdir"));
  if (toptile::readdir_entries_left == 0) {
    errno = EIO;
    return nullptr;
  }
  if (toptile::readdir_entries_left > 0) --toptile::readdir_entries_left;
  return real(folder);
}
