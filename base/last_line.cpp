#include "base/last_line.h"

#include "base/utf8.h"

namespace toptile {

std::string last_line_of(std::string_view text, int most_characters) {
  text = text.substr(0, text.find_last_not_of("\r\n") + 1);
  return printable(text.substr(text.find_last_of('\n') + 1), most_characters);
}

}  // namespace toptile
