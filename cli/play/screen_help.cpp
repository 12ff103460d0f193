#include "cli/play/screen_help.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text_columns.h"

namespace toptile {

namespace {

struct KeyDeed {
  std::string_view key, deed;
};

constexpr KeyDeed kKeys[] = {
    {"arrows", "move the cursor"},
    {"A to Z",
     "lay that tile; the cursor moves on. It skips a letter that lies there already, so you can type a whole "
     "word. Q is the Qu tile."},
    {"Tab, space", "type across or down; the arrow at the cursor says which"},
    {"Backspace", "take the last tile back"},
    {"Esc", "take all tiles back"},
    {"Enter", "play the tiles that you laid"},
    {"?", "the five best plays; a number or Enter lays one"},
    {"Ctrl-E", "exchange a tile"},
    {"Ctrl-P", "pass"},
    {"Ctrl-R", "mix the rack"},
    {"Ctrl-U", "the tiles that you do not see"},
    {"Ctrl-C", "leave; the game is saved; toptile play --resume continues it"},
    {"Ctrl-G, F1", "this help; Enter goes back"},
};

constexpr std::string_view kMarks =
    "The number and the colour of a tile show the height of its stack. A word of single tiles counts 2 a "
    "tile, "
    "any other word 1 for each tile in its stacks. A tile cannot go on the same letter, and no word can be "
    "covered completely. ‹ › marks the last play, ( ) the tiles that you laid, [ ] the cursor.";

struct KeyHint {
  std::string_view text;
  int importance;  // 0: always shown; of the others, the one with the largest number is dropped first.
};

// The keys that fit.
std::string line_of(std::vector<KeyHint> keys, std::size_t columns, std::string_view gap) {
  while (true) {
    std::string line;
    for (const KeyHint& key : keys) line += fmt::format("{}{}", line.empty() ? "" : gap, key.text);
    const auto least = std::ranges::max_element(keys, {}, &KeyHint::importance);
    if (columns_of(line) <= columns || least->importance == 0) return line;
    keys.erase(least);
  }
}

}  // namespace

ScreenLines help_lines(std::size_t columns) {
  constexpr std::size_t kDeedColumn = 12;
  ScreenLines lines;
  for (const KeyDeed& help : kKeys) {
    std::string_view key = help.key;
    for (const std::string& part : lines_of(help.deed, columns - std::min(columns - 1, kDeedColumn))) {
      lines.emplace_back(padded_behind(key, kDeedColumn) + part);
      key = "";
    }
  }
  lines.emplace_back();
  for (const std::string& line : lines_of(kMarks, columns)) lines.emplace_back(line);
  return lines;
}

std::string laying_keys(std::size_t columns, bool has_hints, bool has_exchange) {
  const auto fitting = [&](std::vector<KeyHint> keys, std::string_view gap) {
    std::erase_if(keys, [&](const KeyHint& key) {
      return (!has_hints && key.text == "? hint") || (!has_exchange && key.text == "^E swap");
    });
    return line_of(std::move(keys), columns, gap);
  };
  const std::string widest = fitting({{"letters lay", 0},
                                      {"arrows move", 0},
                                      {"Enter play", 0},
                                      {"Tab turn", 0},
                                      {"Bksp undo", 1},
                                      {"? hint", 0},
                                      {"^E swap", 0},
                                      {"^P pass", 0},
                                      {"^R mix", 3},
                                      {"^U unseen", 2},
                                      {"^G help", 0},
                                      {"^C leave", 0}},
                                     "  ");
  if (columns_of(widest) <= columns) return widest;
  const std::string usual = fitting({{"letters ←↑↓→", 0},
                                     {"Tab turn", 0},
                                     {"Enter play", 0},
                                     {"? hint", 0},
                                     {"^E swap", 0},
                                     {"^P pass", 0},
                                     {"^G help", 0},
                                     {"^C leave", 0}},
                                    "  ");
  if (columns_of(usual) <= columns) return usual;
  return fitting({{"A-Z ←↑↓→", 0},
                  {"Tab Enter", 0},
                  {"? hint", 1},
                  {"^E swap", 3},
                  {"^P pass", 2},
                  {"^G help", 0},
                  {"^C leave", 0}},
                 " ");
}

}  // namespace toptile
