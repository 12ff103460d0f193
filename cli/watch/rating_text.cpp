#include "cli/watch/rating_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text_columns.h"
#include "cli/terminal/table.h"
#include "cli/terminal/terminal.h"
#include "ratings/tables/elo_text.h"
#include "ratings/tables/rating_notes.h"

namespace toptile {
namespace {

constexpr std::size_t kSuperioritiesALine = 8;  // This many fit beside a name of 18 characters in 80 columns.

std::string percent(double share) {
  return fmt::format("{:.1f}", 100 * share);
}

std::string shown_elo(const RatingRow& row) {
  if (!row.rating.unbounded) return whole_elo(row.rating.elo);
  return row.field.losses == row.field.games ? "-∞" : row.field.wins == row.field.games ? "+∞" : "?";
}

// A text such as "3" or "2-5".
std::string ranks_text(const RankRange& ranks) {
  return ranks.best == ranks.worst ? std::to_string(ranks.best)
                                   : fmt::format("{}-{}", ranks.best, ranks.worst);
}

std::vector<std::string> cells_of(const RatingRow& row, std::size_t place, bool has_spread) {
  const FieldResult& field = row.field;
  std::vector<std::string> cells = {std::to_string(place),
                                    ranks_text(row.ranks),
                                    row.name,
                                    std::to_string(field.games),
                                    field.games > 0 ? percent(field.points / field.games) : "",
                                    shown_elo(row),
                                    interval_text(row.rating),
                                    field.normalized_elo ? whole_elo(field.normalized_elo->value) : ""};
  if (!has_spread) return cells;
  cells.push_back(field.spread ? fmt::format("{:+.1f}", field.spread->value) : "");
  cells.push_back(field.spread ? fmt::format("±{:.1f}", field.spread->error) : "");
  return cells;
}

// The ratings for people. Pools follow one another, each with its best player first.
TextTable ratings_of(const RatingTable& table, int pool) {
  const bool has_spread = table.has_spread();
  TextTable text{{{"#"}, {"ranks"}, {"player", Align::left}, {"games"}, {"%"}, {"Elo"}, {"95 %"}, {"nElo"}},
                 {}};
  if (has_spread) text.columns.insert(text.columns.end(), {{"spread"}, {"95 %"}});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (pool < 0 || table.rows[i].rating.pool == pool)
      text.rows.push_back(cells_of(table.rows[i], i + 1, has_spread));
  }
  return text;
}

std::string superiority_cell(const RatingTable& table, std::size_t row, std::size_t column) {
  if (row == column) return "·";
  const double chance = superiority(table, row, column);
  return std::isnan(chance) ? "?" : percent(chance);
}

TextTable superiorities_of(const RatingTable& table, std::size_t from, std::size_t to) {
  TextTable text{{{"#"}, {"player", Align::left}}, {}};
  for (std::size_t j = from; j < to; ++j) text.columns.push_back({std::to_string(j + 1)});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    auto& cells = text.rows.emplace_back(std::vector{std::to_string(i + 1), table.rows[i].name});
    for (std::size_t j = from; j < to; ++j) cells.push_back(superiority_cell(table, i, j));
  }
  return text;
}

TextTable distances_table(const RatingTable& table, const std::vector<Distance>& distances) {
  TextTable text{{{"player", Align::left}, {"above", Align::left}, {"Elo"}, {"95 %"}, {"stronger"}}, {}};
  for (const Distance& distance : distances)
    text.rows.push_back({table.rows[distance.row].name, table.rows[distance.other].name,
                         whole_elo(distance.above.elo), interval_text(distance.above),
                         percent(distance.superiority) + " %" + (distance.is_certain ? " *" : "  ")});
  return text;
}

std::string heading_of(const std::string& above, const std::vector<Distance>& distances) {
  return fmt::format("How far each is above {} ({}):", above,
                     std::ranges::any_of(distances, &Distance::is_certain)
                         ? "*: all of these are certain together, 95 %"
                         : "none of these is certain, 95 %");
}

// The requested tables, each with its heading for plain text.
std::vector<std::pair<std::string, TextTable>> extra_tables(const RatingTable& table,
                                                            const RatingExtras& extras) {
  std::vector<std::pair<std::string, TextTable>> tables;
  const auto add = [&](const std::string& above, const std::vector<Distance>& distances) {
    tables.emplace_back(heading_of(above, distances), distances_table(table, distances));
  };
  if (extras.next) add("the next", distances_to_next(table));
  if (extras.against) add(table.rows[*extras.against].name, distances_to(table, *extras.against));
  return tables;
}

std::string exact(const std::optional<MeanEstimate>& estimate, double MeanEstimate::*part) {
  return estimate ? fmt::format("{}", (*estimate).*part) : "";
}

// The ratings for programs, with all digits.
TextTable figures_of(const RatingTable& table, const RatingExtras& extras) {
  TextTable text;
  for (const char* heading : {"rank", "name", "games", "wins", "ties", "losses", "points", "elo", "error_low",
                              "error_high", "normalized_elo", "normalized_elo_error", "spread",
                              "spread_error", "pool", "group", "best_rank", "worst_rank"})
    text.columns.push_back({heading});
  const bool has_several_anchors = table.has_several_anchors();
  if (has_several_anchors) text.columns.push_back({"given"});
  if (extras.superiority) {
    for (const RatingRow& row : table.rows) text.columns.push_back({"over " + row.name});
  }
  for (const auto& [is_wanted, name] :
       {std::pair(extras.next, "next"), std::pair(extras.against.has_value(), "against")}) {
    if (!is_wanted) continue;
    for (const char* part : {"", "_error_low", "_error_high", "_superiority"})
      text.columns.push_back({std::string(name) + part});
  }
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto& [player, name, field, rating, ranks] = table.rows[i];
    const auto number = [](auto value) { return fmt::format("{}", value); };
    auto& cells = text.rows.emplace_back(std::vector<std::string>{
        number(i + 1), name, number(field.games), number(field.wins), number(field.ties),
        number(field.losses), number(field.points), rating.unbounded ? "" : number(rating.elo),
        number(rating.error_low), number(rating.error_high),
        exact(field.normalized_elo, &MeanEstimate::value), exact(field.normalized_elo, &MeanEstimate::error),
        exact(field.spread, &MeanEstimate::value), exact(field.spread, &MeanEstimate::error),
        number(rating.pool), number(rating.group), number(ranks.best), number(ranks.worst)});
    if (has_several_anchors) cells.push_back(rating.given ? number(*rating.given) : "");
    for (std::size_t j = 0; extras.superiority && j < table.rows.size(); ++j) {
      const double chance = superiority(table, i, j);
      cells.push_back(std::isnan(chance) ? "" : number(chance));
    }
    const auto add = [&](const std::optional<Distance>& distance) {
      for (const auto part : {&RatingEstimate::elo, &RatingEstimate::error_low, &RatingEstimate::error_high})
        cells.push_back(distance ? number(distance->above.*part) : "");
      cells.push_back(distance ? number(distance->superiority) : "");
    };
    if (extras.next) add(i + 1 < table.rows.size() ? distance(table, i, i + 1) : std::nullopt);
    if (extras.against) add(distance(table, i, *extras.against));
  }
  return text;
}

std::string notes_of(const RatingTable& table, std::span<const std::string> more) {
  const Ratings& ratings = table.ratings;
  std::string notes;
  const auto note = [&](const std::string& text) { notes += wrapped(text, kColumns) + "\n"; };
  if (const auto seats = seat_note(ratings)) note(*seats);
  if (ratings.seat_fit == SeatFit::unidentified && table.games > 0)
    note("These games do not show what moving first is worth; it is taken as 0.");
  if (ratings.seat_fit == SeatFit::unbounded)
    note("Moving first decided these games, so its worth has no bound; it is taken as 0.");
  for (const std::string& text : rating_notes(ratings, table.model_fit, table.names())) note(text);
  if (ratings.one_way_games > 0)
    note(fmt::format("Games between pools, which went one way only and do not count: {}.",
                     ratings.one_way_games));
  if (table.unfinished > 0)
    note(fmt::format("Games without a result, which do not count: {}.", table.unfinished));
  for (const std::string& text : more) note(text);
  return notes.empty() ? "" : "\n" + notes;
}

std::string in_pools(const RatingTable& table) {
  if (table.ratings.pools <= 1) return plain_table(ratings_of(table, -1), kColumns);
  std::string text =
      wrapped(fmt::format("The players fall into {} pools; ratings compare within a pool only.",
                          table.ratings.pools),
              kColumns) +
      "\n";
  for (int pool = 0; pool < table.ratings.pools; ++pool)
    text += fmt::format("\nPool {}\n", pool + 1) + plain_table(ratings_of(table, pool), kColumns);
  return text;
}

std::string plain_text(const RatingTable& table, const RatingExtras& extras,
                       std::span<const std::string> notes) {
  std::string text = in_pools(table);
  if (extras.superiority)
    text += "\nThe chance in percent that the row's player is stronger than the column's:\n";
  for (std::size_t from = 0; extras.superiority && from < table.rows.size(); from += kSuperioritiesALine) {
    const std::size_t to = std::min(from + kSuperioritiesALine, table.rows.size());
    text += (from > 0 ? "\n" : "") + plain_table(superiorities_of(table, from, to), kColumns);
  }
  for (const auto& [words, distances] : extra_tables(table, extras))
    text += "\n" + wrapped(words, kColumns) + "\n" + plain_table(distances, kColumns);
  return text + notes_of(table, notes);
}

// The notes after an empty line; empty if there are none.
std::string paragraph_of(const std::vector<std::string>& notes) {
  std::string text = notes.empty() ? "" : "\n";
  for (const std::string& note : notes) text += wrapped(note, kColumns) + '\n';
  return text;
}

}  // namespace

std::string rating_text(const RatingTable& table, TableFormat format, const RatingExtras& extras,
                        std::span<const std::string> notes) {
  if (format == TableFormat::plain) return plain_text(table, extras, notes);
  if (format == TableFormat::csv) return csv_table(figures_of(table, extras));
  const auto write = format == TableFormat::markdown ? markdown_table : latex_table;
  std::string text = write(ratings_of(table, -1));
  if (extras.superiority) text += "\n" + write(superiorities_of(table, 0, table.rows.size()));
  for (const auto& [words, distances] : extra_tables(table, extras)) text += "\n" + write(distances);
  return text;
}

std::string standings_text(const Standings& standings) {
  return format_standings(standings) + paragraph_of(standings_notes(standings));
}

std::string results_text(const Standings& standings) {
  return "\n" + format_results(standings) + paragraph_of(fault_notes(standings));
}

}  // namespace toptile
