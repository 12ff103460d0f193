// What a PlayScreen shows.
#include <fmt/format.h>

#include "cli/play/board_painting.h"
#include "cli/play/screen.h"
#include "cli/play/side_panel.h"
#include "cli/play/words.h"
#include "protocol/text_columns.h"

namespace toptile {

const std::vector<std::string> kScreenHelp = {
    "arrows       move the cursor",
    "A to Z       lay that tile; the cursor moves on. It skips a letter that lies",
    "             there already, so you can type a whole word. Q is the Qu tile.",
    "Tab, space   type across or down; the arrow at the cursor says which",
    "Backspace    take the last tile back        Esc   take all back",
    "Enter        play the tiles that you laid",
    "?            the five best plays; a number or Enter lays one",
    "Ctrl-E       exchange a tile                Ctrl-P   pass",
    "Ctrl-C       leave; the game is saved; toptile play --resume continues it",
    "Ctrl-G, F1   this help",
    "",
    "The number and the colour of a tile show the height of its stack. A word of",
    "single tiles counts 2 a tile, any other word 1 for each tile in its stacks.",
    "A tile cannot go on the same letter, and no word can be covered completely.",
    "‹ › marks the last play, ( ) the tiles that you laid, [ ] the cursor.",
    "",
    "Any key goes back.",
};

void PlayScreen::draw() {
  screen_.clear();
  const TerminalSize terminal = screen_.size();
  const ScreenSize size{static_cast<int>(terminal.rows), static_cast<int>(terminal.columns)};
  const auto layout = layout_for(size, table_.game().board().size());
  if (!layout) {
    const ScreenSize least = least_screen(table_.game().board().size());
    const std::string sentence = fmt::format(
        "This window is too small: the game needs {} columns and {} rows, and it has {} and {}. Make it "
        "larger, "
        "or leave with Ctrl-C; the game is saved.",
        least.columns, least.rows, size.columns, size.rows);
    int row = 0;
    for (const std::string& line : lines_of(sentence, static_cast<std::size_t>(std::max(size.columns, 1))))
      screen_.put(row++, 0, line);
    return screen_.show();
  }
  if (shows_help_) {
    int row = 0;
    for (const std::string& line : kScreenHelp) screen_.put(row++, 1, line);
    return screen_.show();
  }
  draw_game(*layout);
}

void PlayScreen::draw_game(const Layout& layout) {
  const bool is_laying =
      mode_ == Mode::laying || mode_ == Mode::hints || mode_ == Mode::exchange || mode_ == Mode::pass;
  const Laying* laying = is_laying && laying_ ? &*laying_ : nullptr;
  paint_board(screen_, layout, table_.game().board(), table_.last_laid(), laying, table_.alphabet());

  const std::string text = message();
  const bool is_long = columns_of(text) > screen_.size().columns;
  if (mode_ == Mode::over) {
    paint_lines(screen_, layout, end_);
  } else if (mode_ == Mode::hints) {
    paint_lines(screen_, layout, hint_list(), selected_);
  } else {
    paint_standing(screen_, layout, table_, is_long ? text : told_);
  }
  if (laying != nullptr) draw_rack(layout);
  if (!is_long) screen_.put(layout.message_row, 0, text, said_.empty() ? Ink::strong : Ink::alarm);
  screen_.put(layout.keys_row, 0, keys_line(), Ink::dim);
  if (laying == nullptr) return screen_.show();
  const int middle = layout.cell_columns == 4 ? 1 : 0;
  screen_.show(layout.row_of(laying->cursor()), layout.column_of(laying->cursor()) + middle);
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
  const Tiles rack = laying_->rack();
  for (Face face = 0; face < table_.alphabet().size(); ++face) {
    for (int i = 0; i < rack.count(face); ++i, column += 4)
      screen_.put(layout.rack_row, column, " " + table_.alphabet().symbol(face) + " ", Ink::tile, 1);
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

std::string PlayScreen::keys_line() const {
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
      return "Enter leave";
    case Mode::laying:
      break;
  }
  return may_hint_ == Hints::shown
             ? "Enter play  Tab turn  Bksp undo  ? hint  ^E swap  ^P pass  ^C leave  ^G help"
             : "Enter play  Tab turn  Bksp undo  ^E swap  ^P pass  ^C leave  ^G help";
}

}  // namespace toptile
