#include "tournaments/standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "referee/fault.h"
#include "tournaments/elo_text.h"

namespace toptile {

namespace {

constexpr std::chrono::milliseconds kLate{10};

struct Tally {
  Standing standing;
  double spread = 0;
  int finished = 0;  // Games that nobody forfeited.

  void add(double score, int game_spread, bool is_forfeited) {
    ++standing.games;
    standing.points += score;
    standing.wins += score == 1;
    standing.losses += score == 0;
    standing.ties += score == 0.5;
    if (is_forfeited) return;
    spread += game_spread;
    ++finished;
  }
};

bool is_better(const Standing& a, const Standing& b) {
  if (a.rating.pool != b.rating.pool) return a.rating.pool < b.rating.pool;
  if (a.rating.elo != b.rating.elo) return a.rating.elo > b.rating.elo;
  if (a.points != b.points) return a.points > b.points;
  if (a.mean_spread != b.mean_spread) return a.mean_spread > b.mean_spread;
  return a.entrant < b.entrant;
}

std::vector<std::vector<CrossCell>> cross_of(const std::vector<Standing>& rows,
                                             const std::vector<GameResult>& results) {
  std::vector<std::size_t> place(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) place[static_cast<std::size_t>(rows[i].entrant)] = i;
  std::vector<std::vector<CrossCell>> cross(rows.size(), std::vector<CrossCell>(rows.size()));
  const auto add = [&](int entrant, int other, double score) {
    CrossCell& cell = cross[place[static_cast<std::size_t>(entrant)]][place[static_cast<std::size_t>(other)]];
    ++cell.games;
    cell.points += score;
  };
  for (const GameResult& result : results) {
    add(result.first, result.second, result.score());
    add(result.second, result.first, 1 - result.score());
  }
  return cross;
}

// 12 or 12.5
std::string half_points(double points) {
  return points == std::floor(points) ? fmt::format("{:.0f}", points) : fmt::format("{:.1f}", points);
}

// fmt pads by code points, which is what a terminal shows of the signs used here.
std::string rows_text(const Standings& standings, int name_width) {
  std::string text =
      fmt::format("{:>3}  {:<{}}  {:>6} {:>6} {:>5} {:>6} {:>7} {:>7} {:>5} {}\n", "#", "bot", name_width,
                  "games", "wins", "ties", "losses", "points", "spread", "Elo", "95 %");
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    const Standing& row = standings.rows[i];
    text += fmt::format("{:>3}  {:<{}}  {:>6} {:>6} {:>5} {:>6} {:>7} {:>+7.1f} {:>5} {}\n", i + 1, row.name,
                        name_width, row.games, row.wins, row.ties, row.losses, half_points(row.points),
                        row.mean_spread, whole_elo(row.rating.elo), error_bars(row.rating));
  }
  return text;
}

std::string cross_text(const Standings& standings, int name_width) {
  std::size_t cell_width = 4;
  for (const auto& row : standings.cross) {
    for (const CrossCell& cell : row) cell_width = std::max(cell_width, half_points(cell.points).size());
  }
  std::string text = fmt::format("{:>3}  {:<{}} ", "", "points against", name_width);
  for (std::size_t i = 0; i < standings.rows.size(); ++i) text += fmt::format(" {:>{}}", i + 1, cell_width);
  text += '\n';
  for (std::size_t i = 0; i < standings.rows.size(); ++i) {
    text += fmt::format("{:>3}  {:<{}} ", i + 1, standings.rows[i].name, name_width);
    for (std::size_t j = 0; j < standings.rows.size(); ++j) {
      const CrossCell& cell = standings.cross[i][j];
      text += fmt::format(" {:>{}}",
                          i == j            ? "·"
                          : cell.games == 0 ? "-"
                                            : half_points(cell.points),
                          cell_width);
    }
    text += '\n';
  }
  return text;
}

std::string notes_text(const Standings& standings) {
  std::string text;
  if (standings.ratings.seat_fit == SeatFit::estimated) {
    text += fmt::format("Moving first is worth {} Elo ({}).\n", whole_elo(standings.ratings.first_seat.elo),
                        error_bars(standings.ratings.first_seat));
  }
  if (standings.ratings.pools > 1) {
    text += fmt::format(
        "The bots fall into {} groups between which there are no games; ratings compare within a group "
        "only.\n",
        standings.ratings.pools);
  }
  for (const Standing& row : standings.rows) {
    if (row.forfeits > 0)
      text += fmt::format("{} forfeited {} of its {} games.\n", row.name, row.forfeits, row.games);
    if (row.withdrawn > 0) {
      text += fmt::format("{} was withdrawn; games not played, which count for nobody: {}.\n", row.name,
                          row.withdrawn);
    }
  }
  return text;
}

GameResult::Side winner_of(const GameRecord& record) {
  if (record.ranks[0] == record.ranks[1]) return GameResult::Side::none;
  return record.ranks[0] < record.ranks[1] ? GameResult::Side::first : GameResult::Side::second;
}

void tell(ForfeitedGames& games, std::uint64_t id, ForfeitedGame game) {
  games.emplace(id, std::move(game));
  if (games.size() > kMostForfeitsTold) games.erase(std::prev(games.end()));
}

}  // namespace

GameResult result_of(const GameRecord& record, const std::array<int, 2>& entrants) {
  GameResult game;
  game.id = static_cast<std::uint32_t>(record.id);
  game.spread = record.scores[0] - record.scores[1];
  game.first = static_cast<std::uint16_t>(entrants[0]);
  game.second = static_cast<std::uint16_t>(entrants[1]);
  game.winner = winner_of(record);
  game.is_late = record.late >= kLate;
  if (record.forfeits.empty()) return game;
  const ForfeitRecord& forfeit = record.forfeits.front();
  game.faulted = forfeit.seat == 0 ? GameResult::Side::first : GameResult::Side::second;
  game.is_void = forfeit.reason == name_of(FaultKind::withdrawn);
  return game;
}

void GameResults::add(const GameRecord& record, const GameResult& result) {
  games.push_back(result);
  turns += record.turns.size();
  if (record.forfeits.empty()) return;
  const ForfeitRecord& forfeit = record.forfeits.front();
  tell(forfeited, record.id, {result.faulted_entrant(), forfeit.reason + ": " + forfeit.text});
}

void GameResults::append(const GameResults& more) {
  games.insert(games.end(), more.games.begin(), more.games.end());
  for (const auto& [id, game] : more.forfeited) tell(forfeited, id, game);
  turns += more.turns;
}

Standings standings_of(const std::vector<std::string>& names, std::vector<GameResult> results) {
  std::ranges::sort(results, {}, &GameResult::id);  // Sums do not depend on the order in which games ended.
  std::vector<Tally> tallies(names.size());
  for (const GameResult& result : results) {
    if (result.is_void) ++tallies[static_cast<std::size_t>(result.faulted_entrant())].standing.withdrawn;
  }
  std::erase_if(results, &GameResult::is_void);
  std::vector<ScoredGame> games;
  games.reserve(results.size());
  for (const GameResult& result : results) {
    tallies[result.first].add(result.score(), result.spread, result.is_forfeited());
    tallies[result.second].add(1 - result.score(), -result.spread, result.is_forfeited());
    if (result.is_forfeited())
      ++tallies[static_cast<std::size_t>(result.faulted_entrant())].standing.forfeits;
    games.push_back({result.first, result.second, result.score(), static_cast<int>(result.pair())});
  }
  Standings standings;
  standings.games = static_cast<int>(results.size());
  standings.ratings = fit_ratings(static_cast<int>(names.size()), games, {});
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    Standing& row = tallies[i].standing;
    row.entrant = static_cast<int>(i);
    row.name = names[i];
    row.mean_spread = tallies[i].finished > 0 ? tallies[i].spread / tallies[i].finished : 0;
    row.rating = standings.ratings.players[i];
    standings.rows.push_back(row);
  }
  std::ranges::sort(standings.rows, is_better);
  standings.cross = cross_of(standings.rows, results);
  return standings;
}

std::string format_standings(const Standings& standings) {
  std::size_t name_width = 14;  // "points against"
  for (const Standing& row : standings.rows) name_width = std::max(name_width, row.name.size());
  std::string text = rows_text(standings, static_cast<int>(name_width));
  text += '\n' + cross_text(standings, static_cast<int>(name_width));
  const std::string notes = notes_text(standings);
  return notes.empty() ? text : text + '\n' + notes;
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
                    {"mean_spread", row.mean_spread},
                    {"elo", row.rating.elo},
                    {"error_low", row.rating.error_low},
                    {"error_high", row.rating.error_high},
                    {"pool", row.rating.pool}});
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
          {"first_seat",
           {{"elo", standings.ratings.first_seat.elo},
            {"error_low", standings.ratings.first_seat.error_low},
            {"error_high", standings.ratings.first_seat.error_high}}}};
}

}  // namespace toptile
