// What a PlayScreen shows.
#include <fmt/format.h>

#include <algorithm>

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
    "Ctrl-R       mix the rack                   Ctrl-U   the tiles that you do not see",
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
    paint_lines(screen_, layout, wrapped_lines(end_, layout.panel_columns));
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
  screen_.show(layout.row_of(laying->cursor()) + layout.letter_row(),
               layout.column_of(laying->cursor()) + layout.letter_column());
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
  // If several tiles have one face, those that are shown first count as laid.
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

namespace {

// What a key does, in a few words. If there is no room for all, those with the greatest number are left out.
struct KeyHelp {
  std::string_view text;
  int importance;  // 0: it always stays.
};

std::string line_of(std::vector<KeyHelp> keys, std::size_t columns) {
  while (true) {
    std::string line;
    for (const KeyHelp& key : keys) line += fmt::format("{}{}", line.empty() ? "" : "  ", key.text);
    const auto least = std::ranges::max_element(keys, {}, &KeyHelp::importance);
    if (columns_of(line) <= columns || least->importance == 0) return line;
    keys.erase(least);
  }
}

}  // namespace

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
      return offers_next_ ? "N next game  Enter leave" : "Enter leave";
    case Mode::laying:
      break;
  }
  std::vector<KeyHelp> keys = {{"letters lay", 0}, {"arrows move", 5}, {"Enter play", 0}, {"Tab turn", 2},
                               {"Bksp undo", 4},   {"? hint", 1},      {"^E swap", 3},    {"^P pass", 2},
                               {"^R mix", 7},      {"^U unseen", 6},   {"^G help", 0},    {"^C leave", 0}};
  if (may_hint_ != Hints::shown) keys.erase(keys.begin() + 5);
  return line_of(std::move(keys), columns);
}

}  // namespace toptile
