#include "protocol/temporary_folder.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>

namespace toptile {

Result<TemporaryFolder> TemporaryFolder::make() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  if (error) return Error{fmt::format("TMPDIR: this is no folder: {}", error.message())};
  std::string name = (folder / "toptile-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    return Error{fmt::format("{}: no folder can be made here: {}; set TMPDIR to a folder that can be written",
                             folder.string(), std::strerror(errno))};
  return TemporaryFolder(name);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace toptile
