#include "referee/game/introduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "base/json_fields.h"
#include "base/utf8.h"

namespace toptile {

void Introduction::add(const uwi::BotMessage& said) {
  constexpr int kMaxCharacters = 200;
  constexpr std::size_t kMaxOptions = 1000, kMaxBytes = 1 << 20;
  if (const auto* id = std::get_if<uwi::Id>(&said)) {
    if (id->key == "name") name_ = printable(id->value, kMaxCharacters);
    if (id->key == "author") author_ = printable(id->value, kMaxCharacters);
  } else if (const auto* option = std::get_if<uwi::OptionLine>(&said)) {
    option_bytes_ += uwi::format(said).size();
    if (options_.size() < kMaxOptions && option_bytes_ <= kMaxBytes) options_.push_back(*option);
  }
}

Result<uwi::SetOption> Introduction::setting(const std::string& name, const std::string& value) const {
  const auto option = std::ranges::find(options_, name, &uwi::OptionLine::name);
  if (option == options_.end()) {
    std::vector<std::string> names;
    for (const uwi::OptionLine& declared : options_) names.push_back(declared.name);
    return Error{fmt::format("the option {} should be set, but the bot has no such option{}", name,
                             meant_name(name, names))};
  }
  if (uwi::accepts(*option, value)) return uwi::setting_of(*option, value);
  return Error{fmt::format("the option {} cannot be \"{}\"; it is declared as: {}", name, printable(value),
                           uwi::format(uwi::BotMessage(*option)))};
}

}  // namespace toptile
