#include "cli/rating_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/table.h"
#include "cli/terminal.h"
#include "cli/text_columns.h"
#include "tournaments/elo_text.h"

namespace toptile {
namespace {

constexpr std::size_t kSuperioritiesALine = 8;  // Beside a name of 18 characters, in 80 columns.

std::string percent(double share) {
  return fmt::format("{:.1f}", 100 * share);
}

std::string shown_elo(const RatingRow& row) {
  if (!row.rating.unbounded) return whole_elo(row.rating.elo);
  return row.field.losses == row.field.games ? "-∞" : row.field.wins == row.field.games ? "+∞" : "?";
}

std::vector<std::string> cells_of(const RatingRow& row, std::size_t place, bool has_spread) {
  const FieldResult& field = row.field;
  std::vector<std::string> cells = {std::to_string(place),
                                    row.name,
                                    std::to_string(field.games),
                                    field.games > 0 ? percent(field.points / field.games) : "",
                                    shown_elo(row),
                                    error_bars(row.rating),
                                    field.normalized_elo ? whole_elo(field.normalized_elo->value) : ""};
  if (!has_spread) return cells;
  cells.push_back(field.spread ? fmt::format("{:+.1f}", field.spread->value) : "");
  cells.push_back(field.spread ? fmt::format("±{:.1f}", field.spread->error) : "");
  return cells;
}

// For people. Pools follow one another, best first in each.
TextTable ratings_of(const RatingTable& table, int pool) {
  const bool has_spread = table.has_spread();
  TextTable text{{{"#"}, {"player", Align::left}, {"games"}, {"%"}, {"Elo"}, {"95 %"}, {"nElo"}}, {}};
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

std::string exact(const std::optional<MeanEstimate>& estimate, double MeanEstimate::*part) {
  return estimate ? fmt::format("{}", (*estimate).*part) : "";
}

// For programs: as many digits as there are.
TextTable figures_of(const RatingTable& table, WithSuperiority los) {
  TextTable text;
  for (const char* heading :
       {"rank", "name", "games", "wins", "ties", "losses", "points", "elo", "error_low", "error_high",
        "normalized_elo", "normalized_elo_error", "spread", "spread_error", "pool"})
    text.columns.push_back({heading});
  if (los == WithSuperiority::yes) {
    for (const RatingRow& row : table.rows) text.columns.push_back({"over " + row.name});
  }
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto& [player, name, field, rating] = table.rows[i];
    const auto number = [](auto value) { return fmt::format("{}", value); };
    auto& cells = text.rows.emplace_back(std::vector<std::string>{
        number(i + 1), name, number(field.games), number(field.wins), number(field.ties),
        number(field.losses), number(field.points), rating.unbounded ? "" : number(rating.elo),
        number(rating.error_low), number(rating.error_high),
        exact(field.normalized_elo, &MeanEstimate::value), exact(field.normalized_elo, &MeanEstimate::error),
        exact(field.spread, &MeanEstimate::value), exact(field.spread, &MeanEstimate::error),
        number(rating.pool)});
    for (std::size_t j = 0; los == WithSuperiority::yes && j < table.rows.size(); ++j) {
      const double chance = superiority(table, i, j);
      cells.push_back(std::isnan(chance) ? "" : number(chance));
    }
  }
  return text;
}

std::string notes_of(const RatingTable& table) {
  const Ratings& ratings = table.ratings;
  std::string notes;
  const auto note = [&](const std::string& text) { notes += wrapped(text, kColumns) + "\n"; };
  if (ratings.seat_fit == SeatFit::estimated)
    note(fmt::format("Moving first is worth {} Elo ({}).", whole_elo(ratings.first_seat.elo),
                     error_bars(ratings.first_seat)));
  if (!ratings.seat_elo.empty()) note(seats_text(ratings));
  if (ratings.seat_fit == SeatFit::unidentified && table.games > 0)
    note("What moving first is worth cannot be told from these games; it is taken as 0.");
  if (ratings.seat_fit == SeatFit::unbounded)
    note("Moving first decided these games; what it is worth has no bound and is taken as 0.");
  if (ratings.one_way_games > 0)
    note(fmt::format("Games between pools, which went one way only and do not count: {}.",
                     ratings.one_way_games));
  if (table.unfinished > 0)
    note(fmt::format("Games without a result, which do not count: {}.", table.unfinished));
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

std::string plain_text(const RatingTable& table, WithSuperiority los) {
  std::string text = in_pools(table);
  if (los == WithSuperiority::yes)
    text += "\nThe chance in percent that the row's player is stronger than the column's:\n";
  for (std::size_t from = 0; los == WithSuperiority::yes && from < table.rows.size();
       from += kSuperioritiesALine) {
    const std::size_t to = std::min(from + kSuperioritiesALine, table.rows.size());
    text += (from > 0 ? "\n" : "") + plain_table(superiorities_of(table, from, to), kColumns);
  }
  return text + notes_of(table);
}

}  // namespace

std::string rating_text(const RatingTable& table, TableFormat format, WithSuperiority los) {
  if (format == TableFormat::plain) return plain_text(table, los);
  if (format == TableFormat::csv) return csv_table(figures_of(table, los));
  const auto write = format == TableFormat::markdown ? markdown_table : latex_table;
  std::string text = write(ratings_of(table, -1));
  if (los == WithSuperiority::yes) text += "\n" + write(superiorities_of(table, 0, table.rows.size()));
  return text;
}

}  // namespace toptile
