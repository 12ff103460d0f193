// toptile league standings and pair.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/league/league_place.h"
#include "cli/league/league_text.h"
#include "cli/league/parts.h"
#include "cli/terminal/exit_code.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "engine/utf8.h"
#include "protocol/text_columns.h"
#include "tournaments/ratings/elo_text.h"

namespace toptile {

namespace {

struct Read {
  LeagueGames games;
  LeagueTable table;
};

Result<Read> read_table(LeagueStore& store) {
  Read read;
  TOPTILE_TRY_TO(read.games.read(store));
  TOPTILE_TRY(read.table, league_table(read.games, store.terms()));
  return read;
}

Result<void> standings(const std::string& league, bool json) {
  TOPTILE_TRY(auto store, open_league(league));
  TOPTILE_TRY(const auto read, read_table(store));
  print(json ? json_line(league_table_to_json(store.terms(), read.table))
             : league_table_text(store.terms(), read.table));
  return success();
}

struct Tally {
  int games = 0, wins = 0, ties = 0, forfeits = 0;
  std::int64_t spread = 0;
  int counted = 0;  // Games that count in the spread.
};

// The games of `one` against `other`.
Tally tally_of(const LeagueGames& games, VersionId one, VersionId other) {
  Tally tally;
  for (const PlayedSet& set : games.sets()) {
    const bool is_turned = set.one == other && set.other == one;
    if (!is_turned && (set.one != one || set.other != other)) continue;
    for (const GameResult& result : set.results) {
      for (std::size_t seat = 0; seat < 2; ++seat) {
        if ((result.by_seat[seat].entrant == 1) != is_turned) continue;
        const double points = result.beaten(seat);
        ++tally.games;
        tally.wins += points == 1 ? 1 : 0;
        tally.ties += points == 0.5 ? 1 : 0;
        tally.forfeits += result.is_forfeited() ? 1 : 0;
        if (result.is_forfeited()) continue;
        tally.spread += result.spread(seat);
        ++tally.counted;
      }
    }
  }
  return tally;
}

Result<void> pair(const std::string& league, const std::string& first, const std::string& second, bool json) {
  TOPTILE_TRY(auto store, open_league(league));
  TOPTILE_TRY(const auto one, store.find(first));
  TOPTILE_TRY(const auto other, store.find(second));
  if (one.id == other.id)
    return Error{fmt::format("both are {}; name two bots, or two versions as in {}-v1 {}-v2", one.label(),
                             one.bot, one.bot)};
  TOPTILE_TRY(const auto read, read_table(store));
  const Tally tally = tally_of(read.games, one.id, other.id);
  const auto row_of = [&](const BotVersion& version) {
    return std::ranges::find(read.table.all.rows, version.label(), &RatingRow::name);
  };
  const auto mine = row_of(one), theirs = row_of(other);
  std::optional<Distance> apart;
  if (mine != read.table.all.rows.end() && theirs != read.table.all.rows.end())
    apart = distance(read.table.all, static_cast<std::size_t>(mine - read.table.all.rows.begin()),
                     static_cast<std::size_t>(theirs - read.table.all.rows.begin()));
  const double points = tally.wins + tally.ties / 2.0;
  if (json) {
    Json object = {{"one", one.label()},         {"other", other.label()},
                   {"games", tally.games},       {"wins", tally.wins},
                   {"ties", tally.ties},         {"losses", tally.games - tally.wins - tally.ties},
                   {"forfeits", tally.forfeits}, {"apart", nullptr}};
    object["spread"] = tally.counted > 0 ? Json(static_cast<double>(tally.spread) / tally.counted) : Json();
    if (apart)
      object["apart"] = {{"elo", apart->above.elo},
                         {"error_low", apart->above.error_low},
                         {"error_high", apart->above.error_high},
                         {"superiority", apart->superiority}};
    print(json_line(object));
    return success();
  }
  std::string text = fmt::format("{} against {}: {} games", one.label(), other.label(), tally.games);
  if (tally.games > 0)
    text += fmt::format(", {} : {}, {} won, {} tied, {} lost", short_points(points),
                        short_points(tally.games - points), tally.wins, tally.ties,
                        tally.games - tally.wins - tally.ties);
  if (tally.counted > 0)
    text += fmt::format(", spread {:+.1f}", static_cast<double>(tally.spread) / tally.counted);
  if (tally.forfeits > 0) text += fmt::format(", {} forfeited", tally.forfeits);
  print(wrapped(text, kColumns) + "\n");
  if (apart)
    print(wrapped(
              fmt::format("By all games of the league, {} is {} Elo ({}) above {}, and the stronger one with "
                          "a chance of {}.",
                          one.label(), whole_elo(apart->above.elo), error_bars(apart->above), other.label(),
                          chance_text(apart->superiority)),
              kColumns) +
          "\n");
  return success();
}

}  // namespace

std::function<int()> declare_league_standings(CLI::App& command) {
  struct Arguments {
    std::string league;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  declare_league(command, arguments->league);
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] {
    const auto done = standings(arguments->league, arguments->json);
    return done ? kDone : complain(done.error());
  };
}

std::function<int()> declare_league_pair(CLI::App& command) {
  struct Arguments {
    std::string league, one, other;
    bool json = false;
  };
  auto arguments = std::make_shared<Arguments>();
  command.add_option("one", arguments->one, "A bot of the league, or one of its versions, as in greedy-v2")
      ->required()
      ->type_name("BOT");
  command.add_option("other", arguments->other, "Another one")->required()->type_name("BOT");
  declare_league(command, arguments->league);
  command.add_flag("--json", arguments->json, "Print JSON");
  return [arguments] {
    const auto done = pair(arguments->league, arguments->one, arguments->other, arguments->json);
    return done ? kDone : complain(done.error());
  };
}

}  // namespace toptile
