// A disk that fails in the middle of a folder. To be included by one file of a program.
#pragma once

#include <dirent.h>
#include <dlfcn.h>

#include <cerrno>

namespace toptile {

// The entries that readdir gives before it fails; it does not fail where this is below 0.
inline int readdir_entries_left = -1;

}  // namespace toptile

// This takes the place of the C library's, for the whole program.
extern "C" dirent* readdir(DIR* folder) {
  static const auto real = reinterpret_cast<dirent* (*)(DIR*)>(::dlsym(RTLD_NEXT, "readdir"));
  if (toptile::readdir_entries_left == 0) {
    errno = EIO;
    return nullptr;
  }
  if (toptile::readdir_entries_left > 0) --toptile::readdir_entries_left;
  return real(folder);
}
