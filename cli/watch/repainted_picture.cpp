#include "cli/watch/repainted_picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <sstream>

#include "base/text_columns.h"
#include "cli/terminal/table.h"
#include "ratings/tables/elo_text.h"

namespace toptile {

namespace {

using Lines = std::vector<ScreenLine>;

constexpr std::size_t kMinBar = 8, kMaxBar = 40;
constexpr std::size_t kTall = 16;        // Blank lines separate the blocks if there are so many rows.
constexpr std::size_t kMinForGames = 8;  // Games in play are shown if there are so many rows.
constexpr std::size_t kMaxFaults = 3;

// The first pieces of the text, as many as leave room for the bar, and at least two.
std::string progress_pieces(const TournamentProgress& progress, std::size_t width) {
  const auto share =
      static_cast<double>(progress.played) / static_cast<double>(std::max<std::uint64_t>(progress.games, 1));
  std::vector<std::string> pieces = {fmt::format("{}/{}", progress.played, progress.games),
                                     fmt::format("{:.0f} %", std::floor(100 * share))};
  if (const auto left = progress.time_left(); left && progress.played < progress.games) {
    pieces.push_back(clock_text(left->count()) + " left");
    const double pace = progress.games_a_second();
    pieces.push_back(pace < 100 ? fmt::format("{:.1f} games/s", pace) : fmt::format("{:.0f} games/s", pace));
  }
  if (progress.forfeits > 0) pieces.push_back(fmt::format("{} forfeited", progress.forfeits));
  while (pieces.size() > 2 && fmt::format("{}", fmt::join(pieces, "  ")).size() + kMinBar + 2 > width)
    pieces.pop_back();
  return fmt::format("{}", fmt::join(pieces, "  "));
}

std::string repeated(std::string_view sign, std::size_t times) {
  std::string text;
  while (times-- > 0) text += sign;
  return text;
}

ScreenLine bar_line(const TournamentProgress& progress, std::size_t width) {
  const std::string pieces = progress_pieces(progress, width);
  if (pieces.size() + kMinBar + 2 > width) return ScreenLine(cut_to_columns(pieces, width));
  const std::size_t bar = std::min(width - pieces.size() - 2, kMaxBar);
  const std::uint64_t games = std::max<std::uint64_t>(progress.games, 1);
  const auto full = static_cast<std::size_t>(std::min(progress.played, games) * bar / games);
  return ScreenLine(repeated("█", full) + repeated("░", bar - full) + "  " + pieces);
}

struct StandingColumn {
  Column column;
  int importance = 0;  // If there is no room, the least important is dropped first; 0 always stays.
  std::string (*cell)(const RunningRow& row);
};

std::string points_cell(const RunningRow& row) {
  return row.points == std::floor(row.points) ? fmt::format("{:.0f}", row.points)
                                              : fmt::format("{:.1f}", row.points);
}

std::vector<StandingColumn> standing_columns() {
  return {{{"games"}, 2, [](const RunningRow& row) { return std::to_string(row.games); }},
          {{"points"}, 0, points_cell},
          {{"spread"}, 1, [](const RunningRow& row) { return mean_spread_text(row.mean_spread()); }},
          {{"Elo"},
           4,
           [](const RunningRow& row) { return row.is_rated() ? whole_elo(row.rating->elo) : std::string(); }},
          {{"95 %"}, 3, [](const RunningRow& row) {
             return row.is_rated() ? interval_text(*row.rating) : std::string();
           }}};
}

Lines lines_of(const std::string& text, std::size_t width) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.emplace_back(cut_to_columns(line, width), lines.empty() ? Ink::strong : Ink::plain);
  return lines;
}

std::string standings_text(const RepaintedPicture& picture, std::size_t rows,
                           const std::vector<StandingColumn>& columns, std::size_t width) {
  TextTable table{{{"#"}, {"bot", Align::left}}, {}};
  for (const StandingColumn& column : columns) table.columns.push_back(column.column);
  for (std::size_t i = 0; i < rows; ++i) {
    const RunningRow& row = picture.rows[i];
    auto& cells =
        table.rows.emplace_back(std::vector<std::string>{std::to_string(i + 1), picture.names[row.entrant]});
    for (const StandingColumn& column : columns) cells.push_back(column.cell(row));
  }
  return plain_table(table, width);
}

bool fits(const std::string& text, std::size_t width) {
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (columns_of(line) > width) return false;
  return true;
}

// A heading and as many bots as there is room for. The last line counts the bots that are left out.
Lines standings_lines(const RepaintedPicture& picture, std::size_t room, std::size_t width) {
  if (room < 2 || picture.rows.empty()) return {};
  const bool is_whole = picture.rows.size() <= room - 1;
  const std::size_t shown = is_whole ? picture.rows.size() : room - 2;
  std::vector<StandingColumn> columns = standing_columns();
  std::string text = standings_text(picture, shown, columns, width);
  while (!fits(text, width)) {
    auto least = columns.end();
    for (auto column = columns.begin(); column != columns.end(); ++column)
      if (column->importance > 0 && (least == columns.end() || column->importance < least->importance))
        least = column;
    if (least == columns.end()) break;
    columns.erase(least);
    text = standings_text(picture, shown, columns, width);
  }
  Lines lines = lines_of(text, width);
  if (!is_whole)
    lines.emplace_back(cut_to_columns(fmt::format("   … {} more", picture.rows.size() - shown), width),
                       Ink::dim);
  return lines;
}

std::string elapsed_text(std::chrono::milliseconds elapsed) {
  return elapsed < std::chrono::minutes(1)
             ? fmt::format("{:.1f} s", static_cast<double>(elapsed.count()) / 1000)
             : clock_text(std::chrono::floor<std::chrono::seconds>(elapsed).count());
}

Lines games_lines(const RepaintedPicture& picture, std::size_t room, std::size_t width) {
  if (room == 0 || picture.in_play.empty()) return {};
  const bool is_whole = picture.in_play.size() <= room;
  const std::size_t shown = is_whole ? picture.in_play.size() : room - 1;
  constexpr std::size_t kTime = 8;
  constexpr std::size_t kMinPlayers = 32;
  std::vector<std::string> players;
  std::size_t for_players = kMinPlayers;
  for (std::size_t i = 0; i < shown; ++i) {
    const GameInPlay& game = picture.in_play[i];
    std::vector<std::string> names;
    for (const Entrant entrant : game.entrants) names.push_back(picture.names[entrant]);
    players.push_back(fmt::format("game {}  {}", game.id, fmt::join(names, " – ")));
    for_players = std::max(for_players, columns_of(players.back()));
  }
  const bool has_times = width >= 3 * kTime;
  for_players = has_times ? std::min(for_players, width - kTime) : width;
  Lines lines;
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string name =
        padded_behind(cut_to_columns(players[i], for_players), has_times ? for_players : 0);
    lines.emplace_back(has_times ? name + padded_before(elapsed_text(picture.in_play[i].elapsed), kTime)
                                 : name);
  }
  if (!is_whole)
    lines.emplace_back(fmt::format("… {} more in play", picture.in_play.size() - shown), Ink::dim);
  for (ScreenLine& line : lines) line.cut_to(width);
  return lines;
}

Lines faults_lines(const RepaintedPicture& picture, std::size_t room, std::size_t width) {
  const std::size_t shown = std::min({picture.faults.size(), room, kMaxFaults});
  Lines lines;
  for (std::size_t i = picture.faults.size() - shown; i < picture.faults.size(); ++i)
    lines.emplace_back(cut_to_columns(picture.faults[i], width), Ink::alarm);
  return lines;
}

void append(Lines& lines, Lines block, bool is_parted) {
  if (block.empty()) return;
  if (is_parted) lines.emplace_back();
  std::ranges::move(block, std::back_inserter(lines));
}

// How many lines a block takes, with the blank line before it.
std::size_t taken_by(const Lines& block, bool is_parted) {
  return block.empty() ? 0 : block.size() + (is_parted ? 1 : 0);
}

}  // namespace

std::vector<ScreenLine> draw(const RepaintedPicture& picture, const TerminalSize& size) {
  const std::size_t width = std::max<std::size_t>(size.columns, 2) - 1;  // A line of full width may wrap.
  const std::size_t height = std::max<std::size_t>(size.rows, 2) - 1;
  const bool is_parted = size.rows >= kTall;
  Lines lines = {bar_line(picture.progress, width)};
  for (const std::string& remark : picture.remarks)
    if (lines.size() < height) lines.emplace_back(cut_to_columns(remark, width));
  std::size_t room = height - lines.size();

  // Faults get room first. Games get at least a quarter of the rest, and also what the standings leave.
  const Lines faults = faults_lines(picture, room >= kMinForGames ? kMaxFaults : room / 4, width);
  room -= taken_by(faults, is_parted);
  const std::size_t for_standings = picture.rows.size() + 1 + (is_parted ? 1 : 0);
  const std::size_t least_for_games = size.rows >= kMinForGames ? room / 4 : 0;
  const std::size_t for_games = std::max(least_for_games, room - std::min(room, for_standings));
  const Lines games = games_lines(picture, for_games - (is_parted && for_games > 0 ? 1 : 0), width);
  room -= taken_by(games, is_parted);
  append(lines, standings_lines(picture, room - (is_parted && room > 0 ? 1 : 0), width), is_parted);
  append(lines, games, is_parted);
  append(lines, faults, is_parted);
  return lines;
}

}  // namespace toptile
