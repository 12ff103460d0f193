#include "cli/bot_argument.h"

#include <filesystem>

#include "cli/terminal.h"
#include "cli/words_and_rules.h"

namespace toptile {

Result<BotEntry> find_bot_argument(const std::string& text, std::stop_token stop) {
  auto flag = parse_bot_flag(text);
  if (!flag) return in_context("bot", flag.error());
  return find_bot(flag.value(),
                  {.directory = std::filesystem::current_path(),
                   .shipped = shipped_files(),
                   .on_build = tell_of_build,
                   .stop = stop},
                  "bot");
}

}  // namespace toptile
