// toptile league marks and unpack: what leaves a league for other programs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/league/league_place.h"
#include "cli/league/parts.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "league/intake/unpacked_bots.h"
#include "league/tables/marks.h"

namespace toptile {

namespace {

Result<void> print_marks(const std::string& league, const std::string& scale_text, bool json) {
  std::vector<ScalePoint> scale;
  if (!scale_text.empty()) {
    TOPTILE_TRY(scale, parse_scale(scale_text));
  }
  TOPTILE_TRY(auto store, open_league(league));
  TOPTILE_TRY(const auto snapshot, LeagueSnapshot::read(store));
  TOPTILE_TRY(const auto bots, mark_bots(snapshot, scale));
  print(json ? json_line(marks_to_json(bots)) : marks_csv(bots));
  return success();
}

Result<void> unpack(const std::string& league, const std::string& to, const std::vector<std::string>& named) {
  TOPTILE_TRY(auto store, open_league(league));
  std::vector<BotVersion> versions;
  if (named.empty()) {
    TOPTILE_TRY(versions, store.versions({{}, {VersionState::active}}));
    if (versions.empty()) return Error{"no bot plays in this league yet, so there is nothing to unpack"};
  }
  for (const std::string& name : named) {
    TOPTILE_TRY(auto version, store.find(name));
    if (std::ranges::find(versions, version.id, &BotVersion::id) == versions.end())
      versions.push_back(std::move(version));
  }
  TOPTILE_TRY_TO(unpack_bots(store, versions, to));
  print(fmt::format(
      "{} {} in {}; a tournament of them: toptile tournament --bot '{{\"include\": \"{}/bots.json\"}}'\n",
      versions.size(), versions.size() == 1 ? "bot is" : "bots are", shown_path(to), shown_path(to)));
  return success();
}

}  // namespace

std::function<int()> declare_league_marks(CLI::App& command) {
  struct Arguments {
    std::string league, scale;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  declare_league(command, arguments->league);
  command
      .add_option("--scale", arguments->scale,
                  "Bots of the league with the marks that their ratings are worth, as in "
                  "random=40,greedy=70,patient=100 (default: no marks)")
      ->type_name("BOT=MARK,...");
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] {
    const auto done = print_marks(arguments->league, arguments->scale, arguments->json);
    return done ? kDone : complain(done.error());
  };
}

std::function<int()> declare_league_unpack(CLI::App& command) {
  struct Arguments {
    std::string league, to;
    std::vector<std::string> bots;
  };
  auto arguments = std::make_shared<Arguments>();
  command.add_option("to", arguments->to, "A new folder")->required()->type_name("DIR");
  command.add_option("bots", arguments->bots, "Bots, or versions as in greedy-v2 (default: all that play)")
      ->type_name("BOT");
  declare_league(command, arguments->league);
  return [arguments] {
    const auto done = unpack(arguments->league, arguments->to, arguments->bots);
    return done ? kDone : complain(done.error());
  };
}

}  // namespace toptile
