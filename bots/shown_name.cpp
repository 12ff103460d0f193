#include "bots/shown_name.h"

#include <fmt/format.h>

#include <cstddef>

#include "base/utf8.h"

namespace toptile {
namespace {

constexpr std::size_t kMaxNameBytes = 500;

}  // namespace

std::optional<std::string> name_fault(std::string_view name) {
  if (name.empty()) return "a player has no name";
  if (name.size() > kMaxNameBytes)
    return fmt::format("the name {} is longer than {} bytes", printable(name), kMaxNameBytes);
  for (std::string_view rest = name; !rest.empty();) {
    const auto character = take_character(rest);
    if (!character || (*character != U' ' && !is_visible(*character)))
      return fmt::format("the name {} has characters that cannot be shown", printable(name));
  }
  return std::nullopt;
}

}  // namespace toptile
