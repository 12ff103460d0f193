// The drawing functions of PlayScreen.
#include <fmt/format.h>

#include <algorithm>

#include "base/text_columns.h"
#include "cli/play/layout.h"
#include "cli/play/screen.h"
#include "cli/play/screen_help.h"
#include "cli/play/side_panel.h"
#include "cli/play/words.h"
#include "cli/terminal/scrolled_lines.h"

namespace toptile {

void PlayScreen::draw() {
  screen_.clear();
  const TerminalSize terminal = screen_.size();
  const ScreenSize size{static_cast<int>(terminal.rows), static_cast<int>(terminal.columns)};
  const auto layout = layout_for(size, table_.game().board().size());
  if (!layout) {
    const ScreenSize least = least_screen(table_.game().board().size());
    const std::string sentence = fmt::format(
        "This window is too small: the game needs {} columns and {} rows, and it has {} and {}. Make it "
        "larger, or leave with Ctrl-C; the game is saved.",
        least.columns, least.rows, size.columns, size.rows);
    int row = 0;
    for (const std::string& line : lines_of(sentence, static_cast<std::size_t>(std::max(size.columns, 1))))
      screen_.put(row++, 0, line);
    return screen_.show();
  }
  if (shows_help_) return draw_help(size);
  draw_game(*layout);
}

void PlayScreen::draw_help(const ScreenSize& size) {
  const auto columns = static_cast<std::size_t>(size.columns), rows = static_cast<std::size_t>(size.rows);
  const ScreenLines lines = help_lines(columns - 1);
  top_ = std::min(top_, last_top(lines.size(), rows));
  int row = 0;
  for (const ScreenLine& line : scrolled(lines, top_, rows, columns)) screen_.put(row++, 0, line);
  screen_.show();
}

// No tiles are laid any more, so the panel uses the rows of rack and message, too.
void PlayScreen::draw_end(const Layout& layout) {
  const auto columns = static_cast<std::size_t>(layout.panel_columns);
  const auto rows = static_cast<std::size_t>(layout.keys_row);
  ScreenLines lines;
  for (const std::string& line : wrapped_lines(end_, layout.panel_columns))
    lines.push_back(ScreenLine(line).cut_to(columns));
  top_ = std::min(top_, last_top(lines.size(), rows));
  int row = 0;
  for (const ScreenLine& line : scrolled(lines, top_, rows, columns))
    screen_.put(row++, layout.panel_column, line);
}

void PlayScreen::draw_game(const Layout& layout) {
  const bool is_laying =
      mode_ == Mode::laying || mode_ == Mode::hints || mode_ == Mode::exchange || mode_ == Mode::pass;
  const Laying* laying = is_laying && laying_ ? &*laying_ : nullptr;
  paint_board(screen_, layout, table_.game().board(), table_.last_laid(), laying, table_.alphabet());

  const std::string text = message();
  const bool is_long = columns_of(text) > screen_.size().columns;
  if (mode_ == Mode::over) {
    draw_end(layout);
  } else if (mode_ == Mode::hints) {
    paint_lines(screen_, layout, hint_list(), selected_);
  } else if (shows_unseen_ && laying != nullptr) {
    paint_lines(screen_, layout, unseen_lines(table_, layout.panel_columns));
  } else {
    paint_standing(screen_, layout, table_, is_long ? text : told_);
  }
  if (laying != nullptr) draw_rack(layout);
  if (!is_long) screen_.put(layout.message_row, 0, text, said_.empty() ? Ink::strong : Ink::alarm);
  screen_.put(layout.keys_row, 0, keys_line(screen_.size().columns), Ink::dim);
  if (laying == nullptr) return screen_.show();
  screen_.show(layout.row_of(laying->cursor()) + layout.cell.letter_row(),
               layout.column_of(laying->cursor()) + layout.cell.letter_column());
}

std::vector<std::string> PlayScreen::hint_list() const {
  std::vector<std::string> lines;
  for (const ScoredPlay& play : hints_) {
    lines.push_back(fmt::format("{}  {:<16} {:>3}", lines.size() + 1,
                                format_move(play.placement, table_.alphabet()), play.points));
  }
  return lines;
}

void PlayScreen::draw_rack(const Layout& layout) {
  const std::string name = table_.name(table_.game().seat_to_move()) + ": ";
  screen_.put(layout.rack_row, 0, name);
  int column = static_cast<int>(columns_of(name));
  // If several tiles have the same face, those shown first count as laid.
  Tiles laid;
  for (const LaidTile& tile : laying_->laid()) laid.add(tile.face);
  for (const Face face : rack_order_) {
    if (laid.count(face) > 0) {
      laid.remove(face);
      continue;
    }
    screen_.put(layout.rack_row, column, " " + table_.alphabet().symbol(face) + " ", Ink::tile, 1);
    column += 4;
  }
}

std::string PlayScreen::message() const {
  if (!said_.empty()) return said_;
  const Game& game = table_.game();
  const auto mover = [&] { return table_.name(game.seat_to_move()); };
  switch (mode_) {
    case Mode::curtain:
      return fmt::format("{}'s turn: press a key when nobody else looks.", mover());
    case Mode::exchange:
      return "Which tile goes back into the bag? Type its letter, or Esc for none.";
    case Mode::pass:
      return "Pass, and play nothing in this turn? y/n";
    case Mode::question:
      return fmt::format("{}, do you challenge it? c: challenge, a: accept", mover());
    case Mode::bot: {
      const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(bots_.thinking()).count();
      return seconds < 1 ? fmt::format("{} is thinking.", mover())
                         : fmt::format("{} is thinking: {} s", mover(), seconds);
    }
    case Mode::over:
      return "";
    case Mode::hints:
    case Mode::laying:
      break;
  }
  const auto judged = laying_->judged();
  if (!judged) return fmt::format("Your turn, {}.", mover());
  if (!*judged) return judged->error().text;
  return words_text(judged->value().words, judged->value().points, table_.alphabet());
}

std::string PlayScreen::keys_line(std::size_t columns) const {
  switch (mode_) {
    case Mode::curtain:
    case Mode::exchange:
    case Mode::pass:
    case Mode::question:
    case Mode::bot:
      return "^C leave  ^G help";
    case Mode::hints:
      return "1-5 or Enter lay it  Up Down choose  Esc back  ^C leave";
    case Mode::over:
      // If the end does not fit, its last row names the keys that scroll it.
      return fmt::format("{}{}Enter leave",
                         offered_.contains(Afterwards::another_game) ? "N next game  " : "",
                         offered_.contains(Afterwards::review) ? "R review  " : "");
    case Mode::laying:
      break;
  }
  return laying_keys(columns, may_hint_ == Hints::shown, table_.game().may_exchange());
}

}  // namespace toptile
