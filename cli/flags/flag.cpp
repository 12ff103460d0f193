#include "cli/flags/flag.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/utf8.h"
#include "protocol/json_fields.h"

namespace toptile {

CLI::Validator in_range(std::int64_t least, std::int64_t most) {
  return CLI::Range(least, most).description("");
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  return CLI::Validator(
      [words](const std::string& word) {
        if (std::ranges::find(words, word) != words.end()) return std::string();
        return no_such_word(fmt::format("\"{}\"", printable(word)), word, words);
      },
      "");
}

CLI::Option* add_switch(CLI::App& command, const std::string& names, std::optional<bool>& flag,
                        const std::string& text) {
  const auto set = [&flag](std::int64_t count) { flag = count > 0; };
  return command.add_flag_function(names, set, text)->take_last();
}

}  // namespace toptile
