#include "cli/replay/replay_picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "cli/replay/replay_parts.h"
#include "protocol/text_columns.h"

namespace toptile {

namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastBeside = 26;  // The columns that seats and turns need beside the board.
constexpr std::size_t kMostBeside = 48;   // More columns would put points too far from their moves.
constexpr std::size_t kLeastWide = 24;    // The columns that any picture needs.
constexpr std::size_t kFrame = 2;         // The first line and the last.
constexpr std::size_t kLeastGraph = 12;   // The columns that the scores need.

void append(ScreenLines& lines, ScreenLines block) {
  std::ranges::move(block, std::back_inserter(lines));
}

ScreenLine title(const RecordedGame& game, const ReplayView& view, std::size_t width) {
  const std::string turn =
      fmt::format("{}turn {} of {}", view.is_playing ? "▶ " : "", view.turn, game.record().turns.size());
  const std::string players =
      fmt::format("Game {}: {}", game.record().id, fmt::join(game.record().players, " – "));
  const std::size_t room = width - std::min(width, columns_of(turn) + kGap);
  ScreenLine line(cut_to_columns(players, room), Ink::strong);
  return line.pad_to(room + kGap).add(turn, Ink::strong).cut_to(width);
}

// The hints that fit, and always the last one.
std::string hints(const RecordedGame& game, std::size_t width) {
  std::vector<std::string> all = {"← → turn", "space play",    "g go to",
                                  "n p game", "PgUp PgDn ten", "Home End"};
  if (!game.record().forfeits.empty()) all.insert(all.begin() + 2, "e evidence");
  std::string text = "? help  q leave";
  std::string shown;
  for (const std::string& hint : all) {
    if (columns_of(shown) + columns_of(hint) + 2 + columns_of(text) > width) break;
    shown += hint + "  ";
  }
  return cut_to_columns(shown + text, width);
}

ScreenLine footer(const RecordedGame& game, const ReplayView& view, std::size_t width) {
  if (view.asked)
    return ScreenLine(fmt::format("Go to turn (0 to {}; Esc cancels): {}_", game.turns(), *view.asked),
                      Ink::strong)
        .cut_to(width);
  if (!view.note.empty()) return ScreenLine(view.note, Ink::alarm).cut_to(width);
  return ScreenLine(hints(game, width), Ink::dim);
}

// What is below the board, in so many rows: what happened in the turn and, if there is room, the scores.
ScreenLines below(const RecordedGame& game, int turn, std::size_t rows, std::size_t width) {
  ScreenLines lines = turn_lines(game, turn, width);
  const std::size_t for_graph = game.record().players.size() + 1;
  const bool has_graph = width >= kLeastGraph && rows > for_graph + 2;
  const std::size_t room = has_graph ? rows - for_graph - 1 : rows;
  if (lines.size() > room) {
    lines.resize(room);
    if (room > 0) lines.back().add(" …").cut_to(width);
  }
  if (!has_graph) return lines;
  lines.resize(room + 1);
  append(lines, graph_lines(game, turn, width));
  return lines;
}

ScreenLines beside(const RecordedGame& game, int turn, std::size_t rows, std::size_t width) {
  ScreenLines lines = seat_lines(game, turn, width);
  if (lines.size() + 1 < rows) {
    lines.emplace_back();
    append(lines, turn_list(game, turn, rows - lines.size(), width));
  }
  lines.resize(std::min(lines.size(), rows));
  return lines;
}

ScreenLines side_by_side(const ScreenLines& left, std::size_t left_width, const ScreenLines& right) {
  ScreenLines lines;
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    ScreenLine line = i < left.size() ? left[i] : ScreenLine();
    if (i < right.size() && right[i].columns() > 0) line.pad_to(left_width + kGap).add(right[i]);
    lines.push_back(std::move(line));
  }
  return lines;
}

ScreenLines wide_picture(const RecordedGame& game, int turn, std::size_t rows, std::size_t width) {
  ScreenLines left = coloured_board(game.after(turn), game.alphabet());
  const std::size_t board_width = board_columns(game);
  left.emplace_back();
  append(left, below(game, turn, rows - std::min(rows, left.size()), board_width));
  return side_by_side(left, board_width,
                      beside(game, turn, rows, std::min(width - board_width - kGap, kMostBeside)));
}

ScreenLines narrow_picture(const RecordedGame& game, int turn, std::size_t rows, std::size_t width) {
  ScreenLines lines = coloured_board(game.after(turn), game.alphabet());
  append(lines, short_seat_lines(game, turn, width));
  append(lines, below(game, turn, rows - std::min(rows, lines.size()), width));
  return lines;
}

ScreenLines page_of(const std::string& text, std::size_t rows, std::size_t width) {
  ScreenLines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(ScreenLine(line).cut_to(width));
  if (lines.size() <= rows) return lines;
  const std::size_t left_out = lines.size() - rows + 1;
  lines.resize(rows);
  lines.back() =
      ScreenLine(fmt::format("… {} more lines; --plain shows all", left_out), Ink::dim).cut_to(width);
  return lines;
}

constexpr std::string_view kHelp =
    "→ ↓ Enter      the next turn\n"
    "← ↑            the turn before\n"
    "PgDn PgUp      ten turns forward or back\n"
    "Home End       before the first turn, after the last; also 0 and $\n"
    "g              go to a turn by its number; Esc cancels\n"
    "space          start or stop automatic play; + faster, - slower\n"
    "n p            the next game of the run, the game before\n"
    "e              the last lines exchanged with a bot that forfeited\n"
    "q Ctrl-C       leave; Ctrl-Z stops, fg goes on\n"
    "\n"
    "A stack shows its top letter and, from 2 on, its height; the deeper its\n"
    "colour, the higher it is. [ ] is around the tiles of this turn. ▶ marks\n"
    "who moved, and the rack is shown before and after.\n"
    "\n"
    "Any key goes back to the game.\n";

std::string page_text(const RecordedGame& game, ReplayView::Page page) {
  if (page == ReplayView::Page::help) return std::string(kHelp);
  if (game.record().forfeits.empty())
    return "Nobody forfeited in this game.\n\nAny key goes back to the game.\n";
  return game.ending(RecordedGame::With::evidence);
}

ScreenLines too_small(const TerminalSize& size, std::size_t columns, std::size_t rows) {
  const std::string text = fmt::format("The terminal is too small: {} by {}, and the board needs {} by {}.",
                                       size.columns, size.rows, columns, rows);
  ScreenLines lines;
  for (const std::string& line : lines_of(text, size.columns - 1))
    if (lines.size() < size.rows) lines.push_back(ScreenLine(line).cut_to(size.columns - 1));
  return lines;
}

}  // namespace

std::vector<ScreenLine> draw_replay(const RecordedGame& game, const ReplayView& view,
                                    const TerminalSize& size) {
  const std::size_t width = std::max<std::size_t>(size.columns, 2) - 1;  // A line of full width may wrap.
  const std::size_t board_rows = static_cast<std::size_t>(game.after(0).board.size()) + 1;
  const std::size_t least_width = std::max(board_columns(game), kLeastWide);
  const std::size_t least_rows = kFrame + board_rows + game.record().players.size() + 1;
  if (width < least_width || size.rows < least_rows)
    return too_small({width + 1, size.rows}, least_width + 1, least_rows);

  const std::size_t rows = size.rows - kFrame;
  ScreenLines lines = {title(game, view, width)};
  if (view.page != ReplayView::Page::game) {
    append(lines, page_of(page_text(game, view.page), rows, width));
  } else if (width >= board_columns(game) + kGap + kLeastBeside) {
    append(lines, wide_picture(game, view.turn, rows, width));
  } else {
    append(lines, narrow_picture(game, view.turn, rows, width));
  }
  lines.resize(size.rows - 1);
  lines.push_back(footer(game, view, width));
  return lines;
}

}  // namespace toptile
