#include "engine/endgame_state.h"

#include <map>

#include "tests/engine/scenario.h"
#include "tests/engine/self_play.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(endgame_state)

namespace {

// Habits with many passes, so that games end in every way.
constexpr Habits kPassing = {25, 5, 50};

Ruleset small_ruleset(EndRule end, int pass_rounds, int scoreless_rounds) {
  return own_ruleset("small", "A4 B3 C3 D2", [&](RulesetFields& fields) {
    fields.size = 5;
    fields.rack = 3;
    fields.players_max = 2;
    fields.end = end;
    fields.pass_rounds = pass_rounds;
    fields.scoreless_rounds = scoreless_rounds;
  });
}

constexpr const char* kWords = "AB ABA BAC CAB DAB AD BAD CAD ACA BB DA CC DADA";

bool is_same(const EndgameState& a, const EndgameState& b) {
  return a.lines() == b.lines() && a.mover() == b.mover() && a.rack() == b.rack() &&
         a.other_rack() == b.other_rack() && a.key() == b.key() && a.has_ended() == b.has_ended();
}

// This placement among the plays that the generator finds, with its score.
ScoredPlay scored(const EndgameState& state, const Placement& placement) {
  std::vector<ScoredPlay> plays;
  generate_plays(state.lines(), state.rack(), plays);
  const auto found = std::ranges::find(plays, placement, &ScoredPlay::placement);
  BOOST_REQUIRE((found != plays.end()));
  return *found;
}

void make(EndgameState& state, const Move& move) {
  if (const auto* placement = std::get_if<Placement>(&move)) {
    state.play(scored(state, *placement));
  } else {
    state.pass();
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(it_goes_through_every_turn_and_end_as_the_game_does_and_back_again) {
  std::map<GameEnd, int> ends;
  for (const EndRule end : {EndRule::first_out, EndRule::all_out}) {
    for (const int pass_rounds : {1, 2}) {
      for (const int scoreless_rounds : {0, 1, 3}) {
        const Ruleset rules = small_ruleset(end, pass_rounds, scoreless_rounds);
        const Lexicon lexicon = lexicon_of(rules, kWords);
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
          SelfPlay turns(rules, lexicon, seed, 2, kPassing);
          while (!turns.game().is_over() && !endgame_of(turns.game())) turns.play_turn();
          if (turns.game().is_over()) continue;
          const EndgamePosition position = *endgame_of(turns.game());
          const int first = turns.game().seat_to_move();
          EndgameState state(rules, lexicon);
          state.begin(position);
          int made = 0, points = 0;
          while (!turns.game().is_over()) {
            BOOST_REQUIRE(!state.has_ended());
            BOOST_REQUIRE((turns.game().seat_to_move() == first) == (state.mover() == 0));
            BOOST_REQUIRE((turns.game().rack(turns.game().seat_to_move()) == state.rack()));
            const Turn turn = turns.play_turn();
            points += turn.seat == first ? turn.points : -turn.points;
            make(state, turn.move);
            ++made;
          }
          ++ends[turns.game().end()];
          // "Stuck" comes before the other ends, which may be reached at the same time.
          if (turns.game().end() != GameEnd::stuck) BOOST_TEST(state.has_ended());
          const std::vector<int> scores = turns.game().final_scores();
          const int spread = scores[first] - scores[1 - first];
          BOOST_TEST(position.spread + points + (state.mover() == 0 ? 1 : -1) * state.gain_at_end() ==
                     spread);

          while (made-- > 0) state.take_back();
          EndgameState untouched(rules, lexicon);
          untouched.begin(position);
          BOOST_TEST(is_same(state, untouched));
        }
      }
    }
  }
  for (const GameEnd end : {GameEnd::out, GameEnd::stuck, GameEnd::passed, GameEnd::scoreless})
    BOOST_TEST(ends[end] > 5, name_of(end) << " comes " << ends[end] << " times");
}

BOOST_AUTO_TEST_CASE(a_position_has_one_key_whichever_way_it_came_about) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, "CAT CAD TON");
  EndgamePosition position(rules.size);
  position.board = Table(rules, lexicon).set("5d.CAT").board;
  position.racks = {tiles_of(rules, "ADONZ"), tiles_of(rules, "XY")};
  EndgameState state(rules, lexicon);
  state.begin(position);
  const std::uint64_t at_first = state.key();
  const std::vector<std::string_view> plays = {"f5.TON", "d5.CAD"};
  std::vector<std::uint64_t> keys;
  for (const std::size_t first : {0, 1}) {
    for (const std::size_t i : {first, 1 - first}) {
      state.play({placement_of(rules, plays[i]), 5, 2});
      keys.push_back(state.key());
      state.pass();
    }
    keys.push_back(state.key());
    for (int i = 0; i < 4; ++i) state.take_back();
    BOOST_TEST(state.key() == at_first);
  }
  BOOST_TEST(keys[0] != keys[3]);  // One play is made, a different one in each.
  BOOST_TEST(keys[1] == keys[4]);  // Both plays are made.
  BOOST_TEST(keys[2] == keys[5]);  // A pass has followed.
  BOOST_TEST(keys[1] != keys[2]);
}

BOOST_AUTO_TEST_CASE(who_moves_and_how_near_the_passes_are_to_the_end_is_in_the_key) {
  const Ruleset& rules = shipped("app");  // It ends after three rounds of passes.
  const Lexicon lexicon = lexicon_of(rules, "AT TO");
  EndgamePosition position(rules.size);
  position.board = Table(rules, lexicon).set("5d.AT").board;
  position.racks = {tiles_of(rules, "O"), tiles_of(rules, "O")};
  const auto key = [&](int own_passes, int other_passes, int made) {
    position.passes_in_a_row = {own_passes, other_passes};
    EndgameState state(rules, lexicon);
    state.begin(position);
    for (int i = 0; i < made; ++i) state.pass();
    return state.key();
  };
  BOOST_TEST(key(0, 0, 0) != key(0, 0, 1));
  BOOST_TEST(key(2, 3, 0) != key(0, 0, 0));  // The next pass is the last.
  BOOST_TEST(key(1, 1, 0) == key(0, 0, 0));  // At least two more passes are left, and more do not matter.
}

BOOST_AUTO_TEST_CASE(two_passes_settle_a_game_of_many_rounds_only_where_every_play_scores) {
  for (const int stacked_points : {0, 1}) {
    const Ruleset rules = changed("hasbro", [&](RulesetFields& fields) {
      fields.pass_rounds = fields.scoreless_rounds = 9;
      fields.stacked_points = stacked_points;
    });
    const Lexicon lexicon = lexicon_of(rules, "AT TO");
    EndgamePosition position(rules.size);
    position.board = Table(rules, lexicon).set("5d.AT").board;
    position.racks = {tiles_of(rules, "O"), tiles_of(rules, "OO")};
    EndgameState state(rules, lexicon);
    state.begin(position);
    state.pass();
    BOOST_TEST(!state.is_settled());
    state.pass();
    BOOST_TEST(state.is_settled() == (stacked_points > 0));
    BOOST_TEST(!state.has_ended());
    for (int i = 2; i < 18; ++i) state.pass();
    BOOST_TEST(state.has_ended());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
