#include "play/players.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_columns.h"
#include "base/utf8.h"

namespace toptile {

namespace {

constexpr std::size_t kWidestName = 20;

bool is_shown(char32_t character) {
  return character == U' ' || is_visible(character);
}

}  // namespace

Result<std::string> check_person_name(const std::string& name) {
  const std::size_t first = name.find_first_not_of(' ');
  std::string trimmed =
      first == std::string::npos ? "" : name.substr(first, name.find_last_not_of(' ') - first + 1);
  bool is_good = !trimmed.empty();
  for (std::string_view rest = trimmed; !rest.empty() && is_good;) {
    const auto character = take_character(rest);
    is_good = character && is_shown(*character);
  }
  if (is_good && columns_of(trimmed) <= kWidestName) return trimmed;
  return Error{fmt::format("\"{}\" is not a name for a player; it should have 1 to {} visible characters",
                           printable(name), kWidestName)};
}

void tell_apart(std::vector<BotEntry>& players) {
  for (std::size_t i = 0; i < players.size(); ++i) {
    const std::string name = players[i].name;
    const auto is_taken = [&] {
      const auto end = players.begin() + static_cast<std::ptrdiff_t>(i);
      return std::find_if(players.begin(), end,
                          [&](const BotEntry& other) { return other.name == players[i].name; }) != end;
    };
    for (int number = 2; is_taken(); ++number) players[i].name = fmt::format("{}-{}", name, number);
  }
}

}  // namespace toptile
