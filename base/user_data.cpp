#include "base/user_data.h"

#include <cstdlib>

namespace toptile {

std::optional<std::filesystem::path> user_data_folder() {
  const char* const data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && *data == '/') return std::filesystem::path(data) / "toptile";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return std::filesystem::path(home) / ".local" / "share" / "toptile";
  return std::nullopt;
}

}  // namespace toptile
