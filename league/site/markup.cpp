#include "league/site/markup.h"

#include "base/utf8.h"

namespace toptile {

std::string markup_text(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  const std::string clean = clean_text(text, kMaxMarkup);
  std::string escaped;
  for (std::string_view rest = clean; !rest.empty();) {
    const std::string_view before = rest;
    const auto character = take_character(rest);
    const std::string_view bytes = before.substr(0, before.size() - rest.size());
    switch (character.value_or(U'\0')) {
      case U'&':
        escaped += "&amp;";
        break;
      case U'<':
        escaped += "&lt;";
        break;
      case U'>':
        escaped += "&gt;";
        break;
      case U'"':
        escaped += "&quot;";
        break;
      case U'\'':
        escaped += "&#39;";
        break;
      case U'\0':
      case U'\xFFFE':
      case U'\xFFFF':
        escaped += kReplacement;
        if (!character) rest.remove_prefix(1);
        break;
      default:
        escaped += bytes;
    }
  }
  return escaped;
}

}  // namespace toptile
