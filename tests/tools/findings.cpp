// What games of the static player show: counts that must agree, and the same bytes at any number of threads.
#include "tools/champion/findings.h"

#include "engine/greedy_game.h"
#include "tests/champion/words.h"
#include "tools/champion/luck.h"
#include "tools/champion/openings.h"
#include "tools/champion/word_change.h"
#include "tools/champion/word_savings.h"

using namespace toptile;
using namespace toptile::champion;

BOOST_AUTO_TEST_SUITE(findings)

namespace {

const Ruleset& rules() {
  return shipped("hasbro");
}

Findings findings_of(int games, int threads) {
  FindingsPlan plan;
  plan.games = games;
  plan.threads = threads;
  return find(rules(), common_words(rules()), weights_for(rules()), plan);
}

template <class Sums>
std::int64_t sum_of(const Sums& sums) {
  std::int64_t sum = 0;
  for (const Sum& each : sums) sum += each.sum;
  return sum;
}

Word word_of(std::string_view text) {
  Word word;
  while (!text.empty()) word.push_back(*rules().alphabet().take_text(text));
  return word;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_same_plan_finds_the_same_at_any_number_of_threads) {
  BOOST_TEST(json_text(facts_of(findings_of(60, 1), rules())) ==
             json_text(facts_of(findings_of(60, 2), rules())));
  const Weights weights = weights_for(rules());
  const auto openings = [&](int threads) {
    OpeningsPlan plan;
    plan.racks = 8;
    plan.threads = threads;
    return json_text(facts_of(compare_openings(rules(), common_words(rules()), weights, plan), rules()));
  };
  BOOST_TEST(openings(1) == openings(2));
  const auto luck = [&](int threads) {
    LuckPlan plan;
    plan.pairs = 4;
    plan.threads = threads;
    plan.draws = 2;
    return json_text(facts_of(measure_luck(rules(), common_words(rules()), {weights}, {weights, 0.3}, plan)));
  };
  BOOST_TEST(luck(1) == luck(2));
}

BOOST_AUTO_TEST_CASE(counts_agree_with_one_another) {
  constexpr int kGames = 100;
  const Findings f = findings_of(kGames, 1);
  BOOST_TEST(f.moves.count == kGames);
  BOOST_TEST(f.plays + f.exchanges + f.passes == f.moves.sum);
  BOOST_TEST(f.plays > 20 * kGames);

  // Points: of moves, of plays by what they lay, of words with the bonus, and of final scores.
  const std::int64_t points = sum_of(f.points_by_move);
  BOOST_TEST(points == sum_of(f.points_by_laid));
  BOOST_TEST(points == sum_of(f.points_by_highest));
  BOOST_TEST(points == sum_of(f.points_by_length) + f.bonus_points);
  BOOST_TEST(points == sum_of(f.points_by_change) + f.bonus_points);
  BOOST_TEST(points == f.points_flat_stacked[0] + f.points_flat_stacked[1] + f.bonus_points);
  std::int64_t left = 0;
  for (const std::int64_t tiles : f.left_at_end) left += tiles;
  BOOST_TEST(points == f.scores.sum + rules().left_over * left);
  std::int64_t of_words = 0, formed = 0;
  for (const auto& [word, use] : f.words) {
    of_words += use.points;
    formed += use.in_line + use.across;
    BOOST_TEST(use.saved >= 0);
  }
  BOOST_TEST(of_words == points - f.bonus_points);
  BOOST_TEST(formed == f.words_flat_stacked[0] + f.words_flat_stacked[1]);

  // A square with a stack of three at the end saw tiles laid at the heights one, two and three.
  std::int64_t higher = 0, laid = 0, tiles = 0;
  for (std::size_t height = Findings::kHeights - 1; height > 0; --height) {
    higher += f.end_heights[height];
    BOOST_TEST(f.laid_at[height] == higher);
    laid += f.laid_at[height];
  }
  BOOST_TEST(higher + f.end_heights[0] == kGames * rules().size * rules().size);
  std::int64_t covers = 0, is_covered = 0;
  for (std::size_t face = 0; face < kMaxFaces; ++face) {
    tiles += f.play_points[face].count;
    covers += f.covers[face];
    is_covered += f.is_covered[face];
  }
  BOOST_TEST(tiles == laid);
  BOOST_TEST(covers == laid - f.laid_at[1]);
  BOOST_TEST(covers == is_covered);

  // First plays; a rack without vowels may have none.
  FirstPlays by_word, by_laid, by_place;
  for (const auto& [word, plays] : f.first_words) by_word.add(plays);
  for (const auto& [laid_tiles, plays] : f.first_by_laid) by_laid.add(plays);
  for (const auto& [place, plays] : f.first_places) by_place.add(plays);
  BOOST_TEST((by_word.outcome == by_laid.outcome));
  BOOST_TEST((by_word.outcome == by_place.outcome));
  BOOST_TEST(by_word.outcome.spread.count > kGames * 9 / 10);
  BOOST_TEST(by_word.points == f.points_by_move[0].sum);
}

BOOST_AUTO_TEST_CASE(the_games_of_a_pair_have_the_same_bag) {
  const Weights weights = weights_for(rules());
  LuckPlan plan;
  plan.pairs = 6;
  const auto against = [&](const LuckPlayer& other) {
    return measure_luck(rules(), common_words(rules()), {weights}, other, plan);
  };
  // Equal players: the second game is the first one with the seats' names exchanged.
  const Luck equal = against({weights});
  BOOST_TEST(equal.pairs == (std::array<std::int64_t, 5>{0, 0, 6, 0, 0}), boost::test_tools::per_element());
  BOOST_TEST(equal.spreads.products == -equal.spreads.x.squares);
  BOOST_TEST(equal.spreads.x.sum == -equal.spreads.y.sum);
  // Whoever knows no word lays none, and whoever knows some of them plays worse.
  const Luck silent = against({weights, 1, [](const Word&) { return false; }});
  BOOST_TEST(silent.pairs == (std::array<std::int64_t, 5>{0, 0, 0, 0, 6}), boost::test_tools::per_element());
  BOOST_TEST(against({weights, 1, [](const Word& word) { return word.size() < 4; }}).outcome.spread.sum > 0);
}

BOOST_AUTO_TEST_CASE(a_rack_tries_its_best_first_play_of_each_number_of_tiles) {
  OpeningsPlan plan;
  plan.racks = 20;
  const Openings openings = compare_openings(rules(), common_words(rules()), weights_for(rules()), plan);
  std::int64_t best = 0, others = 0, compared = 0;
  for (const Openings::OfLaid& of : openings.by_laid) {
    best += of.is_best;
    others += of.behind.count;
    BOOST_TEST(of.outcome.spread.count == of.is_best + of.behind.count);
    BOOST_TEST(of.value_behind.count == of.behind.count);
    BOOST_TEST(of.value_behind.sum >= 0);
  }
  for (const Sum& step : openings.behind_by_step) compared += step.count;
  BOOST_TEST(openings.racks == plan.racks);
  BOOST_TEST(best > 15);
  BOOST_TEST(best <= plan.racks);
  BOOST_TEST(others > best);
  BOOST_TEST(compared == others);
}

BOOST_AUTO_TEST_CASE(what_a_word_saved_agrees_with_all_plays) {
  const Lexicon& lexicon = common_words(rules());
  const Weights weights = weights_for(rules());
  const StaticPlayer player(rules(), weights);
  const Judge judge(rules(), lexicon);
  BoardLines lines(rules(), lexicon);
  std::vector<ValuedPlay> all, best;
  int compared = 0;
  play_greedy_game(rules(), lexicon, 5, [&](const Game& game) {
    const Tiles& rack = game.rack(game.seat_to_move());
    const int bag = static_cast<int>(game.bag().size());
    lines.become(game.board());
    player.generate(lines, rack, bag, all);
    if (all.size() < 2) return true;
    find_best_plays(player, lines, rack, bag, 16, best);
    BOOST_TEST_REQUIRE(best.size() == std::min<std::size_t>(16, all.size()));
    std::ranges::sort(all, [&](const ValuedPlay& a, const ValuedPlay& b) {
      return a.value != b.value ? a.value > b.value : is_before(a.play, b.play, rules().alphabet());
    });
    for (std::size_t i = 0; i < best.size(); ++i) BOOST_TEST((best[i].play == all[i].play));
    const auto played = judge.judge(game.board(), rack, best.front().play.placement).value();
    for (const WordSaving& saving :
         savings_of(judge, game.board(), rack, best, all.size() <= 16 ? INT32_MIN / 2 : best.back().value)) {
      const auto without = std::ranges::find_if(all, [&](const ValuedPlay& other) {
        const auto words = judge.judge(game.board(), rack, other.play.placement).value().words;
        return std::ranges::none_of(
            words, [&](const FormedWord& formed) { return formed.placed.word == saving.word; });
      });
      if (without == all.end()) continue;
      const Value saved = best.front().value - without->value;
      if (saving.is_bound) {
        BOOST_TEST(saving.saved <= saved);
      } else {
        BOOST_TEST(saving.saved == saved);
      }
      ++compared;
    }
    return true;
  });
  BOOST_TEST(compared > 20);
}

BOOST_AUTO_TEST_CASE(a_word_is_fresh_longer_changed_or_joined) {
  Board board(rules().size);
  const auto lay_word = [&](std::string_view text, Square start) {
    const Word word = word_of(text);
    for (int i = 0; i < word.size(); ++i) board.put(step(start, Direction::across, i), 1, word[i]);
  };
  lay_word("CAT", {4, 2});
  lay_word("ON", {6, 0});
  lay_word("IT", {6, 3});
  struct Case {
    std::string_view word;
    Square start;
    Direction direction;
    ChangeKind kind;
    std::string_view before;
    int covered, added;
  };
  const auto across = Direction::across;
  for (const Case& row : std::initializer_list<Case>{
           {"COT", {4, 2}, across, ChangeKind::changed, "CAT", 1, 0},
           {"SCAT", {4, 1}, across, ChangeKind::longer, "CAT", 0, 1},
           {"CATCH", {4, 2}, across, ChangeKind::longer, "CAT", 0, 2},
           {"COTS", {4, 2}, across, ChangeKind::both, "CAT", 1, 1},
           {"ONSIT", {6, 0}, across, ChangeKind::joined, "", 0, 1},
           {"TO", {2, 6}, across, ChangeKind::fresh, "", 0, 2},
           {"BAD", {3, 3}, Direction::down, ChangeKind::fresh, "", 0, 2},
       }) {
    BOOST_TEST_CONTEXT(row.word) {
      const WordChange change = change_of(board, {row.start, row.direction, word_of(row.word)});
      BOOST_TEST((change.kind == row.kind));
      BOOST_TEST((change.before == word_of(row.before)));
      BOOST_TEST(change.covered == row.covered);
      BOOST_TEST(change.added == row.added);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
