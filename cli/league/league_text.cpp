#include "cli/league/league_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/parallel.h"
#include "base/text_columns.h"
#include "base/utf8.h"
#include "base/words.h"
#include "cli/league/league_place.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "ratings/tables/elo_text.h"

namespace toptile {

namespace {

std::string ranks_text(const RankRange& ranks) {
  return ranks.best == ranks.worst ? std::to_string(ranks.best)
                                   : fmt::format("{}-{}", ranks.best, ranks.worst);
}

// The comparison with the version before it: "+34, 97.0 %". There is no room for the interval.
std::string change_text(const LeagueRow& row) {
  if (!row.over_predecessor) return "";
  const Distance& distance = *row.over_predecessor;
  const std::string chance =
      distance.superiority > 0.999 ? ">99.9 %" : fmt::format("{:.1f} %", 100 * distance.superiority);
  return fmt::format("{}, {}", whole_elo(distance.above.elo), chance);
}

}  // namespace

std::string chance_text(double chance) {
  if (chance > 0.999) return "over 99.9 %";
  if (chance < 0.001) return "under 0.1 %";
  return fmt::format("{:.1f} %", 100 * chance);
}

std::string league_table_text(const LeagueTerms& terms, const LeagueTable& table) {
  std::string text =
      wrapped(fmt::format("{}: {} {}, {}", printable(terms.name, 100), table.rows.size(),
                          table.rows.size() == 1 ? "bot plays" : "bots play", counted(table.games, "game")),
              kColumns) +
      "\n";
  if (table.rows.empty()) return text;
  bool has_change = false;
  for (const LeagueRow& row : table.rows) has_change = has_change || row.over_predecessor;
  TextTable columns{{{"#"}, {"ranks"}, {"bot", Align::left}, {"games"}, {"%"}, {"Elo"}, {"95 %"}, {"spread"}},
                    {}};
  if (has_change) columns.columns.push_back({"over previous"});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const RatingRow& rating = table.all.rows[table.rows[i].row];
    const FieldResult& field = rating.field;
    std::vector<std::string> cells = {
        std::to_string(i + 1),
        field.games > 0 ? ranks_text(table.rows[i].ranks) : "",
        rating.name,
        std::to_string(field.games),
        field.games > 0 ? fmt::format("{:.1f}", 100 * field.points / field.games) : "",
        field.games > 0 ? whole_elo(rating.rating.elo) : "new",
        field.games > 0 ? interval_text(rating.rating) : "",
        field.spread ? fmt::format("{:+.1f}", field.spread->value) : ""};
    if (has_change) cells.push_back(change_text(table.rows[i]));
    columns.rows.push_back(std::move(cells));
  }
  text += "\n" + plain_table(columns, kColumns);
  std::string notes;
  const auto has_forfeited = [&](const LeagueRow& row) {
    const FieldResult& field = table.all.rows[row.row].field;
    return field.finished < field.games;
  };
  if (std::ranges::any_of(table.rows, has_forfeited))
    notes += wrapped("The spread is that of games that no bot forfeited.", kColumns) + "\n";
  for (const LeagueRow& row : table.rows) {
    if (row.forfeits == 0) continue;
    notes += wrapped(fmt::format("{} forfeited {} of its games; toptile league show {} says why.",
                                 row.version.label(), row.forfeits, row.version.label()),
                     kColumns) +
             "\n";
  }
  for (const std::string& note : notes_of(table)) notes += wrapped(note, kColumns) + "\n";
  return notes.empty() ? text : text + "\n" + notes;
}

Result<void> print_league_standings(LeagueStore& store) {
  LeagueCounts counts;
  TOPTILE_TRY_TO(counts.read(store));
  TOPTILE_TRY(const auto table,
              league_table(counts, store.terms(), static_cast<int>(usable_processors().size())));
  print(league_table_text(store.terms(), table));
  return success();
}

std::string set_text(const RecordedSet& set) {
  std::vector<std::string> scores;
  for (std::size_t game = 0; game < 2; ++game) {
    const GameResult& result = set.results[game];
    std::array<int, 2> points{};
    for (const SeatResult& seat : result.seats()) points[seat.entrant] = seat.points;
    scores.push_back(
        fmt::format("{} : {}{}", points[0], points[1], result.is_forfeited() ? " (forfeited)" : ""));
  }
  return fmt::format("{}", fmt::join(scores, ", "));
}

Result<void> tell_state(LeagueStore& store, const BotVersion& version) {
  TOPTILE_TRY(const auto after, store.versions().find(version.label()));
  print(fmt::format("{} is {} now\n", after.label(), name_of(after.state)));
  return success();
}

}  // namespace toptile
