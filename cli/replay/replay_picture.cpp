#include "cli/replay/replay_picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "base/text_columns.h"
#include "cli/replay/replay_parts.h"
#include "cli/terminal/scrolled_lines.h"

namespace toptile {

namespace {

constexpr std::size_t kBoardGap = 2;
constexpr std::size_t kMinBeside = 26;     // The columns that seats and turns need beside the board.
constexpr std::size_t kMaxBeside = 48;     // More columns would put points too far from their moves.
constexpr std::size_t kMinWide = 24;       // The columns that any picture needs.
constexpr std::size_t kMinBesideLow = 24;  // The same if turns are not listed.
constexpr std::size_t kBelowLarge = 7;     // The rows below large squares, and one more for each seat.
constexpr std::size_t kFrame = 2;          // The first line and the last.
constexpr std::size_t kMinGraph = 12;      // The columns that the scores need.

void append(ScreenLines& lines, ScreenLines block) {
  std::ranges::move(block, std::back_inserter(lines));
}

ScreenLine title(const RecordedGame& game, const ReplayView& view, std::size_t width) {
  const std::string turn =
      fmt::format("{}turn {} of {}", view.is_playing ? "▶ " : "", view.turn, game.record().turns.size());
  const std::string players =
      fmt::format("Game {}: {}", game.record().id, fmt::join(game.record().players, " – "));
  const std::size_t room = width - std::min(width, columns_of(turn) + kBoardGap);
  ScreenLine line(cut_to_columns(players, room), Ink::strong);
  return line.pad_to(room + kBoardGap).add(turn, Ink::strong).cut_to(width);
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
  if (view.page != ReplayView::Page::game)
    return ScreenLine("↑ ↓ PgUp PgDn scroll  Enter back  q leave", Ink::dim).cut_to(width);
  return ScreenLine(hints(game, width), Ink::dim);
}

// The part below the board, in this many rows: the turn and, if there is room, the scores.
ScreenLines below(const RecordedGame& game, int turn, std::size_t rows, std::size_t width) {
  ScreenLines lines = turn_lines(game, turn, width);
  const std::size_t for_graph = game.record().players.size() + 1;
  const bool has_graph = width >= kMinGraph && rows > for_graph + 2;
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
    if (i < right.size() && right[i].columns() > 0) line.pad_to(left_width + kBoardGap).add(right[i]);
    lines.push_back(std::move(line));
  }
  return lines;
}

// The board, with the turn below it, and seats and turns beside it.
ScreenLines wide_picture(const RecordedGame& game, int turn, CellSize cell, std::size_t rows,
                         std::size_t width) {
  ScreenLines left = board_after(game.after(turn), cell, game.alphabet());
  const std::size_t board_width = left[0].columns();
  left.emplace_back();
  append(left, below(game, turn, rows - std::min(rows, left.size()), board_width));
  return side_by_side(left, board_width,
                      beside(game, turn, rows, std::min(width - board_width - kBoardGap, kMaxBeside)));
}

// Everything below the board, without the list of turns.
ScreenLines narrow_picture(const RecordedGame& game, int turn, CellSize cell, std::size_t rows,
                           std::size_t width) {
  ScreenLines lines = board_after(game.after(turn), cell, game.alphabet());
  append(lines, short_seat_lines(game, turn, width));
  append(lines, below(game, turn, rows - std::min(rows, lines.size()), width));
  return lines;
}

// Everything beside the board, without the list of turns.
ScreenLines low_picture(const RecordedGame& game, int turn, CellSize cell, std::size_t rows,
                        std::size_t width) {
  const ScreenLines board = board_after(game.after(turn), cell, game.alphabet());
  const std::size_t for_text = std::min(width - board[0].columns() - kBoardGap, kMaxBeside);
  const ScreenLines told = turn_lines(game, turn, for_text);
  ScreenLines text = seat_lines(game, turn, for_text);
  if (text.size() + 1 + told.size() > rows) text = mover_lines(game, turn, for_text);
  if (text.size() + 1 + told.size() <= rows) text.emplace_back();
  append(text, told);
  if (text.size() > rows) {
    text.resize(rows);
    text.back().add(" …").cut_to(for_text);
  }
  return side_by_side(board, board[0].columns(), text);
}

enum class Arrangement { wide, narrow, low };

struct Choice {
  Arrangement arrangement;
  CellSize cell;
};

// The largest squares that leave room for the rest on a screen of this size, or nullopt if it is too small.
std::optional<Choice> choose(const RecordedGame& game, std::size_t rows, std::size_t width) {
  const int size = game.after(0).board.size();
  const auto has_room = [&](CellSize cell, std::size_t more_rows, std::size_t more_columns) {
    return rows >= kFrame + static_cast<std::size_t>(kBoardTop + cell.rows * size) + more_rows &&
           width >= std::max(board_picture_columns(size, cell) + more_columns, kMinWide);
  };
  const std::size_t players = game.record().players.size();
  for (const CellSize cell : {kCellSizes[0], kCellSizes[1]})
    if (has_room(cell, kBelowLarge + players, kBoardGap + kMinBeside)) return Choice{Arrangement::wide, cell};
  const CellSize usual = kCellSizes[2];
  if (has_room(usual, players + 1, kBoardGap + kMinBeside)) return Choice{Arrangement::wide, usual};
  if (has_room(usual, players + 1, 0)) return Choice{Arrangement::narrow, usual};
  for (const CellSize cell : {kCellSizes[2], kCellSizes[3]})
    if (has_room(cell, 0, kBoardGap + kMinBesideLow)) return Choice{Arrangement::low, cell};
  return std::nullopt;
}

constexpr std::string_view kWayBack = "Enter goes back to the game.\n";

constexpr std::string_view kReplayKeys =
    "→ ↓ Enter      the next turn\n"
    "← ↑            the turn before\n"
    "PgDn PgUp      ten turns forward or back\n"
    "Home End       before the first turn, after the last; also 0 and $\n"
    "g              go to a turn by its number; Esc cancels\n"
    "space          start or stop automatic play; + faster, - slower\n"
    "n p            the next game of the run, the game before\n"
    "e              what was last heard of a bot that forfeited\n"
    "q Ctrl-C       leave; Ctrl-Z stops, fg goes on\n"
    "\n"
    "A stack shows its top letter and, from 2 on, its height; the deeper its\n"
    "colour, the higher it is. [ ] is around the tiles of this turn. ▶ marks\n"
    "who moved, and the rack is shown before and after.\n"
    "\n"
    "Enter goes back to the game.\n";

struct Page {
  ScreenLines lines;
  std::size_t most_wanted = 0;  // The last line that should be visible at first.
};

Page page_of(const RecordedGame& game, ReplayView::Page page, std::size_t width) {
  const bool is_evidence = page == ReplayView::Page::evidence && !game.record().forfeits.empty();
  std::istringstream text(page == ReplayView::Page::help ? std::string(kReplayKeys)
                          : is_evidence                  ? game.ending(RecordedGame::With::evidence)
                                        : "Nobody forfeited in this game.\n\n" + std::string(kWayBack));
  Page shown;
  for (std::string line; std::getline(text, line);) {
    // The exchanged lines come after the end of standard error.
    if (is_evidence && shown.most_wanted == 0 && line.starts_with(kExchangedHeading))
      shown.most_wanted = shown.lines.size();
    for (const std::string& part : lines_with_margin(line, width)) shown.lines.emplace_back(part);
  }
  if (shown.most_wanted > 0) shown.most_wanted -= 1;
  return shown;
}

// A line of full width may wrap.
std::size_t width_of(const TerminalSize& size) {
  return std::max<std::size_t>(size.columns, 2) - 1;
}

ScreenLines too_small(const RecordedGame& game, const TerminalSize& size) {
  const int board = game.after(0).board.size();
  const std::size_t frame = kFrame + static_cast<std::size_t>(kBoardTop + board);
  const auto columns = [&](CellSize cell) { return board_picture_columns(board, cell) + 1; };
  const std::string text = fmt::format(
      "The terminal is too small: {} by {}, and the board needs {} by {}, or {} by {}.", size.columns,
      size.rows, std::max(columns(kCellSizes[2]), kMinWide + 1), frame + game.record().players.size() + 1,
      columns(kCellSizes[3]) + kBoardGap + kMinBesideLow, frame);
  const std::size_t width = width_of(size);
  ScreenLines lines;
  for (const std::string& line : lines_of(text, width))
    if (lines.size() < size.rows) lines.push_back(ScreenLine(line).cut_to(width));
  return lines;
}

}  // namespace

std::size_t top_of_page(const RecordedGame& game, const ReplayView& view, const TerminalSize& size) {
  if (view.page == ReplayView::Page::game || size.rows <= kFrame) return 0;
  const Page page = page_of(game, view.page, width_of(size));
  const std::size_t rows = size.rows - kFrame, last = last_top(page.lines.size(), rows);
  const std::size_t shown = std::max<std::size_t>(rows, 2) - 1;  // The last row says which lines these are.
  const std::size_t first = page.most_wanted < shown ? 0 : page.most_wanted - shown + 1;
  return std::min(view.top.value_or(first), last);
}

std::vector<ScreenLine> draw_replay(const RecordedGame& game, const ReplayView& view,
                                    const TerminalSize& size) {
  const std::size_t width = width_of(size);
  const auto choice = choose(game, size.rows, width);
  if (!choice) return too_small(game, size);

  const std::size_t rows = size.rows - kFrame;
  ScreenLines lines = {title(game, view, width)};
  if (view.page != ReplayView::Page::game) {
    append(lines,
           scrolled(page_of(game, view.page, width).lines, top_of_page(game, view, size), rows, width));
  } else {
    const auto draw = choice->arrangement == Arrangement::wide     ? wide_picture
                      : choice->arrangement == Arrangement::narrow ? narrow_picture
                                                                   : low_picture;
    append(lines, draw(game, view.turn, choice->cell, rows, width));
  }
  lines.resize(size.rows - 1);
  lines.push_back(footer(game, view, width));
  return lines;
}

}  // namespace toptile
