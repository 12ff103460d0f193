#include "conformance/examination.h"

#include "engine/utf8.h"

namespace toptile::conformance {

void Evidence::add(char direction, std::string_view line) {
  constexpr std::size_t kMostLines = 12;
  constexpr int kMostCharacters = 1'200;
  lines_.push_back(std::string(1, direction) + " " + printable(line, kMostCharacters));
  if (lines_.size() > kMostLines) lines_.pop_front();
}

}  // namespace toptile::conformance
