#include "conformance/examination.h"

#include <algorithm>

#include "base/utf8.h"
#include "base/words.h"

namespace toptile::conformance {

namespace {

constexpr int kMaxCharacters = 1'200;

}  // namespace

void Evidence::add(char direction, std::string_view line) {
  constexpr std::size_t kMaxLines = 12;
  lines_.push_back(std::string(1, direction) + " " + printable(line, kMaxCharacters));
  if (lines_.size() > kMaxLines) lines_.pop_front();
}

void Evidence::set_last_words(std::string_view tail) {
  constexpr std::size_t kMaxLines = 4;
  std::vector<std::string> words;
  while (!tail.empty()) {
    std::string_view line = take_line(tail);
    line = line.substr(0, line.find_last_not_of("\r\n") + 1);
    if (!line.empty()) words.push_back("! " + printable(line, kMaxCharacters));
  }
  words.erase(words.begin(), words.end() - static_cast<std::ptrdiff_t>(std::min(words.size(), kMaxLines)));
  if (!words.empty()) last_words_ = std::move(words);
}

void Evidence::clear() {
  lines_.clear();
  last_words_.clear();
}

std::vector<std::string> Evidence::lines() const {
  std::vector<std::string> all(lines_.begin(), lines_.end());
  all.insert(all.end(), last_words_.begin(), last_words_.end());
  return all;
}

}  // namespace toptile::conformance
