#include "tournaments/ratings/listed.h"

#include <fmt/format.h>

namespace toptile {

namespace {

constexpr std::size_t kMostNames = 4;

}  // namespace

std::string listed(const std::vector<std::string>& names) {
  const bool are_many = names.size() > kMostNames;
  const std::size_t shown = are_many ? kMostNames - 1 : names.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool is_last = i + 1 == names.size();
    text += fmt::format("{}{}", i == 0 ? "" : is_last ? " and " : ", ", names[i]);
  }
  return are_many ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

}  // namespace toptile
