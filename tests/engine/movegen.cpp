#include "engine/movegen.h"

#include "engine/play_bounds.h"
#include "engine/random.h"
#include "tests/engine/scenario.h"
#include "tests/engine/self_play.h"
#include "tests/engine/slow_twin.h"
#include "tests/tier.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(movegen)

namespace {

// Checks what the generator promises about one position against the twin and the judge.
class Examiner {
 public:
  Examiner(const Ruleset& rules, const Lexicon& lexicon)
      : rules_(rules), lexicon_(lexicon), kept_(rules, lexicon), twin_(rules, lexicon) {}

  // Returns the number of plays.
  int examine(const Board& board, const Tiles& rack) {
    ++positions_;
    kept_.generate(board, rack, plays_);
    compare_with_twin(board, rack);
    compare_with_judge(board, rack);
    compare_with_best(board, rack);
    compare_with_fresh(board, rack);
    return static_cast<int>(plays_.size());
  }
  int positions() const { return positions_; }

 private:
  std::string name(const ScoredPlay& play) const { return format_move(play.placement, rules_.alphabet()); }

  void compare_with_twin(const Board& board, const Tiles& rack) {
    SlowTwin::Plays generated;
    for (const ScoredPlay& play : plays_) {
      if (!generated.emplace(name(play), play.points).second)
        BOOST_FAIL(name(play) << " is generated twice\n" << shown(board, rack));
    }
    const SlowTwin::Plays expected = twin_.plays(board, rack);
    if (generated == expected) return;
    for (const auto& [move, points] : expected) {
      const auto found = generated.find(move);
      BOOST_CHECK_MESSAGE(found != generated.end(), move << " is missing; the twin gives it " << points
                                                         << "\n"
                                                         << shown(board, rack));
      if (found != generated.end())
        BOOST_TEST(found->second == points, move << " has other points\n" << shown(board, rack));
    }
    for (const auto& [move, points] : generated) {
      BOOST_CHECK_MESSAGE(expected.contains(move), move << " is illegal by the twin\n" << shown(board, rack));
    }
    BOOST_FAIL("generator and twin differ");
  }

  void compare_with_judge(const Board& board, const Tiles& rack) {
    for (const ScoredPlay& play : plays_) {
      const auto judged = judge_.judge(board, rack, play.placement);
      const bool is_same = judged && judged.value().placement == play.placement &&
                           judged.value().points == play.points &&
                           static_cast<int>(judged.value().laid.size()) == play.tiles_laid;
      if (is_same) continue;
      BOOST_TEST_MESSAGE(shown(board, rack));
      BOOST_REQUIRE_MESSAGE(judged, name(play) << " is legal: " << (judged ? "" : judged.error().text));
      BOOST_TEST(name(play) == format_move(judged.value().placement, rules_.alphabet()));
      BOOST_TEST(play.points == judged.value().points, name(play) << " has the judge's points");
      BOOST_TEST(static_cast<std::size_t>(play.tiles_laid) == judged.value().laid.size(),
                 name(play) << " lays as many tiles");
      BOOST_FAIL("generator and judge differ");
    }
    BOOST_TEST_PASSPOINT();
  }

  void compare_with_best(const Board& board, const Tiles& rack) {
    std::vector<ScoredPlay> sorted = plays_;
    sort_best_first(sorted, rules_.alphabet());
    ScoredPlay best{{{}, Direction::across, {}}, -1, -1};
    BOOST_REQUIRE(kept_.find_best(board, rack, best) == !sorted.empty());
    const auto any = kept_.find_play(board, rack);
    BOOST_REQUIRE(any.has_value() == !sorted.empty());
    const auto is_any = [&](const ScoredPlay& play) { return play.placement == *any; };
    BOOST_REQUIRE(!any || std::ranges::any_of(sorted, is_any));
    BOOST_REQUIRE(kept_.count(board, rack) == static_cast<int>(sorted.size()));
    if (sorted.empty()) {
      BOOST_REQUIRE(best.points == -1);
      return;
    }
    BOOST_REQUIRE(name(best) == name(sorted[0]));
    BOOST_REQUIRE(best.points == sorted[0].points && best.tiles_laid == sorted[0].tiles_laid);
    const auto is_out_of_order = [&](const ScoredPlay& a, const ScoredPlay& b) {
      return !is_before(a, b, rules_.alphabet());
    };
    BOOST_REQUIRE((std::ranges::adjacent_find(sorted, is_out_of_order) == sorted.end()));
  }

  void compare_with_fresh(const Board& board, const Tiles& rack) {
    MoveGenerator fresh(rules_, lexicon_);
    std::vector<ScoredPlay> plays;
    fresh.generate(board, rack, plays);
    const auto same = [](const ScoredPlay& a, const ScoredPlay& b) {
      return a.placement == b.placement && a.points == b.points;
    };
    if (!std::ranges::equal(plays, plays_, same))
      BOOST_FAIL("a fresh generator gives other plays\n" << shown(board, rack));
  }

  std::string shown(const Board& board, const Tiles& rack) const {
    return show_board(board, rules_.alphabet()) + rules_.alphabet().symbols(rack);
  }

  const Ruleset& rules_;
  const Lexicon& lexicon_;
  MoveGenerator kept_;
  SlowTwin twin_;
  Judge judge_{rules_, lexicon_};
  std::vector<ScoredPlay> plays_;
  int positions_ = 0;
};

// Every `step`-th word of the list, and all those that rules are about (with Qu or S).
Lexicon thinned(const Ruleset& rules, const std::string& file, int step) {
  std::istringstream list(word_list(file));
  std::string words;
  int number = 0;
  for (std::string word; list >> word;) {
    const bool matters =
        word.find('q') != std::string::npos || (word.ends_with('s') && word.size() <= 4) || word.size() == 2;
    if (matters || ++number % step == 0) words += word + " ";
  }
  return lexicon_of(rules, words);
}

// Random words: dense boards with few faces are full of them.
Lexicon words_of_chance(const Ruleset& rules, Random& random, int words, int longest) {
  std::string list;
  for (int i = 0; i < words; ++i) {
    const auto length = 2 + random.below(longest - 1);
    for (std::uint64_t j = 0; j < length; ++j)
      list += rules.alphabet().text(static_cast<Face>(random.below(rules.alphabet().size())));
    list += " ";
  }
  return lexicon_of(rules, list);
}

Board board_of_chance(const Ruleset& rules, Random& random) {
  Board board(rules.size);
  const auto fullness = random.below(101);
  const auto tallness = random.below(101);
  for (int row = 0; row < rules.size; ++row) {
    for (int column = 0; column < rules.size; ++column) {
      if (random.below(100) >= fullness) continue;
      const Square square{static_cast<std::int8_t>(row), static_cast<std::int8_t>(column)};
      do board.lay({square, static_cast<Face>(random.below(rules.alphabet().size()))});
      while (board.height(square) < rules.height && random.below(100) < tallness);
    }
  }
  return board;
}

Tiles rack_of_chance(const Ruleset& rules, Random& random) {
  Tiles rack;
  // Some racks have fewer or more tiles than a full one, because a position line may hold any number.
  const auto size =
      random.below(4) == 0 ? random.below(rules.rack + 3) : static_cast<std::uint64_t>(rules.rack);
  for (std::uint64_t i = 0; i < size; ++i) rack.add(static_cast<Face>(random.below(rules.alphabet().size())));
  return rack;
}

// The usual tier plays a third of the games.
void examine_games(const Ruleset& rules, const Lexicon& lexicon, int games, int positions_least) {
  const int share = count_for(3, 1);
  Examiner examiner(rules, lexicon);
  for (int seed = 0; seed < (games + share - 1) / share; ++seed) {
    SelfPlay play(rules, lexicon, seed, std::max(2, rules.players_min));
    while (!play.game().is_over()) {
      const Seat seat = play.game().seat_to_move();
      examiner.examine(play.game().board(), play.game().rack(seat));
      play.play_turn();
    }
  }
  BOOST_TEST(examiner.positions() >= positions_least / share);
}

// The usual tier examines a third of the boards.
void examine_boards_of_chance(const Ruleset& rules, int all, int words, int longest, std::uint64_t seed) {
  const int boards = count_for(all / 3, all);
  Random random(seed);
  const Lexicon lexicon = words_of_chance(rules, random, words, longest);
  Examiner examiner(rules, lexicon);
  int plays = 0;
  for (int i = 0; i < boards; ++i) {
    const Board board = board_of_chance(rules, random);
    plays += examiner.examine(board, rack_of_chance(rules, random));
  }
  BOOST_TEST(plays >= boards);
}

const Ruleset& low_rules() {
  static const Ruleset rules = changed("hasbro", [](RulesetFields& fields) { fields.height = 2; });
  return rules;
}

const Ruleset& umlaut_rules() {
  static const Ruleset rules = own_ruleset(
      "umlauts", "A6 E8 I4 O3 U3 N5 R4 S6 T5 L3 D3 M2 Ä2 Ö2 Ü2 ß1 Q1=QU Ж2=CH Z1 K2 H2 B2 F1 G2 P1 W1",
      [](RulesetFields& fields) { fields.size = 9; });
  return rules;
}

constexpr const char* kGerman =
    "rat räte rate raten rot röte röten öl öle ölen tor tür türen tore tun tuns not nöte nöten neu neuer "
    "äste ast äst at er es "
    "in im am an ab da du so wo zu ist isst saß maß maße süß süße süßes fuß füße nuß nüsse quark qual quäle "
    "quäl quart tunt "
    "schal schale schuh fisch tisch tische tischs busch büsche büsches rasch arten art arts arte hüte hut "
    "huts hat hate bar bär "
    "bären lose löse lösen los laus läuse säule säulen nase nasen ring rings sog sogs tal täler tals wal "
    "wale wals los loses";

}  // namespace

BOOST_AUTO_TEST_CASE(the_first_plays_of_a_game_are_those_through_the_centre) {
  const Lexicon lexicon = lexicon_of(shipped("hasbro"), "net ten tens on no");
  MoveGenerator generator(shipped("hasbro"), lexicon);
  std::vector<ScoredPlay> plays;
  generator.generate(Board(10), tiles_of(shipped("hasbro"), "NETX"), plays);
  // Two words of three letters fit in two middle lines of each direction, at four places in each line.
  BOOST_TEST(plays.size() == 2 * 2 * 2 * 4u);
  generator.generate(Board(10), tiles_of(shipped("hasbro"), "NX"), plays);
  BOOST_TEST(plays.empty());
  generator.generate(Board(10), Tiles{}, plays);
  BOOST_TEST(plays.empty());
}

BOOST_AUTO_TEST_CASE(plays_are_ordered_by_points_then_tiles_then_notation) {
  const Ruleset& rules = shipped("hasbro");
  const auto scored = [&](const char* move, int points, int tiles) {
    return ScoredPlay{placement_of(rules, move), points, tiles};
  };
  std::vector<ScoredPlay> plays = {scored("g5.DEAR", 8, 4), scored("5d.MOOD", 8, 4), scored("10d.MOOD", 8, 4),
                                   scored("5d.WOOD", 8, 3), scored("a1.NET", 9, 3),  scored("5c.MOOD", 8, 4),
                                   scored("5d.MOAN", 8, 4), scored("5d.MO", 8, 4)};
  sort_best_first(plays, rules.alphabet());
  std::string order;
  for (const ScoredPlay& play : plays) order += format_move(play.placement, rules.alphabet()) + " ";
  BOOST_TEST(order == "a1.NET 5d.WOOD 10d.MOOD 5c.MOOD 5d.MO 5d.MOAN 5d.MOOD g5.DEAR ");
}

BOOST_AUTO_TEST_CASE(equal_plays_are_ordered_by_the_bytes_of_their_notation) {
  for (const Ruleset& rules :
       {changed("hasbro", [](RulesetFields& fields) { fields.size = 16; }), umlaut_rules()}) {
    Random random(9);
    std::vector<ScoredPlay> plays;
    for (int i = 0; i < 1500; ++i) {
      ScoredPlay play;
      play.placement.start = {static_cast<std::int8_t>(random.below(static_cast<std::uint64_t>(rules.size))),
                              static_cast<std::int8_t>(random.below(3))};
      play.placement.direction = random.below(2) == 0 ? Direction::across : Direction::down;
      for (std::uint64_t letters = 2 + random.below(3); letters > 0; --letters)
        play.placement.word.push_back(
            static_cast<Face>(random.below(static_cast<std::uint64_t>(rules.alphabet().size()))));
      plays.push_back(play);
    }
    const auto notation = [&](const ScoredPlay& play) {
      return format_move(play.placement, rules.alphabet());
    };
    for (std::size_t i = 1; i < plays.size(); ++i) {
      for (std::size_t j = i - std::min<std::size_t>(i, 400); j < i; ++j) {
        const bool expected = notation(plays[i]) < notation(plays[j]);
        if (is_before(plays[i], plays[j], rules.alphabet()) != expected)
          BOOST_FAIL(notation(plays[i]) << " and " << notation(plays[j]));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_in_games_of_hasbro) {
  examine_games(shipped("hasbro"), thinned(shipped("hasbro"), "few.txt", 3), 14, 400);
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_in_games_of_classic) {
  examine_games(shipped("classic"), thinned(shipped("classic"), "few.txt", 3), 20, 350);
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_where_plurals_are_allowed) {
  examine_games(shipped("hasbro-plural"), thinned(shipped("hasbro-plural"), "few.txt", 4), 10, 250);
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_where_stacks_are_two_high) {
  examine_games(low_rules(), thinned(low_rules(), "few.txt", 4), 10, 200);
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_on_a_board_of_five_squares) {
  const Ruleset rules = changed("classic", [](RulesetFields& fields) {
    fields.size = 5;
    fields.height = 9;
  });
  examine_games(rules, thinned(rules, "few.txt", 2), 20, 300);
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_on_the_largest_board) {
  const Ruleset rules = changed("hasbro", [](RulesetFields& fields) {
    fields.size = 16;
    fields.rack = 15;
  });
  examine_games(rules, thinned(rules, "few.txt", 6), 2, 20);
}

BOOST_AUTO_TEST_CASE(finds_the_best_within_bounds_on_the_largest_board) {
  const Ruleset rules = changed("hasbro", [](RulesetFields& fields) { fields.size = 16; });
  BOOST_TEST(PlayBounds::can_hold(rules, rules.rack));
  for (const std::string& name : shipped_ruleset_names())
    BOOST_TEST(PlayBounds::can_hold(shipped(name), shipped(name).rack), name);
  examine_games(rules, thinned(rules, "few.txt", 6), 2, 60);
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_on_the_smallest_board) {
  const Ruleset rules = own_ruleset("two", "A9 B9 S9 Q2=QU", [](RulesetFields& fields) {
    fields.size = 2;
    fields.rack = 3;
  });
  examine_boards_of_chance(rules, 300, 12, 2, 1);
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_with_a_free_alphabet) {
  examine_games(umlaut_rules(), lexicon_of(umlaut_rules(), kGerman), 25, 400);
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_in_games_of_german) {
  examine_games(shipped("german"), lexicon_of(shipped("german"), word_list("german.txt")), 10, 250);
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_on_dense_tall_boards_that_no_game_reaches) {
  const Ruleset rules = own_ruleset("dense", "A9 S9 T9 E9 Q9=QU", [](RulesetFields& fields) {
    fields.size = 7;
    fields.rack = 5;
  });
  examine_boards_of_chance(rules, 500, 250, 6, 2);
  examine_boards_of_chance(rules, 150, 1000, 7, 3);
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_on_low_boards_of_chance_with_plurals_both_ways) {
  for (PluralS plural : {PluralS::forbid, PluralS::allow}) {
    const Ruleset rules = own_ruleset("low", "Q9=QU S9 T9", [&](RulesetFields& fields) {
      fields.size = 5;
      fields.rack = 2;
      fields.height = 1 + static_cast<int>(plural);
      fields.plural_s = plural;
    });
    examine_boards_of_chance(rules, 600, 120, 5, 4);
  }
}

BOOST_AUTO_TEST_CASE(finds_the_best_where_points_are_so_high_that_nothing_bounds_them) {
  const Ruleset rules = own_ruleset("dear", "A9 S9 T9 E9 Q9=QU", [](RulesetFields& fields) {
    fields.size = 7;
    fields.rack = 5;
    fields.height = 9;
    fields.stacked_points = 100;
    fields.all_tiles_bonus = 1000;
  });
  examine_boards_of_chance(rules, 150, 250, 6, 6);
}

BOOST_AUTO_TEST_CASE(finds_the_best_whatever_the_points_are_made_of) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed);
    const auto up_to = [&](int most) {
      return static_cast<int>(random.below(static_cast<std::uint64_t>(most) + 1));
    };
    const Ruleset rules = own_ruleset("odd", "A9 S9 T9 E9 Q9=QU", [&](RulesetFields& fields) {
      fields.size = 5;
      fields.rack = 2 + up_to(8);
      fields.height = 1 + up_to(4);
      fields.flat_points = up_to(4);
      fields.stacked_points = up_to(4);
      fields.qu_bonus = up_to(9);
      fields.all_tiles_bonus = up_to(30);
    });
    examine_boards_of_chance(rules, 60, 150, 5, seed);
  }
}

// Bounds count the tiles of a rack in a fixed number of lanes, and the last lane stands for all above it.
BOOST_AUTO_TEST_CASE(finds_the_best_of_racks_as_large_as_the_lanes_that_bound_them) {
  for (const int size : {7, 8, 9}) {
    for (const int bonus : {0, 20}) {
      const Ruleset rules = own_ruleset("large", "A9 S9 T9 E9 Q9=QU", [&](RulesetFields& fields) {
        fields.size = 10;
        fields.rack = size;
        fields.all_tiles_bonus = bonus;
        fields.qu_bonus = 3;
      });
      // Some words take the whole rack, and others all of it but one tile.
      Random random(static_cast<std::uint64_t>(size));
      std::vector<std::string> longest;
      std::string words;
      for (int i = 0; i < 60; ++i) {
        std::string word;
        for (int letter = 0; letter < size; ++letter) word += "ASTE"[random.below(4)];
        longest.push_back(word);
        words += word + " " + word.substr(1) + " " + word.substr(0, word.size() - 1) + " ";
      }
      const Lexicon lexicon = lexicon_of(rules, words);
      Examiner examiner(rules, lexicon);
      for (const std::string& word : longest) {
        const Tiles rack = tiles_of(rules, word);
        examiner.examine(Board(rules.size), rack);
        Board board(rules.size);
        for (int column = 0; column < rules.size; column += 3)
          board.lay({{static_cast<std::int8_t>(random.below(10)), static_cast<std::int8_t>(column)},
                     lowest(rack.faces())});
        examiner.examine(board, rack);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(equals_the_slow_twin_with_thirty_two_faces) {
  const Ruleset rules = own_ruleset(
      "many",
      "A4 B4 C4 D4 E4 F4 G4 H4 I4 J4 K4 L4 M4 N4 O4 P4 Q4=QU R4 S4 T4 V4 W4 X4 Y4 Z4 Ä4 Ö4 Ü4 Å4 É4 Ñ4 Ж4",
      [](RulesetFields& fields) { fields.size = 6; });
  BOOST_TEST(rules.alphabet().size() == kMaxFaces);
  examine_boards_of_chance(rules, 150, 3000, 3, 5);
}

BOOST_AUTO_TEST_CASE(a_generator_that_jumps_between_unrelated_boards_equals_a_fresh_one) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = thinned(rules, "few.txt", 1);
  std::vector<std::pair<Board, Tiles>> positions = {{Board(rules.size), tiles_of(rules, "AEIRSTQ")}};
  for (int seed = 100; seed < 106; ++seed) {
    for (SelfPlay play(rules, lexicon, seed, 2); !play.game().is_over(); play.play_turn()) {
      positions.emplace_back(play.game().board(), play.game().rack(play.game().seat_to_move()));
    }
  }
  MoveGenerator kept(rules, lexicon);
  Random random(7);
  std::vector<ScoredPlay> from_kept, from_fresh;
  for (int i = 0; i < 1500; ++i) {
    const auto& [board, rack] = positions[random.below(positions.size())];
    MoveGenerator fresh(rules, lexicon);
    kept.generate(board, rack, from_kept);
    fresh.generate(board, rack, from_fresh);
    const auto same = [](const ScoredPlay& a, const ScoredPlay& b) {
      return a.placement == b.placement && a.points == b.points;
    };
    BOOST_REQUIRE(std::ranges::equal(from_kept, from_fresh, same));
  }
}

BOOST_AUTO_TEST_CASE(equals_the_judge_over_the_whole_word_list) {
  // The judge says for every word at every place whether the generator should have found it.
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, word_list("plain.txt"));
  std::vector<Word> words;
  lexicon.for_each_word([&](const Word& word) { words.push_back(word); });
  Judge judge(rules, lexicon);
  MoveGenerator generator(rules, lexicon);
  std::vector<ScoredPlay> plays;
  int turn = 0;
  for (SelfPlay play(rules, lexicon, 11, 2); !play.game().is_over(); play.play_turn()) {
    if (++turn % 15 != 1) continue;
    const Board& board = play.game().board();
    const Tiles& rack = play.game().rack(play.game().seat_to_move());
    std::map<std::string, int> legal, generated;
    generator.generate(board, rack, plays);
    for (const ScoredPlay& scored : plays)
      generated[format_move(scored.placement, rules.alphabet())] = scored.points;
    for (const Word& word : words) {
      for (std::int8_t row = 0; row < rules.size; ++row) {
        for (std::int8_t column = 0; column < rules.size; ++column) {
          for (Direction direction : {Direction::across, Direction::down}) {
            if (std::max(row * (direction == Direction::down), column * (direction == Direction::across)) +
                    word.size() >
                rules.size)
              continue;
            const auto judged = judge.judge(board, rack, {{row, column}, direction, word});
            if (judged)
              legal[format_move(judged.value().placement, rules.alphabet())] = judged.value().points;
          }
        }
      }
    }
    BOOST_TEST((generated == legal), "turn " << turn);
  }
  BOOST_TEST(turn > 20);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
