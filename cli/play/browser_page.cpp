#include "cli/play/browser_page.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>

#include <algorithm>
#include <cstdlib>

#include "base/files.h"
#include "bots/levels.h"
#include "champion/levels.h"
#include "cli/flags/words_and_rules.h"
#include "play/players.h"
#include "protocol/ruleset_json.h"
#include "tournaments/report/playing_page.h"

namespace toptile {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLimitedChampion = "champion ";

Result<Json> player_to_json(const std::string& text) {
  if (!text.starts_with(kBotPrefix)) {
    TOPTILE_TRY(const auto name, check_person_name(text));
    return Json{{"name", name}};
  }
  const std::string bot = text.substr(kBotPrefix.size());
  const auto level =
      std::ranges::find_if(levels(), [&](const Level& each) { return each.name == bot || each.bot == bot; });
  if (level != levels().end()) return Json{{"level", level->name}};
  if (bot.starts_with(kLimitedChampion)) {
    if (const auto elo = champion::parse_elo(bot.substr(kLimitedChampion.size()))) return Json{{"elo", *elo}};
    return Error{
        fmt::format("{}: the champion's Elo can be {} to {}", text, champion::kMinElo, champion::kMaxElo)};
  }
  std::vector<std::string> names;
  for (const Level& each : levels()) names.emplace_back(each.name);
  return Error{
      fmt::format("{}: a page cannot start programs; in a browser, choose a level ({}) or an Elo, as in "
                  "\"bot:champion 1250\"{}",
                  text, fmt::join(names, ", "), meant_name(bot, names))};
}

Result<Json> wish_to_json(const BrowserRequest& request) {
  Json wish = {{"is_drawn", request.is_drawn},
               {"hints", request.hints},
               {"challenge_limit", request.challenge_limit},
               {"scoreless_rounds", request.scoreless_rounds}};
  if (request.seed) wish["seed"] = std::to_string(*request.seed);
  if (request.players.empty()) return wish;
  if (request.players.size() > kMaxPlayers)
    return Error{fmt::format("--player: one to four can play, not {}", request.players.size())};
  Json players = Json::array();
  for (const std::string& text : request.players) {
    auto player = player_to_json(text);
    if (!player) return in_context("--player", player.error());
    players.push_back(std::move(player).value());
  }
  wish["players"] = std::move(players);
  return wish;
}

}  // namespace

Result<std::string> browser_page(const BrowserRequest& request) {
  TOPTILE_TRY(auto wish, wish_to_json(request));
  const bool is_alone = request.players.size() == 1;
  WordsAndRules wanted{.rules = !request.rules.empty() ? request.rules
                                : is_alone             ? "solo"
                                                       : "hasbro",
                       .lexicon = request.lexicon};
  TOPTILE_TRY(const auto chosen, load_rules(wanted));
  if (const auto players = static_cast<int>(request.players.size());
      players > 0 && !chosen.plays_with(players)) {
    return Error{fmt::format("--rules: {} is for {}, and there {} {}; choose another ruleset", chosen.name,
                             players_of(chosen), players == 1 ? "is" : "are", players)};
  }
  const std::vector<Ruleset> rulesets = rulesets_beside(chosen);
  // The page takes the words that fit from a lexicon for the largest board.
  const auto& largest = *std::ranges::max_element(rulesets, {}, &Ruleset::size);
  auto words = open_lexicon(request.lexicon, largest, fs::current_path(), shipped_files());
  if (!words) return in_context("--lexicon", words.error());
  return playing_page(rulesets, words.value().lexicon, std::move(wish));
}

Result<fs::path> browser_page_file(const std::string& lexicon) {
  const auto folder = user_data_folder();
  if (!folder) {
    return Error{
        "neither XDG_DATA_HOME nor HOME names a folder for the page; name a file for it with --out FILE"};
  }
  std::error_code error;
  fs::create_directories(*folder, error);
  if (error)
    return Error{fmt::format("{}: this folder cannot be made: {}", folder->string(), error.message())};
  return *folder / fmt::format("play-{}.html", fs::path(lexicon).stem().string());
}

bool open_in_browser(const fs::path& file) {
  // Without a desktop, xdg-open might start a browser in this terminal.
  const auto is_set = [](const char* variable) {
    const char* const value = std::getenv(variable);
    return value != nullptr && *value != '\0';
  };
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return false;
  std::string program = "xdg-open", argument = fs::absolute(file).string();
  char* arguments[] = {program.data(), argument.data(), nullptr};
  posix_spawn_file_actions_t streams;
  if (::posix_spawn_file_actions_init(&streams) != 0) return false;
  for (const int stream : {0, 1, 2})
    ::posix_spawn_file_actions_addopen(&streams, stream, "/dev/null", O_RDWR, 0);
  pid_t started = 0;
  const int error = ::posix_spawnp(&started, program.c_str(), &streams, nullptr, arguments, environ);
  ::posix_spawn_file_actions_destroy(&streams);
  return error == 0;
}

}  // namespace toptile
