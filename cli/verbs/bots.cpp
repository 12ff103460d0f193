// toptile bots: lists the bots that come with the program, with their ideas and strengths.
#include <fmt/format.h>

#include "base/json_fields.h"
#include "base/text_columns.h"
#include "cli/flags/command.h"
#include "cli/flags/sample_bots.h"
#include "cli/flags/words_and_rules.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"

namespace toptile {

namespace {

constexpr std::size_t kNameColumns = 15, kEloColumns = 6;
const char* const kAfterwards =
    "Elo is against greedy, by the rules of hasbro; sample_bots/README.md and docs/champion.md have the "
    "games "
    "behind it, with intervals. A bot is used by its name, and one of your own begins with toptile new-bot.";

std::string as_json() {
  Json list = Json::array();
  for (const std::string& name : installed_bots()) {
    const SampleBot* bot = find_sample_bot(name);
    list.push_back({{"name", name},
                    {"elo", bot != nullptr ? Json(bot->elo) : Json()},
                    {"idea", bot != nullptr ? Json(bot->idea) : Json()}});
  }
  return json_line(Json{{"bots", list}});
}

std::string as_text() {
  constexpr std::size_t kIdea = kNameColumns + kEloColumns + 2;
  std::string text = fmt::format("{:<{}}{:>{}}  what it does\n", "bot", kNameColumns, "Elo", kEloColumns);
  for (const std::string& name : installed_bots()) {
    const SampleBot* bot = find_sample_bot(name);
    const std::string elo = bot == nullptr ? "" : elo_text(*bot);
    text += fmt::format("{:<{}}{:>{}}  {}\n", name, kNameColumns, elo, kEloColumns,
                        wrapped(bot == nullptr ? "" : bot->idea, kColumns, kIdea));
  }
  return text + "\n" + wrapped(kAfterwards, kColumns) + "\n";
}

}  // namespace

Action declare_bots(Command& command) {
  auto wants_json = std::make_shared<bool>(false);
  command.add_flag("--json", *wants_json, "Print JSON");
  return [wants_json] {
    print(*wants_json ? as_json() : as_text());
    return kDone;
  };
}

}  // namespace toptile
