#include "engine/judge.h"

#include <fmt/format.h>

#include <algorithm>

namespace toptile {

namespace {

Refusal refuse(Reason reason, std::string text) {
  return {reason, std::move(text)};
}

bool is_one_line(std::span<const LaidTile> laid, Direction direction) {
  return std::ranges::all_of(laid, [&](const LaidTile& tile) {
    return direction == Direction::across ? tile.square.row == laid[0].square.row
                                          : tile.square.column == laid[0].square.column;
  });
}

// The first square between the first and the last laid tile that neither holds a tile nor gets one.
std::optional<Square> find_gap(const Board& board, const LaidTiles& laid, Direction direction) {
  for (std::size_t i = 1; i < laid.size(); ++i) {
    for (Square square = step(laid[i - 1].square, direction, 1); square != laid[i].square;
         square = step(square, direction, 1)) {
      if (!board.is_occupied(square)) return square;
    }
  }
  return std::nullopt;
}

// Rule 6: finds a word of the old board, in the line of play, whose squares are all covered.
std::optional<Placement> find_covered_word(const Board& board, const LaidTiles& laid, Direction direction) {
  std::size_t i = 0;
  while (i < laid.size()) {
    if (!board.is_occupied(laid[i].square)) {
      ++i;
      continue;
    }
    const Placement run = run_through(board, laid[i].square, direction);
    const Square end = step(run.start, direction, run.word.size());
    std::size_t covered = 0;
    while (i + covered < laid.size() && laid[i + covered].square < end) ++covered;
    if (run.word.size() >= 2 && static_cast<int>(covered) == run.word.size()) return run;
    i += covered;
  }
  return std::nullopt;
}

}  // namespace

Placement run_through(const Board& board, Square square, Direction direction) {
  Placement run{square, direction, {}};
  while (board.is_occupied(step(run.start, direction, -1))) run.start = step(run.start, direction, -1);
  for (Square next = run.start; board.is_occupied(next); next = step(next, direction, 1))
    run.word.push_back(board.top(next));
  return run;
}

LaidTiles tiles_laid_by(const Board& board, const Placement& placement) {
  LaidTiles laid;
  for (int i = 0; i < placement.word.size(); ++i) {
    const Square square = step(placement.start, placement.direction, i);
    if (!board.is_occupied(square) || board.top(square) != placement.word[i])
      laid.push_back({square, placement.word[i]});
  }
  return laid;
}

void lay(Board& board, const LaidTiles& laid) {
  for (const LaidTile& tile : laid) board.lay(tile);
}

Judge::Judge(const Ruleset& rules, const Lexicon& lexicon) : rules_(rules), lexicon_(lexicon) {
  TOPTILE_ASSERT(rules.alphabet() == lexicon.alphabet());
}

Judged<Play> Judge::judge(const Board& board, const Tiles& rack, const Placement& placement) const {
  const Square last = step(placement.start, placement.direction, std::max(placement.word.size() - 1, 0));
  if (placement.word.empty()) return refuse(Reason::syntax, "the play names no word");
  if (!board.has(placement.start) || !board.has(last)) {
    return refuse(Reason::off_board, fmt::format("{} at {} runs off the board, which has {} squares a side",
                                                 rules_.alphabet().spell(placement.word),
                                                 name_of(placement.start), board.size()));
  }
  const LaidTiles laid = tiles_laid_by(board, placement);
  if (laid.empty()) {
    return refuse(Reason::no_tile,
                  fmt::format("{} stands at {} already; a play lays at least one tile",
                              rules_.alphabet().spell(placement.word), name_of(placement.start)));
  }
  if (auto fault = tile_fault(board, rack, {laid.data(), laid.size()})) return *std::move(fault);
  return judge_line(board, rack, placement.direction, laid, &placement);
}

Judged<Play> Judge::judge_tiles(const Board& board, const Tiles& rack,
                                std::span<const LaidTile> tiles) const {
  if (tiles.empty()) return refuse(Reason::no_tile, "no tile is laid; a play lays at least one");
  for (const LaidTile& tile : tiles) {
    if (!board.has(tile.square)) {
      return refuse(Reason::off_board,
                    fmt::format("a tile is laid off the board, which has {} squares a side", board.size()));
    }
  }
  std::vector<LaidTile> sorted(tiles.begin(), tiles.end());
  std::ranges::sort(sorted, {}, &LaidTile::square);
  if (auto fault = tile_fault(board, rack, sorted)) return *std::move(fault);
  const auto twice = std::ranges::adjacent_find(sorted, {}, &LaidTile::square);
  const bool is_across = is_one_line(sorted, Direction::across);
  if (!is_across && !is_one_line(sorted, Direction::down)) {
    return refuse(Reason::gap, "the tiles lie neither in one row nor in one column");
  }
  if (twice != sorted.end()) {
    return refuse(Reason::gap, fmt::format("two tiles are laid on {}; a play lays at most one on a square",
                                           name_of(twice->square)));
  }
  const LaidTiles laid(sorted.begin(), sorted.end());
  Direction direction = is_across ? Direction::across : Direction::down;
  // A single tile without a neighbour on the left or right makes its word down.
  if (laid.size() == 1 && !board.is_occupied(step(laid[0].square, Direction::across, -1)) &&
      !board.is_occupied(step(laid[0].square, Direction::across, 1))) {
    direction = Direction::down;
  }
  return judge_line(board, rack, direction, laid, nullptr);
}

// `laid` has passed tile_fault. Its tiles are in one line of that direction, in order, at most one on a
// square.
Judged<Play> Judge::judge_line(const Board& board, const Tiles& rack, Direction direction,
                               const LaidTiles& laid, const Placement* claimed) const {
  if (const auto gap = find_gap(board, laid, direction)) {
    return refuse(
        Reason::gap,
        fmt::format("{} stays empty between the tiles; they must form one unbroken line", name_of(*gap)));
  }

  Board after = board;
  lay(after, laid);
  Play play;
  play.laid = laid;
  play.placement = run_through(after, laid[0].square, direction);
  if (claimed != nullptr && *claimed != play.placement) {
    return refuse(Reason::extent,
                  fmt::format("{} at {} is not the whole word; with the tiles beside it, it reads {}",
                              rules_.alphabet().spell(claimed->word), name_of(claimed->start),
                              rules_.alphabet().spell(play.placement.word)));
  }
  // One letter is not a word, so a tile that makes a word only across its line must be named by that word.
  if (claimed != nullptr && claimed->word.size() == 1) {
    const Placement across = run_through(after, laid[0].square, other(direction));
    if (across.word.size() >= 2) {
      return refuse(
          Reason::extent,
          fmt::format("{} at {} is only one letter and no word; with the tiles beside it, it reads {}",
                      rules_.alphabet().spell(claimed->word), name_of(claimed->start),
                      rules_.alphabet().spell(across.word)));
    }
  }
  if (auto fault = place_fault(board, laid)) return *std::move(fault);

  const auto add_word = [&](const Placement& word) {
    if (word.word.size() >= 2) play.words.push_back({word, points_of(after, word)});
  };
  add_word(play.placement);
  for (const LaidTile& tile : laid) add_word(run_through(after, tile.square, other(direction)));
  if (play.words.empty()) {
    return refuse(Reason::one_letter, fmt::format("{} alone forms no word of two or more letters",
                                                  rules_.alphabet().text(laid[0].face)));
  }
  for (const FormedWord& word : play.words) {
    if (lexicon_.contains(word.placed.word)) continue;
    play.is_all_known = false;
    if (!rules_.has_challenges()) {
      return refuse(Reason::lexicon, fmt::format("{} is not in the lexicon {}",
                                                 rules_.alphabet().spell(word.placed.word), lexicon_.name()));
    }
  }
  if (const auto covered = find_covered_word(board, laid, direction)) {
    return refuse(Reason::covered,
                  fmt::format("{} at {} would be covered completely; at least one of its letters must stay",
                              rules_.alphabet().spell(covered->word), name_of(covered->start)));
  }
  if (auto fault = plural_fault(board, play)) return *std::move(fault);

  for (const FormedWord& word : play.words) play.points += word.points;
  if (static_cast<int>(laid.size()) == rules_.rack && rack.size() == rules_.rack)
    play.points += rules_.all_tiles_bonus;
  // A play of one tile has one name: the word that it forms, or the word across if it forms two.
  if (laid.size() == 1) {
    const auto across = std::ranges::find(play.words, Direction::across,
                                          [](const FormedWord& word) { return word.placed.direction; });
    if (across != play.words.end()) std::swap(*across, play.words.front());
    play.placement = play.words.front().placed;
  }
  return play;
}

// Finds what is wrong with the tiles one by one, wherever the others lie.
std::optional<Refusal> Judge::tile_fault(const Board& board, const Tiles& rack,
                                         std::span<const LaidTile> laid) const {
  for (const LaidTile& tile : laid) {
    if (board.height(tile.square) >= rules_.height) {
      return refuse(Reason::too_high,
                    fmt::format("{} is already {} high; a stack may hold {}", name_of(tile.square),
                                board.height(tile.square), rules_.height));
    }
  }
  for (const LaidTile& tile : laid) {
    if (board.is_occupied(tile.square) && board.top(tile.square) == tile.face) {
      return refuse(Reason::same_face,
                    fmt::format("{} shows {} already; a tile cannot be laid on the same face",
                                name_of(tile.square), rules_.alphabet().text(tile.face)));
    }
  }
  Tiles left = rack;
  for (const LaidTile& tile : laid) {
    if (left.count(tile.face) == 0) {
      return refuse(Reason::rack, fmt::format("the play takes {} of {}, and the rack {} holds {}",
                                              std::ranges::count(laid, tile.face, &LaidTile::face),
                                              rules_.alphabet().text(tile.face),
                                              rules_.alphabet().symbols(rack), rack.count(tile.face)));
    }
    left.remove(tile.face);
  }
  return std::nullopt;
}

// Checks rule 3.
std::optional<Refusal> Judge::place_fault(const Board& board, const LaidTiles& laid) const {
  if (board.is_empty()) {
    if (std::ranges::any_of(laid, [&](const LaidTile& tile) { return board.is_centre(tile.square); }))
      return std::nullopt;
    return refuse(Reason::centre, "the first play covers at least one of the squares in the centre");
  }
  const auto touches = [&](const LaidTile& tile) {
    return board.is_occupied(tile.square) || board.is_occupied(step(tile.square, Direction::across, -1)) ||
           board.is_occupied(step(tile.square, Direction::across, 1)) ||
           board.is_occupied(step(tile.square, Direction::down, -1)) ||
           board.is_occupied(step(tile.square, Direction::down, 1));
  };
  if (std::ranges::any_of(laid, touches)) return std::nullopt;
  return refuse(Reason::apart, "the play touches no tile on the board");
}

// Checks rule 7: an S laid alone on an empty square is refused if every word formed is a word that stood
// there before with this S at its end.
std::optional<Refusal> Judge::plural_fault(const Board& board, const Play& play) const {
  const auto plural = rules_.plural_face();
  if (!plural || play.laid.size() != 1 || play.laid[0].face != *plural ||
      board.is_occupied(play.laid[0].square))
    return std::nullopt;
  const auto only_adds_it = [&](const FormedWord& formed) {
    const Word& word = formed.placed.word;
    const int length = word.size();
    const bool ends_there =
        step(formed.placed.start, formed.placed.direction, length - 1) == play.laid[0].square;
    return ends_there && length >= 3 && word[length - 2] != *plural;
  };
  if (!std::ranges::all_of(play.words, only_adds_it)) return std::nullopt;
  return refuse(Reason::plural, fmt::format("{} only adds an S to a word that stands",
                                            rules_.alphabet().spell(play.words[0].placed.word)));
}

int Judge::points_of(const Board& after, const Placement& word) const {
  int tiles = 0;
  bool is_flat = true, has_qu = false;
  for (int i = 0; i < word.word.size(); ++i) {
    const int height = after.height(step(word.start, word.direction, i));
    tiles += height;
    is_flat = is_flat && height == 1;
    has_qu = has_qu || word.word[i] == rules_.qu();
  }
  if (!is_flat) return tiles * rules_.stacked_points;
  return tiles * rules_.flat_points + (has_qu ? rules_.qu_bonus : 0);
}

}  // namespace toptile
