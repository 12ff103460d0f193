// toptile league standings and pair.
#include <fmt/format.h>

#include <memory>

#include "base/text_columns.h"
#include "base/words.h"
#include "cli/league/league_place.h"
#include "cli/league/league_text.h"
#include "cli/league/parts.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/terminal.h"
#include "league/tables/league_views.h"
#include "ratings/tables/elo_text.h"

namespace toptile {

namespace {

Result<void> standings(const std::string& league, bool json) {
  TOPTILE_TRY(auto store, open_league(league));
  if (!json) return print_league_standings(store);
  TOPTILE_TRY(const auto snapshot, LeagueSnapshot::read(store));
  print(json_line(standings_to_json(store.terms(), snapshot.table())));
  return success();
}

std::string pair_text(const PairView& view) {
  const PairTally& tally = view.tally;
  const std::string one = view.one.label(), other = view.other.label();
  std::string text = fmt::format("{} against {}: {}", one, other, counted(tally.games, "game"));
  if (tally.games > 0)
    text += fmt::format(", {} : {}, {} won, {} tied, {} lost", short_points(tally.points()),
                        short_points(tally.games - tally.points()), tally.wins, tally.ties, tally.losses());
  if (const auto spread = tally.mean_spread()) {
    text += fmt::format(", spread {:+.1f}", *spread);
    if (tally.counted < tally.games)
      text += fmt::format(" in the {} that neither forfeited", counted(tally.counted, "game"));
  }
  if (tally.forfeits > 0) text += fmt::format(", {} forfeited", tally.forfeits);
  text = wrapped(text, kColumns) + "\n";
  if (!view.apart) return text;
  const Distance& apart = *view.apart;
  return text +
         wrapped(
             fmt::format("By all games of the league, {} is {} Elo ({}) above {}, and the stronger one with "
                         "a chance of {}.",
                         one, whole_elo(apart.above.elo), named_interval(apart.above), other,
                         chance_text(apart.superiority)),
             kColumns) +
         "\n";
}

Result<void> pair(const std::string& league, const std::string& first, const std::string& second, bool json) {
  TOPTILE_TRY(auto store, open_league(league));
  TOPTILE_TRY(const auto one, store.versions().find(first));
  TOPTILE_TRY(const auto other, store.versions().find(second));
  TOPTILE_TRY(const auto snapshot, LeagueSnapshot::read(store));
  TOPTILE_TRY(const auto view, pair_view(snapshot, one, other));
  print(json ? json_line(to_json(view)) : pair_text(view));
  return success();
}

}  // namespace

Action declare_league_standings(Command& command) {
  struct Arguments {
    std::string league;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  declare_league(command, arguments->league);
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] { return standings(arguments->league, arguments->json); };
}

Action declare_league_pair(Command& command) {
  struct Arguments {
    std::string league, one, other;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  command
      .add_option("one BOT", arguments->one, "A bot of the league, or one of its versions, as in greedy-v2")
      .required();
  command.add_option("other BOT", arguments->other, "Another one").required();
  declare_league(command, arguments->league);
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] { return pair(arguments->league, arguments->one, arguments->other, arguments->json); };
}

}  // namespace toptile
