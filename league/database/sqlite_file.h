// The file of a league's SQLite database, before SQLite opens it.
#pragma once

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <string>

#include "base/result.h"

namespace toptile {

// How to open a file. On a read-only file system, SQLite can read an existing write-ahead log, but tries to
// create one if there is none.
struct FileAccess {
  std::string address;  // A path or an SQLite URI.
  int flags = SQLite::OPEN_READWRITE;
  bool is_read_only() const { return (flags & SQLite::OPEN_READONLY) != 0; }
};

FileAccess access_to(const std::filesystem::path& file);

// Creates the file if necessary, without opening an existing one: closing it would release the locks that
// other connections of this process hold.
Result<void> make_file(const std::string& name, const std::filesystem::path& file);

}  // namespace toptile
