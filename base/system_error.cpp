#include "base/system_error.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

namespace toptile {

Error system_error(const std::filesystem::path& file, std::string_view what) {
  const std::string reason = std::generic_category().message(errno);
  return {fmt::format("{}: {}{}{}", file.string(), what, what.empty() ? "" : ": ", reason)};
}

}  // namespace toptile
