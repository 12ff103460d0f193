// toptile league games, rebuild and backup: what a league keeps.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <deque>
#include <memory>

#include "cli/flags/flag.h"
#include "cli/league/league_place.h"
#include "cli/league/parts.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/interrupt.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "engine/utf8.h"
#include "league/tables/league_table.h"
#include "league/work/rebuild.h"
#include "protocol/text_columns.h"

namespace toptile {

namespace {

struct GamesArguments {
  std::string league, bot;
  std::int64_t most = 20;
  bool records = false;
};

// The sets that are wanted, the latest ones first.
Result<std::vector<PlayedSet>> latest_sets(const LeagueGames& games, std::optional<VersionId> version,
                                           const std::string& bot, std::int64_t most) {
  std::vector<PlayedSet> wanted;
  const auto is_of = [&](VersionId id) {
    const BotVersion* found = games.find(id);
    return version ? id == *version : found != nullptr && found->bot == bot;
  };
  for (auto set = games.sets().rbegin(); set != games.sets().rend(); ++set) {
    if (most > 0 && static_cast<std::int64_t>(wanted.size()) * 2 >= most) break;
    if (bot.empty() || is_of(set->one) || is_of(set->other)) wanted.push_back(*set);
  }
  return wanted;
}

std::string label_of(const LeagueGames& games, VersionId id) {
  const BotVersion* version = games.find(id);
  return version == nullptr ? "?" : version->label();
}

Result<void> list_games(const GamesArguments& arguments) {
  TOPTILE_TRY(auto store, open_league(arguments.league));
  std::optional<VersionId> version;
  std::string bot;
  if (!arguments.bot.empty()) {
    TOPTILE_TRY(const auto found, store.find(arguments.bot));
    bot = found.bot;
    if (arguments.bot.size() > bot.size()) version = found.id;  // A version was named, as in greedy-v2.
  }
  LeagueGames games;
  TOPTILE_TRY_TO(games.read(store));
  TOPTILE_TRY(const auto sets, latest_sets(games, version, bot, arguments.most));
  if (arguments.records) {
    for (const PlayedSet& set : sets) {
      TOPTILE_TRY(const auto recorded, store.recorded(set.set));
      for (const std::string& record : recorded.records) print(record + "\n");
    }
    return success();
  }
  TextTable table{{{"game"}, {"first", Align::left}, {"second"}, {"points"}, {"end"}, {"played"}}, {}};
  for (const PlayedSet& set : sets) {
    for (const GameResult& result : set.results) {
      const std::array<VersionId, 2> ids = {set.one, set.other};
      table.rows.push_back({std::to_string(result.id), label_of(games, ids[result.by_seat[0].entrant]),
                            label_of(games, ids[result.by_seat[1].entrant]),
                            fmt::format("{} : {}", result.by_seat[0].points, result.by_seat[1].points),
                            std::string(name_of(result.end)), moment_text(set.ended)});
    }
  }
  print(table.rows.empty() ? "no games yet\n" : plain_table(table, kColumns));
  return success();
}

struct RebuildArguments {
  std::string league;
  bool only_check = false, json = false;
};

Result<int> rebuild_league(const RebuildArguments& arguments) {
  const InterruptWatch interrupts;
  TOPTILE_TRY(auto store, open_league(arguments.league));
  TOPTILE_TRY_TO(store.database().check());
  TOPTILE_TRY(const auto rebuilt,
              rebuild(store, arguments.only_check ? Repair::only_told : Repair::made, interrupts.token()));
  if (arguments.json) {
    print(json_line(Json{{"sets", rebuilt.sets},
                         {"turns", rebuilt.turns},
                         {"changed", rebuilt.changed},
                         {"refused", rebuilt.refused},
                         {"told", rebuilt.told},
                         {"points", rebuilt.points},
                         {"stopped", rebuilt.is_stopped}}));
  } else {
    for (const std::string& told : rebuilt.told) print(printable(told, 1000) + "\n");
    print(fmt::format("{} games, {} turns, {}\n", 2 * rebuilt.sets, rebuilt.turns,
                      rebuilt.refused == 0
                          ? "all as the rules say"
                          : fmt::format("{} sets of two games {}", rebuilt.refused,
                                        arguments.only_check ? "do not keep to the rules"
                                                             : "were taken out of the league")));
    if (rebuilt.changed > 0)
      print(fmt::format("{} sets {} other results than their records\n", rebuilt.changed,
                        arguments.only_check ? "have" : "had"));
  }
  if (rebuilt.is_stopped) return kInterrupted;
  return rebuilt.refused + rebuilt.changed > 0 ? kNo : kDone;
}

}  // namespace

std::function<int()> declare_league_games(CLI::App& command) {
  auto arguments = std::make_shared<GamesArguments>();
  declare_league(command, arguments->league);
  command.add_option("--bot", arguments->bot, "Only games of this bot, or of one of its versions")
      ->type_name("BOT");
  command.add_option("--most", arguments->most, "The latest games, so many at most (default 20; 0: all)")
      ->check(in_range(0, 1'000'000'000))
      ->type_name("N");
  command.add_flag("--records", arguments->records,
                   "Print their records, a line each, as in a run's games.jsonl");
  return [arguments] {
    const auto done = list_games(*arguments);
    return done ? kDone : complain(done.error());
  };
}

std::function<int()> declare_league_rebuild(CLI::App& command) {
  auto arguments = std::make_shared<RebuildArguments>();
  declare_league(command, arguments->league);
  command.add_flag("--check", arguments->only_check, "Change nothing; say what would be changed");
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] {
    const auto code = rebuild_league(*arguments);
    return code ? code.value() : complain(code.error());
  };
}

std::function<int()> declare_league_backup(CLI::App& command) {
  struct Arguments {
    std::string league, to;
  };
  auto arguments = std::make_shared<Arguments>();
  command.add_option("to", arguments->to, "The file for the copy, which must not be there yet")
      ->required()
      ->type_name("FILE");
  declare_league(command, arguments->league);
  return [arguments]() -> int {
    auto store = open_league(arguments->league);
    if (!store) return complain(store.error());
    const auto done = store.value().database().back_up(arguments->to);
    if (!done) return complain(done.error());
    print(fmt::format("the league is copied to {}\n", shown_path(arguments->to)));
    return kDone;
  };
}

}  // namespace toptile
