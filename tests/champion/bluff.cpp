// Bluffs: the judge allows them but for their words, a slow twin finds none that earns more, and nobody is
// bluffed who has objected.
#include "champion/bluff.h"

#include "engine/movegen.h"
#include "engine/random.h"
#include "tests/champion/words.h"

using namespace toptile;
using namespace toptile::champion;

BOOST_AUTO_TEST_SUITE(bluff)

namespace {

// The shipped rulesets with challenges, and the other ones with this field changed.
std::vector<Ruleset> rulesets_with_challenges() {
  std::vector<Ruleset> rulesets;
  for (const char* name :
       {"hasbro-challenge", "hasbro", "classic", "app", "hasbro-all-out", "hasbro-plural", "german"})
    rulesets.push_back(changed(name, [](RulesetFields& fields) { fields.lexicon = LexiconRule::challenge; }));
  return rulesets;
}

Tiles draw(const Ruleset& rules, int count, Random& random) {
  std::vector<Face> all;
  for (FaceSet faces = rules.tiles().faces(); faces != 0; faces &= faces - 1)
    all.insert(all.end(), static_cast<std::size_t>(rules.tiles().count(lowest(faces))), lowest(faces));
  Tiles drawn;
  for (int i = 0; i < count; ++i) drawn.add(all[random.below(all.size())]);
  return drawn;
}

// Lays tiles of a rack by chance, in one line. Most of it is against the rules.
std::vector<LaidTile> careless(const Ruleset& rules, Tiles rack, Random& random) {
  const auto direction = random.below(2) == 0 ? Direction::across : Direction::down;
  const auto size = static_cast<std::uint64_t>(rules.size);
  const auto number = static_cast<int>(random.below(size));
  std::vector<LaidTile> laid;
  for (auto place = static_cast<int>(random.below(size)); place < rules.size && !rack.empty(); ++place) {
    FaceSet faces = rack.faces();
    for (auto skipped = random.below(static_cast<std::uint64_t>(std::popcount(faces))); skipped > 0;
         --skipped)
      faces &= faces - 1;
    if (random.below(5) == 0) continue;
    laid.push_back({square_of(direction, number, place), lowest(faces)});
    rack.remove(lowest(faces));
  }
  return laid;
}

// The most points of a play, whatever its words are, and then the most tiles; tried one by one.
struct SlowBest {
  int points = -1, tiles = 0;
  friend auto operator<=>(const SlowBest&, const SlowBest&) = default;
};
class SlowTwin {
 public:
  SlowTwin(const Judge& judge, const Board& board, const Tiles& rack)
      : judge_(judge), board_(board), rack_(rack) {}

  SlowBest best() {
    for (const Direction direction : {Direction::across, Direction::down})
      for (int number = 0; number < board_.size(); ++number) try_from(direction, number, 0, rack_);
    return best_;
  }

 private:
  void try_from(Direction direction, int number, int place, Tiles left) {
    if (place == board_.size()) {
      if (laid_.empty()) return;
      if (const auto judged = judge_.judge_tiles(board_, rack_, laid_))
        best_ = std::max(best_, {judged.value().points, static_cast<int>(laid_.size())});
      return;
    }
    try_from(direction, number, place + 1, left);
    for (FaceSet faces = left.faces(); faces != 0; faces &= faces - 1) {
      Tiles rest = left;
      rest.remove(lowest(faces));
      laid_.push_back({square_of(direction, number, place), lowest(faces)});
      try_from(direction, number, place + 1, rest);
      laid_.pop_back();
    }
  }

  const Judge& judge_;
  const Board& board_;
  const Tiles& rack_;
  std::vector<LaidTile> laid_;
  SlowBest best_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_judge_allows_it_and_no_play_that_is_tried_earns_more) {
  std::uint64_t seed = 0;
  int bluffs = 0;
  for (const Ruleset& rules : rulesets_with_challenges()) {
    const Lexicon& lexicon = common_words(rules);
    const Judge judge(rules, lexicon);
    MoveGenerator generator(rules, lexicon);
    BoardLines lines(rules, lexicon);
    for (int game = 0; game < 12; ++game) {
      Random random(++seed);
      Board board(rules.size);
      for (int turn = 0; turn < 25; ++turn) {
        const Tiles rack =
            draw(rules, 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(rules.rack))), random);
        lines.become(board);
        const auto best = best_bluff(lines, rack);
        ScoredPlay honest;
        const bool has_honest = generator.find_best(board, rack, honest);
        BOOST_REQUIRE((best || !has_honest));
        if (!best) continue;
        const auto judged = judge.judge(board, rack, best->placement);
        BOOST_REQUIRE_MESSAGE(judged, (judged ? "" : judged.error().text));
        BOOST_REQUIRE(judged.value().points == best->points);
        bluffs += !best->is_all_known;
        if (has_honest) BOOST_REQUIRE(best->points >= honest.points);
        for (int i = 0; i < 50; ++i) {
          const auto other = judge.judge_tiles(board, rack, careless(rules, rack, random));
          if (other) BOOST_REQUIRE(best->points >= other.value().points);
        }
        // The next board has a bluff more, or a word.
        if (has_honest && random.below(3) > 0) {
          lay(board, tiles_laid_by(board, honest.placement));
        } else {
          lay(board, best->laid);
        }
      }
    }
  }
  BOOST_TEST(bluffs > 1000);
}

BOOST_AUTO_TEST_CASE(a_slow_twin_finds_no_more_points_and_no_more_tiles) {
  int plays = 0, nothing = 0, with_qu = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const auto below = [&](int bound) {
      return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
    };
    const Ruleset rules = own_ruleset("small", "A20 B5 S9 Q9=QU", [&](RulesetFields& fields) {
      fields.size = 3 + below(2);
      fields.rack = 1 + below(4);
      fields.height = 2 + below(2);
      fields.flat_points = below(4);
      fields.stacked_points = 1 + below(2);
      fields.qu_bonus = below(6);
      fields.all_tiles_bonus = below(2) * 10;
      fields.plural_s = below(3) == 0 ? PluralS::allow : PluralS::forbid;
      fields.lexicon = LexiconRule::challenge;
    });
    const Lexicon lexicon = lexicon_of(rules, "AB BA ABBA");
    const Judge judge(rules, lexicon);
    BoardLines lines(rules, lexicon);
    Board board(rules.size);
    for (int turn = 0; turn < 12; ++turn) {
      const Tiles rack = draw(rules, 1 + below(rules.rack), random);
      lines.become(board);
      const auto best = best_bluff(lines, rack);
      const SlowBest slow = SlowTwin(judge, board, rack).best();
      BOOST_REQUIRE_MESSAGE((best ? best->points : -1) == slow.points,
                            "seed " << seed << " turn " << turn << ": " << (best ? best->points : -1)
                                    << " and " << slow.points);
      if (!best) {
        ++nothing;
      } else {
        BOOST_REQUIRE(static_cast<int>(best->laid.size()) == slow.tiles);
        ++plays;
        with_qu += std::ranges::count(best->laid, *rules.qu(), &LaidTile::face) > 0;
      }
      // The board grows by any play.
      for (int i = 0; i < 20; ++i) {
        const Tiles any = draw(rules, rules.rack, random);
        const auto play = judge.judge_tiles(board, any, careless(rules, any, random));
        if (!play) continue;
        lay(board, play.value().laid);
        break;
      }
    }
  }
  BOOST_TEST(plays > 2000);
  BOOST_TEST(nothing > 50);
  BOOST_TEST(with_qu > 500);
}

BOOST_AUTO_TEST_CASE(the_largest_board_is_searched_in_part) {
  const Ruleset rules = own_ruleset("large", "A20 B20 C20 D20", [](RulesetFields& fields) {
    fields.size = kMaxBoardSize;
    fields.rack = 15;
    fields.height = kMaxHeight;
    fields.lexicon = LexiconRule::challenge;
  });
  const Lexicon lexicon = lexicon_of(rules, "AB BA");
  const Judge judge(rules, lexicon);
  BoardLines lines(rules, lexicon);
  Random random(1);
  Board board(rules.size);
  for (int turn = 0; turn < 30; ++turn) {
    lines.become(board);
    const Tiles rack = draw(rules, rules.rack, random);
    const auto best = best_bluff(lines, rack);
    if (!best) break;
    BOOST_REQUIRE(judge.judge(board, rack, best->placement).has_value());
    BOOST_TEST(best->laid.size() > 7U);
    lay(board, best->laid);
  }
  BOOST_TEST(board.tiles() > 200);
}

BOOST_AUTO_TEST_CASE(known_positions) {
  const Ruleset& rules = shipped("hasbro-challenge");
  const Lexicon& lexicon = common_words(rules);
  BoardLines lines(rules, lexicon);
  const auto points = [&](const Board& board, const char* rack) {
    lines.become(board);
    const auto best = best_bluff(lines, tiles_of(rules, rack));
    return best ? best->points : -1;
  };
  Board board(rules.size);
  BOOST_TEST(points(board, "AEIOUUU") == 34);
  BOOST_TEST(points(board, "QXXZZJV") == 36);
  BOOST_TEST(points(board, "Q") == -1);
  // An S may not be added behind HI, but it may stand before it. It would make four points below the H.
  lay(board, tiles_laid_by(board, placement_of(rules, "5d.HI")));
  BOOST_TEST(points(board, "S") == 6);
  BOOST_TEST(points(board, "X") == 6);
  BOOST_TEST(points(board, "") == -1);
}

BOOST_AUTO_TEST_CASE(who_has_objected_is_bluffed_no_more_in_this_game) {
  Objections objections;
  BOOST_TEST(objections.may_bluff());
  const Value at_first = objections.least_gain();
  objections.take_question(0);
  BOOST_TEST(objections.least_gain() == at_first);
  objections.take_bluff();
  objections.take_question(0);  // It stood.
  BOOST_TEST(objections.may_bluff());
  BOOST_TEST(objections.least_gain() < at_first);
  objections.take_bluff();
  objections.take_question(1);
  BOOST_TEST(!objections.may_bluff());
  objections.take_question(0);
  BOOST_TEST(!objections.may_bluff());
  objections.begin_game();
  BOOST_TEST(objections.may_bluff());
  BOOST_TEST(objections.least_gain() == at_first);
  // A bluff of the game before says nothing.
  objections.take_bluff();
  objections.begin_game();
  objections.take_question(0);
  BOOST_TEST(objections.least_gain() == at_first);
}

BOOST_AUTO_TEST_SUITE_END()
