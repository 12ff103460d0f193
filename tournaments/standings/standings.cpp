#include "tournaments/standings/standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/words.h"
#include "ratings/tables/elo_text.h"
#include "ratings/tables/rating_notes.h"

namespace toptile {

namespace {

struct Tally {
  Standing standing;
  double spread = 0;  // The sum over the finished games.

  void add(const RankedGame& game, int seat) {
    ++standing.games;
    standing.points += game.score(seat);
    const Outcome outcome = game.outcome(seat);
    standing.wins += outcome == Outcome::win;
    standing.ties += outcome == Outcome::tie;
    standing.losses += outcome == Outcome::loss;
    if (!game.points) return;
    spread += game.spread(seat);
    ++standing.finished;
  }
};

bool ranks_before(const Standing& a, const Standing& b) {
  if (a.rating.pool != b.rating.pool) return a.rating.pool < b.rating.pool;
  if (a.rating.elo != b.rating.elo) return a.rating.elo > b.rating.elo;
  if (a.points != b.points) return a.points > b.points;
  if (a.mean_spread != b.mean_spread) return a.mean_spread.value_or(0) > b.mean_spread.value_or(0);
  return a.entrant < b.entrant;
}

std::vector<std::vector<CrossCell>> cross_of(const std::vector<Standing>& rows,
                                             const std::vector<RankedGame>& games) {
  std::vector<std::size_t> place(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) place[rows[i].entrant] = i;
  std::vector<std::vector<CrossCell>> cross(rows.size(), std::vector<CrossCell>(rows.size()));
  const auto add = [&](const RankedGame& game, int seat, int other) {
    CrossCell& cell = cross[place[game.players[seat]]][place[game.players[other]]];
    ++cell.games;
    cell.points += game.ranks[seat] < game.ranks[other] ? 1 : game.ranks[seat] == game.ranks[other] ? 0.5 : 0;
  };
  for (const RankedGame& game : games) {
    for (int seat = 0; seat < game.seats; ++seat)
      for (int other = 0; other < game.seats; ++other)
        if (other != seat) add(game, seat, other);
  }
  return cross;
}

// fmt pads by code points; each code point used here takes one column of a terminal.
std::string rows_text(const Standings& standings, std::size_t name_width, bool has_ratings) {
  std::string text =
      fmt::format("{:>3}  {:<{}} {:>6} {:>5} {:>4} {:>6} {:>6} {:>6}{}\n", "#", "bot", name_width, "games",
                  "wins", "ties", "losses", "points", "spread", has_ratings ? "   Elo 95 %" : "");
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    const Standing& row = standings.rows[i];
    text += fmt::format("{:>3}  {:<{}} {:>6} {:>5} {:>4} {:>6} {:>6} {:>6}", i + 1, row.name, name_width,
                        row.games, row.wins, row.ties, row.losses, short_points(row.points),
                        mean_spread_text(row.mean_spread));
    if (has_ratings) text += fmt::format(" {:>5} {}", whole_elo(row.rating.elo), interval_text(row.rating));
    text += '\n';
  }
  return text;
}

// The width of the title or of the longest name, whichever is greater.
std::size_t name_width_of(const Standings& standings, std::string_view title) {
  std::size_t width = title.size();
  for (const Standing& row : standings.rows) width = std::max(width, row.name.size());
  return width;
}

constexpr std::string_view kCrossTitle = "points against";

std::string cross_text(const Standings& standings, std::size_t name_width) {
  std::size_t cell_width = 4;
  for (const auto& row : standings.cross) {
    for (const CrossCell& cell : row) cell_width = std::max(cell_width, short_points(cell.points).size());
  }
  std::string text = fmt::format("{:>3}  {:<{}} ", "", kCrossTitle, name_width);
  for (std::size_t i = 0; i < standings.rows.size(); ++i) text += fmt::format(" {:>{}}", i + 1, cell_width);
  text += '\n';
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    text += fmt::format("{:>3}  {:<{}} ", i + 1, standings.rows[i].name, name_width);
    for (std::size_t j = 0; j < standings.rows.size(); ++j) {
      const CrossCell& cell = standings.cross[i][j];
      text += fmt::format(" {:>{}}",
                          i == j            ? "·"
                          : cell.games == 0 ? "-"
                                            : short_points(cell.points),
                          cell_width);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

RankedGame ranked_in(const JoinedSets& joined, const GameResult& result) {
  RankedGame game = result.ranked();
  const auto other = joined.find(result.set());
  if (other != joined.end()) game.cluster = static_cast<int>(other->second);
  return game;
}

Standings standings_of(const std::vector<std::string>& names, std::vector<GameResult> results,
                       const JoinedSets& joined, const std::optional<LooksPlan>& looks) {
  std::ranges::sort(results, {}, &GameResult::id);  // Sums do not depend on the order in which games ended.
  std::vector<Tally> tallies(names.size());
  std::vector<RankedGame> games;
  games.reserve(results.size());
  for (const GameResult& result : results) {
    for (const SeatResult& seat : result.seats()) {
      Standing& standing = tallies[seat.entrant].standing;
      standing.withdrawn += seat.fate == SeatResult::Fate::withdrawn;
      standing.forfeits += seat.fate == SeatResult::Fate::forfeited && !result.is_void();
    }
    if (result.is_void()) continue;
    const RankedGame& game = games.emplace_back(ranked_in(joined, result));
    for (int seat = 0; seat < game.seats; ++seat) tallies[game.players[seat]].add(game, seat);
  }
  Standings standings;
  standings.games = static_cast<int>(games.size());
  RatingOptions options;
  if (looks) options.every_look = looks->at(games.size());
  standings.ratings = fit_ratings(static_cast<int>(names.size()), games, options);
  standings.model_fit = model_fit(standings.ratings, games);
  const Certainty certainty(standings.ratings);
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    Standing& row = tallies[i].standing;
    row.entrant = static_cast<int>(i);
    row.name = names[i];
    if (row.finished > 0) row.mean_spread = tallies[i].spread / row.finished;
    row.rating = standings.ratings.players[i];
    row.ranks = certainty.ranks()[i];
    standings.rows.push_back(row);
  }
  std::ranges::sort(standings.rows, ranks_before);
  standings.cross = cross_of(standings.rows, games);
  return standings;
}

std::vector<std::string> Standings::names() const {
  std::vector<std::string> names(rows.size());
  for (const Standing& row : rows) names[row.entrant] = row.name;
  return names;
}

std::string mean_spread_text(std::optional<double> spread) {
  return spread ? fmt::format("{:+.1f}", *spread) : "–";
}

std::string format_standings(const Standings& standings) {
  const std::size_t name_width = name_width_of(standings, kCrossTitle);
  return rows_text(standings, name_width, true) + '\n' + cross_text(standings, name_width);
}

std::string format_results(const Standings& standings) {
  return rows_text(standings, name_width_of(standings, "bot"), false);
}

std::vector<std::string> standings_notes(const Standings& standings) {
  const Ratings& ratings = standings.ratings;
  std::vector<std::string> notes;
  if (auto note = seat_note(ratings)) notes.push_back(*std::move(note));
  std::ranges::move(rating_notes(ratings, standings.model_fit, standings.names()), std::back_inserter(notes));
  if (ratings.pools > 1) {
    notes.push_back(fmt::format(
        "The bots fall into {} groups without games between them; compare ratings only within a group.",
        ratings.pools));
  }
  std::ranges::move(fault_notes(standings), std::back_inserter(notes));
  return notes;
}

std::vector<std::string> fault_notes(const Standings& standings) {
  std::vector<std::string> notes;
  for (const Standing& row : standings.rows) {
    if (row.forfeits > 0)
      notes.push_back(
          fmt::format("{} forfeited {} of its {}.", row.name, row.forfeits, counted(row.games, "game")));
    if (row.withdrawn > 0)
      notes.push_back(
          fmt::format("{} was withdrawn; games that it did not play: {}.", row.name, row.withdrawn));
  }
  return notes;
}

Json standings_to_json(const Standings& standings) {
  Json rows = Json::array();
  for (const Standing& row : standings.rows) {
    rows.push_back({{"name", row.name},
                    {"games", row.games},
                    {"wins", row.wins},
                    {"ties", row.ties},
                    {"losses", row.losses},
                    {"forfeits", row.forfeits},
                    {"withdrawn", row.withdrawn},
                    {"points", row.points},
                    {"finished", row.finished},
                    {"mean_spread", row.mean_spread ? Json(*row.mean_spread) : Json()},
                    {"elo", row.rating.elo},
                    {"error_low", finite_or_null(row.rating.error_low)},
                    {"error_high", finite_or_null(row.rating.error_high)},
                    {"pool", row.rating.pool},
                    {"group", row.rating.group},
                    {"in_zero", row.rating.is_in_zero},
                    {"ranks", {row.ranks.best, row.ranks.worst}}});
  }
  Json cross = Json::array();
  for (const auto& row : standings.cross) {
    Json cells = Json::array();
    for (const CrossCell& cell : row) cells.push_back({{"games", cell.games}, {"points", cell.points}});
    cross.push_back(cells);
  }
  return {{"games", standings.games},
          {"standings", rows},
          {"cross", cross},
          {"every_look", standings.ratings.every_look.has_value()},
          {"weak_links", weak_links_to_json(standings.ratings, standings.names())},
          {"model_fit", model_fit_to_json(standings.model_fit, standings.names())},
          {"first_seat",
           {{"elo", standings.ratings.first_seat.elo},
            {"error_low", finite_or_null(standings.ratings.first_seat.error_low)},
            {"error_high", finite_or_null(standings.ratings.first_seat.error_high)}}},
          {"seat_elo", standings.ratings.seat_elo}};
}

}  // namespace toptile
