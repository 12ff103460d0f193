// toptile league marks, unpack and site: exports from a league.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/words.h"
#include "cli/league/league_place.h"
#include "cli/league/parts.h"
#include "cli/league/site_template.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "league/intake/unpacked_bots.h"
#include "league/site/written_site.h"
#include "league/tables/marks.h"

namespace toptile {

namespace {

constexpr unsigned kMaxSiteThreads = 4;  // Each has a connection to the database.

struct MarksArguments {
  std::string league, scale, out;
  bool json = false;
};

// The file is written only when the table is complete, and atomically: readers see the old file or the new
// one.
Result<void> print_marks(const MarksArguments& arguments) {
  std::vector<ScalePoint> scale;
  if (!arguments.scale.empty()) {
    TOPTILE_TRY(scale, parse_scale(arguments.scale));
  }
  TOPTILE_TRY(auto store, open_league(arguments.league));
  TOPTILE_TRY(const auto snapshot, LeagueSnapshot::read(store));
  TOPTILE_TRY(const auto bots, mark_bots(snapshot, scale));
  const std::string table = arguments.json ? json_line(marks_to_json(bots)) : marks_csv(bots);
  if (arguments.out.empty()) {
    print(table);
    return success();
  }
  TOPTILE_TRY_TO(replace_file(arguments.out, table));
  print(fmt::format("{}: the marks of {} {}\n", shown_path(arguments.out), bots.size(),
                    bots.size() == 1 ? "bot" : "bots"));
  return success();
}

Result<void> unpack(const std::string& league, const std::string& to, const std::vector<std::string>& named) {
  TOPTILE_TRY(auto store, open_league(league));
  std::vector<BotVersion> versions;
  if (named.empty()) {
    TOPTILE_TRY(versions, store.versions().list({{}, {VersionState::active}}));
    if (versions.empty()) return Error{"no bot plays in this league yet, so there is nothing to unpack"};
  }
  for (const std::string& name : named) {
    TOPTILE_TRY(auto version, store.versions().find(name));
    if (std::ranges::find(versions, version.id, &BotVersion::id) == versions.end())
      versions.push_back(std::move(version));
  }
  TOPTILE_TRY_TO(unpack_bots(store, versions, to));
  const std::string configuration = (std::filesystem::path(to) / "tournament.json").string();
  print(fmt::format("{} {} in {}; a tournament of them, on the league's terms: toptile tournament {}\n",
                    versions.size(), versions.size() == 1 ? "bot is" : "bots are", shown_path(to),
                    shown_path(shell_word(configuration))));
  return success();
}

Result<void> write_league_site(const std::string& league, const std::string& to, const SiteOptions& options) {
  std::vector<LeagueStore> stores;
  const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1U, kMaxSiteThreads);
  while (stores.size() < threads) {
    TOPTILE_TRY(auto store, open_league(league));
    stores.push_back(std::move(store));
  }
  SiteOptions with_template = options;
  with_template.bot_template = site_template();
  TOPTILE_TRY(const auto site, LeagueSite::read(stores[0], with_template));
  TOPTILE_TRY(const auto written, write_site(site, stores, to));
  print(fmt::format("{}: {} files, {} of them new or changed, {} removed\nopen {}\n", shown_path(to),
                    written.files, written.changed, written.removed,
                    shown_path((std::filesystem::path(to) / "index.html").string())));
  return success();
}

}  // namespace

Action declare_league_site(Command& command) {
  struct Arguments {
    std::string league, to;
    SiteOptions options;
  };
  auto arguments = std::make_shared<Arguments>();
  command
      .add_option("to DIR", arguments->to,
                  "A new folder, or one with an earlier site, of which only what changed is written")
      .required();
  declare_league(command, arguments->league);
  command.add_option("--title TEXT", arguments->options.title,
                     "The title of the site (default: the league's name)");
  command.add_option("--url URL", arguments->options.url,
                     "Where the site will be, for the news feed, as in https://example.org/league/");
  command.add_flag(
      "--evidence", arguments->options.has_evidence,
      "Show what bots wrote before their faults and all of their info lines, too; such a site is not "
      "for everybody");
  command.add_flag(
      "--no-engine", arguments->options.has_no_engine,
      "Leave out the engine that analyzes positions beside the games, the page to play on, and with "
      "them the lexicon");
  return [arguments] { return write_league_site(arguments->league, arguments->to, arguments->options); };
}

Action declare_league_marks(Command& command) {
  auto arguments = std::make_shared<MarksArguments>();
  declare_league(command, arguments->league);
  command.add_option("--scale BOT=MARK,...", arguments->scale,
                     "Bots of the league with the marks that their ratings are worth, as in "
                     "random=40,greedy=70,patient=100 (default: no marks)");
  command.add_option("--out FILE", arguments->out, "The file to write (default: standard output)");
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] { return print_marks(*arguments); };
}

Action declare_league_unpack(Command& command) {
  struct Arguments {
    std::string league, to;
    std::vector<std::string> bots;
  };
  auto arguments = std::make_shared<Arguments>();
  command.add_option("to DIR", arguments->to, "A new folder").required();
  command.add_option("bots BOT", arguments->bots,
                     "Bots, or versions as in greedy-v2 (default: all that play)");
  declare_league(command, arguments->league);
  return [arguments] { return unpack(arguments->league, arguments->to, arguments->bots); };
}

}  // namespace toptile
