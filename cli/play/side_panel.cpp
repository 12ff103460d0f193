#include "cli/play/side_panel.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_columns.h"
#include "cli/play/words.h"
#include "cli/terminal/terminal.h"

namespace toptile {

namespace {

std::string seconds_text(std::chrono::milliseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  return seconds < 60 ? fmt::format("{:.1f} s", static_cast<double>(time.count()) / 1000)
                      : clock_text(seconds);
}

// A line such as "> Anna            24  7 tiles   12.3 s", or a shorter one if there is no room.
std::string player_line(const PlayTable& table, Seat seat, int columns) {
  constexpr int kWide = 34;
  const Game& game = table.game();
  const bool is_next = !game.is_over() && game.seat_to_move() == seat;
  std::string behind = fmt::format("{:>5}", game.score(seat));
  if (columns >= kWide)
    behind += fmt::format("  {:>2} {:<5} {:>7}", game.rack(seat).size(),
                          game.rack(seat).size() == 1 ? "tile" : "tiles", seconds_text(table.time_of(seat)));
  const auto width = static_cast<std::size_t>(columns - 2) - behind.size();
  return (is_next ? "> " : "  ") + fitted_to(table.name(seat), width) + behind;
}

// A text such as "Anna plays 5d.MOOD for 8" in lines of the panel. All but the first are indented.
std::vector<std::string> told_lines(const std::string& text, int columns) {
  auto lines = lines_of(text, static_cast<std::size_t>(columns));
  for (std::size_t line = 1; line < lines.size(); ++line) lines[line] = "  " + lines[line];
  return lines;
}

// The last turns that fit into this many lines. If all fit, the draw for the first move comes before them.
std::vector<std::string> last_turns(const PlayTable& table, int columns, int lines) {
  std::vector<std::string> shown;
  const auto& turns = table.game().turns();
  for (std::size_t i = turns.size(); i-- > 0;) {
    const auto told = told_lines(table.name(turns[i].seat) + " " + turn_text(table, i), columns);
    if (static_cast<int>(shown.size() + told.size()) > lines) return shown;
    shown.insert(shown.begin(), told.begin(), told.end());
  }
  auto draw = told_lines(draw_text(table), columns);
  draw.resize(std::min(draw.size(), static_cast<std::size_t>(lines) - shown.size()));
  shown.insert(shown.begin(), draw.begin(), draw.end());
  return shown;
}

}  // namespace

void paint_standing(Screen& screen, const Layout& layout, const PlayTable& table, std::string_view remark) {
  const Game& game = table.game();
  int row = 0;
  const auto put = [&](std::string_view text, Ink ink = Ink::plain) {
    screen.put(row++, layout.panel_column,
               cut_to_columns(text, static_cast<std::size_t>(layout.panel_columns)), ink);
  };
  put(fmt::format("{} · {}", game.rules().name, game.lexicon().name()), Ink::dim);
  for (const Seat seat : each<Seat>(game.players())) {
    const bool is_next = !game.is_over() && game.seat_to_move() == seat;
    put(player_line(table, seat, layout.panel_columns), is_next ? Ink::strong : Ink::plain);
  }
  const auto free = game.is_over() ? std::nullopt : free_exchanges_left(game);
  const std::string bag = "  bag: " + tiles_text(game.bag().size());
  const std::string exchanges = free ? fmt::format("free exchanges: {}", *free) : "";
  const bool is_one_line =
      columns_of(bag + ", " + exchanges) <= static_cast<std::size_t>(layout.panel_columns);
  put(free && is_one_line ? bag + ", " + exchanges : bag);
  if (free && !is_one_line) put("  " + exchanges);
  ++row;
  const auto said = lines_of(remark, static_cast<std::size_t>(layout.panel_columns));
  const int remark_row = layout.panel_rows - static_cast<int>(said.size());
  const int for_turns = (said.empty() ? layout.panel_rows : remark_row - 1) - row;
  for (const std::string& line : last_turns(table, layout.panel_columns - 2, std::max(for_turns, 0)))
    put(line);
  row = std::max(remark_row, row);
  for (const std::string& line : said) put(line, Ink::strong);
}

std::vector<std::string> wrapped_lines(const std::vector<std::string>& lines, int columns) {
  std::vector<std::string> wrapped;
  for (const std::string& line : lines)
    for (std::string& part : told_lines(line, columns - 2)) wrapped.push_back(std::move(part));
  return wrapped;
}

std::vector<std::string> unseen_lines(const PlayTable& table, int columns) {
  const Tiles unseen = table.game().unseen_by(table.game().seat_to_move());
  std::string text;
  for (Face face = 0; face < table.alphabet().size(); ++face)
    if (unseen.count(face) > 0)
      text +=
          fmt::format("{}{}×{}", text.empty() ? "" : " ", table.alphabet().symbol(face), unseen.count(face));
  std::vector<std::string> lines = {"unseen: " + tiles_text(static_cast<std::size_t>(unseen.size()))};
  for (std::string& line : lines_of(text, static_cast<std::size_t>(columns)))
    lines.push_back(std::move(line));
  return lines;
}

void paint_lines(Screen& screen, const Layout& layout, const std::vector<std::string>& lines, int selected) {
  for (int i = 0; i < static_cast<int>(lines.size()) && i < layout.panel_rows; ++i) {
    screen.put(i, layout.panel_column,
               cut_to_columns(lines[i], static_cast<std::size_t>(layout.panel_columns)),
               i == selected ? Ink::present : Ink::plain);
  }
}

}  // namespace toptile
