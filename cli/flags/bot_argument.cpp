#include "cli/flags/bot_argument.h"

#include <filesystem>

#include "cli/flags/words_and_rules.h"
#include "cli/terminal/terminal.h"

namespace toptile {

BotSearch bot_search(std::stop_token stop) {
  std::error_code gone;
  return {.directory = std::filesystem::current_path(gone),
          .shipped = shipped_files(),
          .on_build = tell_of_build,
          .stop = std::move(stop)};
}

Result<BotEntry> find_bot_argument(const std::string& text, std::stop_token stop) {
  auto flag = parse_bot_flag(text);
  if (!flag) return in_context("bot", flag.error());
  TOPTILE_TRY(const auto source, bot_source_from_json(flag.value(), "bot"));
  return find_bot(source, bot_search(std::move(stop)), "bot");
}

Result<ReadyBot> ready_bot_argument(const std::string& text, const std::shared_ptr<const Sandbox>& sandbox,
                                    std::stop_token stop) {
  TOPTILE_TRY(auto entry, find_bot_argument(text, stop));
  TOPTILE_TRY(auto folder, TemporaryFolder::make());
  const std::vector<BotEntry> bots = {entry};
  TOPTILE_TRY(const auto built, build_bots(bots, bot_search(std::move(stop)), sandbox));
  TOPTILE_TRY(auto frozen, FrozenBots::freeze(bots, built, 1, folder.path() / "frozen", *sandbox));
  TOPTILE_TRY_TO(let_users_through(*sandbox, folder.path(), {}));
  std::string sight = words_of_sight(bots[0], folder_built(built, 0));
  return ReadyBot{std::move(entry), std::move(sight), std::move(folder), std::move(frozen)};
}

}  // namespace toptile
