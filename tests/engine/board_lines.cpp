#include "engine/board_lines.h"

#include <cstring>

#include "engine/judge.h"
#include "engine/random.h"
#include "tests/engine/scenario.h"
#include "tests/engine/self_play.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(board_lines)

namespace {

// A line computed from the board alone; it may be slow.
BoardLine plain_line(const Ruleset& rules, const Lexicon& lexicon, const Board& board, Direction direction,
                     int number) {
  BoardLine line;
  int tiles = 0;
  for (int place = 0; place < rules.size; ++place) {
    const auto p = static_cast<std::size_t>(place);
    const Square square = square_of(direction, number, place);
    line.tiles_before[p] = static_cast<std::uint8_t>(tiles);
    tiles += board.height(square);
    if (board.is_occupied(square)) {
      line.stays[p] = set_of(board.top(square));
      line.occupied |= place_set(place);
      if (board.height(square) > 1) line.stacked |= place_set(place);
      const Placement run = run_through(board, square, direction);
      const bool ends = step(run.start, direction, run.word.size() - 1) == square;
      if (ends && run.word.size() >= 2) line.run_length[p] = static_cast<std::uint8_t>(run.word.size());
    }
    Board with_tile = board;
    with_tile.lay({square, 0});
    const Placement cross = run_through(with_tile, square, other(direction));
    if (cross.word.size() >= 2) {
      line.has_cross |= place_set(place);
      int cross_tiles = 0, highest = 0, length_before = 0;
      bool has_qu = false;
      for (int i = 0; i < cross.word.size(); ++i) {
        const Square at = step(cross.start, cross.direction, i);
        cross_tiles += with_tile.height(at);
        highest = std::max(highest, with_tile.height(at));
        if (at == square) length_before = i;
        has_qu = has_qu || (at != square && board.top(at) == rules.qu());
      }
      const bool is_flat = highest == 1;
      const int points = cross_tiles * (is_flat ? rules.flat_points : rules.stacked_points);
      line.cross_points[p] = static_cast<std::int16_t>(points + (is_flat && has_qu ? rules.qu_bonus : 0));
      line.cross_qu_points[p] = static_cast<std::int16_t>(points + (is_flat ? rules.qu_bonus : 0));
      const bool is_last = length_before == cross.word.size() - 1;
      const bool follows_s = length_before > 0 && cross.word[length_before - 1] == rules.plural_face();
      if (is_last && length_before >= 2 && !follows_s) line.only_adds_s |= place_set(place);
    }
    if (board.height(square) == rules.height) continue;
    for (Face face = 0; face < rules.alphabet().size(); ++face) {
      if (board.is_occupied(square) && board.top(square) == face) continue;
      Board after = board;
      after.lay({square, face});
      const Placement word = run_through(after, square, other(direction));
      if (word.word.size() == 1 || lexicon.contains(word.word)) line.allowed[p] |= set_of(face);
    }
  }
  line.tiles_before[rules.size] = static_cast<std::uint8_t>(tiles);
  return line;
}

void require_plain(const BoardLines& lines) {
  for (Direction direction : {Direction::across, Direction::down}) {
    for (int number = 0; number < lines.rules().size; ++number) {
      BOOST_REQUIRE(lines.line(direction, number) ==
                    plain_line(lines.rules(), lines.lexicon(), lines.board(), direction, number));
    }
  }
}

const Lexicon& few(const Ruleset& rules) {
  static std::map<const Ruleset*, Lexicon> lexicons;
  const auto found = lexicons.find(&rules);
  if (found != lexicons.end()) return found->second;
  return lexicons.emplace(&rules, lexicon_of(rules, word_list("few.txt"))).first->second;
}

// Plays a game and lays each of its plays on the lines; before each, `visit(lines, laid)` looks at them.
template <class Visit>
void replay_game(const Ruleset& rules, std::uint64_t seed, Visit visit) {
  SelfPlay play(rules, few(rules), seed, std::max(2, rules.players_min));
  BoardLines lines(rules, few(rules));
  while (!play.game().is_over()) {
    const Board before = play.game().board();
    play.play_turn();
    const Move& move = play.game().turns().back().move;
    if (!std::holds_alternative<Placement>(move)) continue;
    const LaidTiles laid = tiles_laid_by(before, std::get<Placement>(move));
    visit(lines, laid);
    lines.lay({laid.data(), laid.size()});
    BOOST_REQUIRE(lines.board() == play.game().board());
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_empty_board_allows_every_face_everywhere) {
  const Ruleset& rules = shipped("classic");
  const BoardLines lines(rules, few(rules));
  require_plain(lines);
  BOOST_TEST(lines.line(Direction::down, 7).allowed[7] == rules.alphabet().all());
  BOOST_TEST(lines.line(Direction::down, 7).allowed[8] == 0u);
}

BOOST_AUTO_TEST_CASE(lines_kept_through_a_game_equal_lines_built_anew) {
  for (const char* name : {"hasbro", "classic", "hasbro-plural"}) {
    const Ruleset& rules = shipped(name);
    int plays = 0;
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      replay_game(rules, seed, [&](const BoardLines& lines, const LaidTiles&) {
        BoardLines anew(rules, few(rules));
        anew.become(lines.board());
        BOOST_REQUIRE(anew == lines);
        require_plain(lines);
        ++plays;
      });
    }
    BOOST_TEST(plays > 100, name);
  }
}

BOOST_AUTO_TEST_CASE(a_play_taken_back_leaves_the_very_bytes) {
  const Ruleset& rules = shipped("hasbro");
  replay_game(rules, 7, [&](BoardLines& lines, const LaidTiles& laid) {
    const auto bytes = [&] {
      std::string all;
      for (Direction direction : {Direction::across, Direction::down}) {
        for (int number = 0; number < rules.size; ++number)
          all.append(reinterpret_cast<const char*>(&lines.line(direction, number)), sizeof(BoardLine));
      }
      return all;
    };
    const std::string before = bytes();
    const Board board = lines.board();
    lines.lay({laid.data(), laid.size()});
    BOOST_REQUIRE(bytes() != before);
    lines.take_back();
    BOOST_REQUIRE(bytes() == before);
    BOOST_REQUIRE(lines.board() == board);
  });
}

BOOST_AUTO_TEST_CASE(a_whole_game_is_taken_back_play_by_play) {
  const Ruleset& rules = shipped("hasbro");
  BoardLines kept(rules, few(rules));
  std::vector<BoardLines> before;
  replay_game(rules, 8, [&](const BoardLines& lines, const LaidTiles& laid) {
    before.push_back(lines);
    kept.lay({laid.data(), laid.size()});
  });
  BOOST_TEST(before.size() > 20u);
  for (; !before.empty(); before.pop_back()) {
    kept.take_back();
    BOOST_REQUIRE(kept == before.back());
  }
  BOOST_TEST(kept.board().is_empty());
}

BOOST_AUTO_TEST_CASE(become_goes_from_any_board_to_any_other) {
  const Ruleset rules = own_ruleset("dense", "A9 S9 T9 E9 Q9=QU", [](RulesetFields& fields) {
    fields.size = 6;
    fields.height = 3;
  });
  const Lexicon lexicon =
      lexicon_of(rules, "as at tas set seat eat teas east quest ass tete sett estate quat");
  Random random(3);
  BoardLines lines(rules, lexicon);
  for (int i = 0; i < 300; ++i) {
    Board board = random.below(3) == 0 ? Board(rules.size) : lines.board();
    // Some squares are changed, and some are emptied.
    for (std::uint64_t changes = random.below(12); changes > 0; --changes) {
      const Square square{static_cast<std::int8_t>(random.below(6)),
                          static_cast<std::int8_t>(random.below(6))};
      board.put(square, static_cast<int>(random.below(4)), static_cast<Face>(random.below(5)));
    }
    lines.become(board);
    BOOST_REQUIRE(lines.board() == board);
    require_plain(lines);
    BoardLines anew(rules, lexicon);
    anew.become(board);
    BOOST_REQUIRE(anew == lines);
  }
}

BOOST_AUTO_TEST_CASE(cross_words_are_counted_with_the_tile_laid) {
  const Ruleset& rules = shipped("hasbro");
  BoardLines lines(rules, few(rules));
  Board board(rules.size);
  const auto lay_word = [&](const char* move) {
    lay(board, tiles_laid_by(board, placement_of(rules, move)));
  };
  lay_word("5d.MOOD");
  lines.become(board);
  // A tile after MOOD, in column h, makes a flat word of five tiles: ten points, or twelve with the Qu.
  const BoardLine& column = lines.line(Direction::down, 7);
  BOOST_TEST(column.cross_points[4] == 10);
  BOOST_TEST(column.cross_qu_points[4] == 12);
  BOOST_TEST((column.only_adds_s & place_set(4)) == place_set(4));
  BOOST_TEST(lines.line(Direction::across, 3).cross_points[3] == 4);
  lay_word("5d.WOOD");
  lines.become(board);
  BOOST_TEST(column.cross_points[4] == 6);
  BOOST_TEST(column.cross_qu_points[4] == 6);
  BOOST_TEST(lines.line(Direction::down, 3).cross_points[4] == 6);  // The tile would lie on the W.
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
