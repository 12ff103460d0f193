#include "base/json_place.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/utf8.h"

namespace toptile {

JsonPlace JsonPlace::of_text(std::string_view text, std::string where) {
  JsonPlace place(std::move(where));
  place.text_ = std::make_shared<const std::string>(text);
  return place;
}

JsonPlace JsonPlace::at(const std::string& key) const {
  JsonPlace place = *this;
  place.keys_.push_back(printable(key));
  place.steps_.emplace_back(key);
  return place;
}

JsonPlace JsonPlace::element(std::size_t index, const std::string& words) const {
  JsonPlace place = *this;
  if (!place.keys_.empty()) place.keys_.pop_back();
  place.keys_.push_back(words);
  place.steps_.emplace_back(index);
  return place;
}

std::string JsonPlace::words() const {
  std::string words = where_;
  if (text_ != nullptr)
    words += fmt::format(": line {}", position_in(*text_, find_in_json(*text_, steps_)).line);
  for (const std::string& key : keys_) words += (words.empty() ? "" : ": ") + key;
  return words;
}

}  // namespace toptile
