// The move generator's slow twin, written from docs/rules.md alone: it tries every word of a list on every
// place of the board, lays its tiles on a copy, and checks each rule on both boards. All that it shares with
// the judge and the generator are the types of a position and a ruleset.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/board.h"
#include "engine/lexicon.h"
#include "engine/ruleset.h"

namespace toptile {

class SlowTwin {
 public:
  // Each play in the notation, with its points.
  using Plays = std::map<std::string, int>;

  SlowTwin(const Ruleset& rules, const Lexicon& lexicon) : rules_(rules) {
    lexicon.for_each_word([&](const Word& word) { words_.insert(word); });
  }

  Plays plays(const Board& board, const Tiles& rack) {
    read(board);
    is_empty_ = board.tiles() == 0;
    rack_ = rack;
    words_before_.clear();
    for (int row = 0; row < rules_.size; ++row) {
      for (int column = 0; column < rules_.size; ++column) add_words_at({row, column}, grid_, words_before_);
    }
    plays_.clear();
    for (const Word& word : words_) {
      for (int row = 0; row < rules_.size; ++row) {
        for (int column = 0; column < rules_.size; ++column) {
          for (Step step : {Step{0, 1}, Step{1, 0}}) {
            if (could_stand(word, {row, column}, step)) try_word(word, {row, column}, step);
          }
        }
      }
    }
    return plays_;
  }

 private:
  struct Stack {
    int height = 0;
    Face letter = 0;
  };
  struct Place {
    int row, column;
    friend auto operator<=>(const Place&, const Place&) = default;
  };
  struct Step {
    int rows, columns;
    friend bool operator==(const Step&, const Step&) = default;
  };
  // The place that is `count` steps further.
  static Place along(Place from, Step step, int count) {
    return {from.row + step.rows * count, from.column + step.columns * count};
  }

  struct BoardWord {
    Place first;
    Step step;
    Word letters;

    Place place(int i) const { return along(first, step, i); }
    bool is_across() const { return step.columns == 1; }
    template <class Predicate>
    bool all_places(Predicate holds) const {
      int i = 0;
      while (i < letters.size() && holds(place(i))) ++i;
      return i == letters.size();
    }
  };
  using Grid = std::array<std::array<Stack, kMaxBoardSize + 2>, kMaxBoardSize + 2>;  // It has an empty rim.

  static Stack at(const Grid& grid, Place place) { return grid[place.row + 1][place.column + 1]; }
  static void put(Grid& grid, Place place, Stack stack) { grid[place.row + 1][place.column + 1] = stack; }

  void read(const Board& board) {
    grid_ = Grid{};
    for (int row = 0; row < rules_.size; ++row) {
      for (int column = 0; column < rules_.size; ++column) {
        const Square square{static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)};
        if (board.height(square) > 0) put(grid_, {row, column}, {board.height(square), board.top(square)});
      }
    }
  }

  // "word on the board: a maximal run of two or more occupied squares across or down". Adds the words that
  // hold this place, the one across first, unless they are there already.
  static void add_words_at(Place place, const Grid& grid, std::vector<BoardWord>& words) {
    if (at(grid, place).height == 0) return;
    for (Step step : {Step{0, 1}, Step{1, 0}}) {
      BoardWord word{place, step, {}};
      while (at(grid, word.place(-1)).height > 0) word.first = word.place(-1);
      while (at(grid, word.place(word.letters.size())).height > 0)
        word.letters.push_back(at(grid, word.place(word.letters.size())).letter);
      const auto is_same = [&](const BoardWord& other) {
        return other.first == word.first && other.step == word.step;
      };
      if (word.letters.size() >= 2 && std::ranges::none_of(words, is_same)) words.push_back(word);
    }
  }

  // The word stays on the board, is no part of a longer run, and its letters are on the board or on the rack.
  bool could_stand(const Word& word, Place first, Step step) const {
    const Place last = along(first, step, word.size() - 1);
    if (last.row >= rules_.size || last.column >= rules_.size) return false;
    if (at(grid_, along(first, step, -1)).height > 0 || at(grid_, along(last, step, 1)).height > 0)
      return false;
    for (int i = 0; i < word.size(); ++i) {
      const Stack stack = at(grid_, along(first, step, i));
      if ((stack.height == 0 || stack.letter != word[i]) && rack_.count(word[i]) == 0) return false;
    }
    return true;
  }

  void try_word(const Word& word, Place first, Step step) {
    const int length = word.size();
    std::vector<Place> laid;
    Tiles left = rack_;
    for (int i = 0; i < length; ++i) {
      const Place place = along(first, step, i);
      const Stack stack = at(grid_, place);
      const Face letter = word[i];
      if (stack.height > 0 && stack.letter == letter) continue;
      if (left.count(letter) == 0) return;           // Rule 1: a tile comes from the player's rack.
      if (stack.height + 1 > rules_.height) return;  // Rule 2.
      left.remove(letter);
      laid.push_back(place);
    }
    if (laid.empty()) return;  // Rule 1: at least one tile is laid.
    if (!is_in_place(laid)) return;
    Grid after = grid_;
    for (int i = 0; i < length; ++i) {
      const Place place = along(first, step, i);
      if (std::ranges::find(laid, place) != laid.end())
        put(after, place, {at(grid_, place).height + 1, word[i]});
    }
    judge(after, laid);
  }

  void judge(const Grid& after, const std::vector<Place>& laid) {
    const auto is_laid = [&](Place place) { return std::ranges::find(laid, place) != laid.end(); };
    std::vector<BoardWord> formed;  // Rule 4.
    for (Place place : laid) add_words_at(place, after, formed);
    if (formed.empty()) return;
    for (const BoardWord& word : formed) {
      if (!words_.contains(word.letters)) return;  // Rule 5.
    }
    for (const BoardWord& word : words_before_) {
      if (word.all_places(is_laid)) return;  // Rule 6.
    }
    if (laid.size() == 1 && only_adds_s(laid[0], formed)) return;  // Rule 7.
    int points = 0;
    for (const BoardWord& word : formed) points += points_of(word, after);
    if (rack_.size() == rules_.rack && static_cast<int>(laid.size()) == rules_.rack)
      points += rules_.all_tiles_bonus;
    plays_[name_of(formed, laid)] = points;
  }

  // Rule 3.
  bool is_in_place(const std::vector<Place>& laid) const {
    for (Place place : laid) {
      const double middle = (rules_.size - 1) / 2.0;
      const bool is_centre = std::abs(place.row - middle) < 1 && std::abs(place.column - middle) < 1;
      if (is_empty_ && is_centre) return true;
      if (is_empty_) continue;
      for (Step side : {Step{0, 0}, Step{0, 1}, Step{0, -1}, Step{1, 0}, Step{-1, 0}}) {
        if (at(grid_, along(place, side, 1)).height > 0) return true;
      }
    }
    return false;
  }

  // "the only laid tile is an S, on an empty square, and every word formed is a word that stood on the board
  // with this S added at its end"; an S after an S is not a plural.
  bool only_adds_s(Place laid, const std::vector<BoardWord>& formed) const {
    if (rules_.plural_s == PluralS::allow || at(grid_, laid).height > 0) return false;
    for (const BoardWord& word : formed) {
      const int length = word.letters.size();
      if (word.place(length - 1) != laid || rules_.alphabet().text(word.letters.back()) != "S") return false;
      if (word.letters[length - 2] == word.letters.back()) return false;
      const auto stood = [&](const BoardWord& old) {
        return old.first == word.first && old.step == word.step && old.letters.size() == length - 1;
      };
      if (std::ranges::none_of(words_before_, stood)) return false;
    }
    return true;
  }

  int points_of(const BoardWord& word, const Grid& after) const {
    int tiles = 0, highest = 0;
    bool has_qu = false;
    for (int i = 0; i < word.letters.size(); ++i) {
      const int height = at(after, word.place(i)).height;
      tiles += height;
      highest = std::max(highest, height);
      has_qu = has_qu || rules_.alphabet().text(word.letters[i]) == "QU";
    }
    return highest > 1 ? tiles * rules_.stacked_points
                       : tiles * rules_.flat_points + (has_qu ? rules_.qu_bonus : 0);
  }

  // The word in the line of play. If a single tile forms two words, it is the one across.
  std::string name_of(const std::vector<BoardWord>& formed, const std::vector<Place>& laid) const {
    for (const BoardWord& word : formed) {
      const auto holds = [&](Place laid_place) {
        return !word.all_places([&](Place place) { return place != laid_place; });
      };
      if (!std::ranges::all_of(laid, holds)) continue;  // The word across comes first.
      const std::string row = std::to_string(word.first.row + 1);
      const std::string column(1, static_cast<char>('a' + word.first.column));
      std::string name = (word.is_across() ? row + column : column + row) + ".";
      for (Face letter : word.letters) name += rules_.alphabet().text(letter);
      return name;
    }
    return "none";
  }

  const Ruleset& rules_;
  std::set<Word> words_;
  Grid grid_{};
  bool is_empty_ = true;
  Tiles rack_;
  std::vector<BoardWord> words_before_;
  Plays plays_;
};

}  // namespace toptile
