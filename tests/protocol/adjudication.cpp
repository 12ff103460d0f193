#include "protocol/adjudication.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <variant>

#include "engine/random.h"
#include "tests/engine/scenario.h"
#include "tests/json_of.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(adjudication)

namespace {

using Hopeless = AdjudicationTerms::Hopeless;
using Agreed = AdjudicationTerms::Agreed;
using Resign = AdjudicationTerms::Resign;

// A step of a game: a move of the seat whose turn it is, or the seat that forfeits.
using Step = std::variant<Move, Seat>;

struct Snapshot {
  std::vector<int> scores;  // The scores of all seats.
  std::vector<bool> playing;
  std::vector<std::optional<double>> told;  // The score that each seat reported with its last turn.
  std::size_t mover = 0;                    // The seat of the last turn.
  int turns = 0;
  bool is_over = false;
};

void take(Game& game, const Step& step) {
  if (const auto* seat = std::get_if<Seat>(&step)) return game.forfeit(*seat);
  BOOST_REQUIRE(game.play(std::get<Move>(step)));
}

// In a game without challenges and free exchanges, every entry of the record is a turn.
Snapshot snapshot_of(const Game& game, const std::vector<std::optional<double>>& told) {
  Snapshot snapshot{{}, {}, told, 0, static_cast<int>(game.turns().size()), game.is_over()};
  if (snapshot.turns > 0) snapshot.mover = static_cast<std::size_t>(game.turns().back().seat);
  for (const Seat seat : each<Seat>(game.players())) {
    snapshot.scores.push_back(game.score(seat));
    snapshot.playing.push_back(game.is_playing(seat));
  }
  return snapshot;
}

bool is_far_ahead(const Snapshot& at, std::size_t seat, int points) {
  if (!at.playing[seat]) return false;
  for (std::size_t other = 0; other < at.scores.size(); ++other) {
    if (other != seat && at.playing[other] && at.scores[seat] < at.scores[other] + points) return false;
  }
  return true;
}

// Whether everybody expects this seat to win by so much: by its report or, without one, by the board.
bool is_expected_winner(const Snapshot& at, std::size_t seat, int points) {
  if (!is_far_ahead(at, seat, 1)) return false;
  int reports = 0;
  for (std::size_t other = 0; other < at.scores.size(); ++other) {
    if (!at.playing[other]) continue;
    reports += at.told[other].has_value();
    if (other == seat && !(at.told[seat] ? *at.told[seat] >= points : is_far_ahead(at, seat, points)))
      return false;
    if (other != seat &&
        !(at.told[other] ? *at.told[other] <= -points : at.scores[other] + points <= at.scores[seat]))
      return false;
  }
  return reports > 0;
}

// Whether some seat fulfils this after each of the last so many turns.
template <class Fulfils>
bool is_kept(const std::vector<Snapshot>& after_turns, int turns, Fulfils fulfils) {
  if (static_cast<int>(after_turns.size()) < turns) return false;
  for (std::size_t seat = 0; seat < after_turns.front().scores.size(); ++seat) {
    if (std::all_of(after_turns.end() - turns, after_turns.end(),
                    [&](const Snapshot& at) { return fulfils(at, seat); }))
      return true;
  }
  return false;
}

// Whether the last mover, in a game of two, expected to lose in each of its own last turns and is behind.
bool is_despairing(const std::vector<Snapshot>& after_turns, const Resign& terms) {
  const std::size_t own = after_turns.back().mover;
  std::vector<Snapshot> own_turns;
  for (const Snapshot& at : after_turns)
    if (at.mover == own) own_turns.push_back(at);
  return after_turns.back().scores.size() == 2 &&
         after_turns.back().scores[own] < after_turns.back().scores[1 - own] &&
         static_cast<int>(own_turns.size()) >= terms.turns &&
         std::all_of(own_turns.end() - terms.turns, own_turns.end(),
                     [&](const Snapshot& at) { return at.told[own] && *at.told[own] <= -terms.points; });
}

// The number of steps after which the whole game is to be ended, and how; nothing if it ends by itself.
std::optional<std::pair<std::size_t, GameEnd>> slow_end(const std::vector<Snapshot>& game,
                                                        const AdjudicationTerms& terms) {
  std::vector<Snapshot> after_turns;
  for (std::size_t step = 0; step < game.size(); ++step) {
    if (game[step].is_over) return std::nullopt;
    if (game[step].turns == (step == 0 ? 0 : game[step - 1].turns)) continue;
    after_turns.push_back(game[step]);
    const auto end = [&](GameEnd how) { return std::pair(step + 1, how); };
    if (terms.turns && static_cast<int>(after_turns.size()) == *terms.turns) return end(GameEnd::adjudicated);
    if (terms.hopeless &&
        is_kept(after_turns, terms.hopeless->turns, [&](const Snapshot& at, std::size_t seat) {
          return is_far_ahead(at, seat, terms.hopeless->points);
        }))
      return end(GameEnd::adjudicated);
    if (terms.agreed && is_kept(after_turns, terms.agreed->turns, [&](const Snapshot& at, std::size_t seat) {
          return is_expected_winner(at, seat, terms.agreed->points);
        }))
      return end(GameEnd::agreed);
    if (terms.resign && is_despairing(after_turns, *terms.resign)) return end(GameEnd::resigned);
  }
  return std::nullopt;
}

Step random_step(const Game& game, MoveGenerator& generator, Random& random) {
  if (random.below(60) == 0) {
    auto seat = static_cast<Seat>(random.below(static_cast<std::uint64_t>(game.players())));
    while (!game.is_playing(seat)) seat = seat_after(seat, game.players());
    return seat;
  }
  ScoredPlay best;
  if (random.below(5) > 0 && generator.find_best(game.board(), game.rack(game.seat_to_move()), best))
    return Move(best.placement);
  return Move(Pass{});
}

// One of the terms, or two.
AdjudicationTerms random_terms(Random& random) {
  const auto up_to = [&](std::uint64_t most) { return 1 + static_cast<int>(random.below(most)); };
  AdjudicationTerms terms;
  const std::uint64_t one = random.below(4), other = random.below(4);
  const auto is_chosen = [&](std::uint64_t term) { return term == one || term == other; };
  if (is_chosen(0)) terms.turns = up_to(40);
  if (is_chosen(1)) terms.hopeless = Hopeless{up_to(30), up_to(8)};
  if (is_chosen(2)) terms.agreed = Agreed{up_to(30), up_to(8)};
  if (is_chosen(3)) terms.resign = Resign{up_to(30), up_to(5)};
  return terms;
}

// The seat's lead on the board, and what it may believe to gain or lose. Nothing from a bot that says
// nothing.
std::optional<double> random_score(const Game& game, Seat seat, Random& random) {
  if (random.below(5) == 0) return std::nullopt;
  int best_other = INT32_MIN;
  for (const Seat other : each<Seat>(game.players()))
    if (other != seat) best_other = std::max(best_other, game.score(other));
  return game.score(seat) - best_other + static_cast<double>(random.below(400)) / 10 - 20;
}

std::string info_of(const std::optional<double>& score) {
  return score ? fmt::format("depth 3 score {} pv pass string score 5000", *score) : "depth 3";
}

// The terms that were read, as JSON, or the error's message.
std::string reading(const std::string& json) {
  const auto read = adjudication_from_json(json_of(json), "cup.json: adjudicate");
  if (!read) return read.error().message;
  return json_text(adjudication_to_json(read.value()));
}

BOOST_AUTO_TEST_CASE(games_of_chance_end_where_a_slow_reading_of_the_terms_says) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, word_list("plain.txt"));
  MoveGenerator generator(rules, lexicon);
  Random random(6);
  int by_turns = 0, by_spread = 0, by_agreement = 0, by_resignation = 0, by_rules = 0, after_forfeits = 0;
  for (int round = 0; round < 120; ++round) {
    const int players = 2 + round % 3;
    const std::uint64_t seed = random.below(1'000'000);
    Game whole(rules, lexicon, seed, players);
    std::vector<Step> steps;
    std::vector<std::string> infos;
    std::vector<Snapshot> snapshots;
    std::vector<std::optional<double>> told(static_cast<std::size_t>(players));
    while (!whole.is_over()) {
      const Seat seat = whole.seat_to_move();
      steps.push_back(random_step(whole, generator, random));
      take(whole, steps.back());
      const bool is_turn = std::holds_alternative<Move>(steps.back());
      if (is_turn) told[static_cast<std::size_t>(seat)] = random_score(whole, seat, random);
      infos.push_back(is_turn ? info_of(told[static_cast<std::size_t>(seat)]) : "");
      snapshots.push_back(snapshot_of(whole, told));
    }
    for (int try_number = 0; try_number < 10; ++try_number) {
      const AdjudicationTerms terms = random_terms(random);
      const auto expected = slow_end(snapshots, terms);
      Game game(rules, lexicon, seed, players);
      Adjudicator adjudicator(terms);
      std::size_t taken = 0;
      while (!game.is_over()) {
        take(game, steps[taken]);
        adjudicator.follow(game, infos[taken++]);
      }
      BOOST_REQUIRE((game.end() >= GameEnd::adjudicated) == expected.has_value());
      by_rules += !expected;
      if (!expected) {
        BOOST_REQUIRE(taken == steps.size());
        continue;
      }
      BOOST_REQUIRE(taken == expected->first);
      BOOST_REQUIRE(name_of(game.end()) == name_of(expected->second));
      by_agreement += game.end() == GameEnd::agreed;
      by_resignation += game.end() == GameEnd::resigned;
      if (game.end() == GameEnd::resigned) BOOST_REQUIRE(game.ranks()[snapshots[taken - 1].mover] == 2);
      after_forfeits += std::ranges::count(snapshots[taken - 1].playing, false) > 0;
      if (game.end() != GameEnd::adjudicated) continue;
      const bool is_last_turn = terms.turns && snapshots[taken - 1].turns == *terms.turns;
      ++(is_last_turn ? by_turns : by_spread);
    }
  }
  BOOST_TEST(by_turns > 50);
  BOOST_TEST(by_spread > 50);
  BOOST_TEST(by_agreement > 50);
  BOOST_TEST(by_resignation > 20);
  BOOST_TEST(by_rules > 50);
  BOOST_TEST(after_forfeits > 20);
}

// Seat 0 lays FOOD for 8 points, and then all exchange. Returns where a game with these info lines, one a
// turn, is ended: "3 agreed"; or "no" if it is not.
std::string end_of_exchanges(const AdjudicationTerms& terms, const std::vector<std::string>& infos,
                             int players = 2) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, "food");
  Game game(rules, lexicon, 42, players);
  Adjudicator adjudicator(terms);
  for (const std::string& info : infos) {
    const Tiles& rack = game.rack(game.seat_to_move());
    const auto played =
        game.turns().empty() ? play_text(game, "5d.FOOD") : game.play(Exchange{lowest(rack.faces())});
    BOOST_REQUIRE(played);
    adjudicator.follow(game, info);
    if (game.is_over()) return fmt::format("{} {}", game.turns().size(), name_of(game.end()));
  }
  return "no";
}

struct ScoreCase {
  std::vector<std::string> infos;
  std::string end;
};

BOOST_AUTO_TEST_CASE(a_game_ends_when_all_expect_the_same_winner) {
  const AdjudicationTerms terms{{}, {}, Agreed{5, 2}, {}};
  for (const auto& [infos, end] :
       std::initializer_list<ScoreCase>{{{"score 9", "score -9"}, "2 agreed"},
                                        {{"score 5", "score -5.0"}, "2 agreed"},
                                        {{"score 9", "score -4.9", "score 9", "score -4.9"}, "no"},
                                        {{"score 4.9", "score -9", "score 4.9", "score -9"}, "no"},
                                        {{"score 9", "score 9", "score 9", "score 9"}, "no"},
                                        {{"score -9", "score -9", "score -9", "score -9"}, "no"},
                                        // The board speaks for a bot that says nothing, but not for both.
                                        {{"", "", "", "", "", ""}, "no"},
                                        {{"score 9", ""}, "2 agreed"},
                                        {{"", "score -9", ""}, "3 agreed"},
                                        {{"", "score -9", "string score 9"}, "3 agreed"},
                                        {{"", "score -9", "not UWI: score 3"}, "3 agreed"},
                                        {{"", "score nan", "", "score -inf", "", "score -9x"}, "no"},
                                        // A score lasts until the bot's next turn.
                                        {{"score 9", "score -9x", ""}, "2 agreed"},
                                        {{"score 9", "score 0", "", "score -9"}, "no"},
                                        {{"score 9", "score 0", "", "score -9", ""}, "5 agreed"},
                                        // Seat 0 is ahead on the board, and would win the game that is ended.
                                        {{"score -9", "score 9", "score -9", "score 9", "score -9"}, "no"}})
    BOOST_TEST(end_of_exchanges(terms, infos) == end, boost::algorithm::join(infos, ", "));
  const AdjudicationTerms more{{}, {}, Agreed{9, 2}, {}};  // The board's lead is 8.
  BOOST_TEST(end_of_exchanges(more, {"score 9", "", "score 9", ""}) == "no");
  BOOST_TEST(end_of_exchanges(more, {"", "score -9", "", "score -9"}) == "no");
  BOOST_TEST(end_of_exchanges(more, {"score 9", "score -9", "score 9"}) == "3 agreed");
}

BOOST_AUTO_TEST_CASE(in_a_game_of_three_everybody_must_expect_the_same_winner) {
  const AdjudicationTerms terms{{}, {}, Agreed{5, 2}, {}};
  BOOST_TEST(end_of_exchanges(terms, {"score 9", "score -9", "score -9"}, 3) == "2 agreed");
  BOOST_TEST(end_of_exchanges(terms, {"score 9", "score 3", "score -9", "score 9"}, 3) == "no");
  BOOST_TEST(end_of_exchanges(terms, {"", "", "score -5", "", "score -7"}, 3) == "4 agreed");
}

BOOST_AUTO_TEST_CASE(a_bot_that_is_behind_and_expects_to_lose_resigns) {
  const AdjudicationTerms terms{{}, {}, {}, Resign{5, 2}};
  for (const auto& [infos, end] :
       std::initializer_list<ScoreCase>{{{"", "score -5", "", "score -5.5"}, "4 resigned"},
                                        {{"score 3", "score -9", "score -9", "score -9"}, "4 resigned"},
                                        {{"", "score -5", "", "score -4.9", "", "score -5"}, "no"},
                                        {{"", "score -5", "", "", "", "score -5"}, "no"},
                                        {{"", "score 5", "", "score 5", "", "score 5"}, "no"},
                                        // Seat 0 is ahead.
                                        {{"score -9", "", "score -9", "", "score -9"}, "no"}})
    BOOST_TEST(end_of_exchanges(terms, infos) == end, boost::algorithm::join(infos, ", "));
  BOOST_TEST(end_of_exchanges(terms, {"", "score -9", "", "", "score -9"}, 3) == "no");
}

BOOST_AUTO_TEST_CASE(of_several_terms_that_hold_at_once_the_first_counts) {
  const std::vector<std::string> infos = {"score 9", "score -9"};
  BOOST_TEST(end_of_exchanges({{}, {}, Agreed{5, 2}, Resign{5, 1}}, infos) == "2 agreed");
  BOOST_TEST(end_of_exchanges({{}, {}, Agreed{5, 3}, Resign{5, 1}}, infos) == "2 resigned");
  BOOST_TEST(end_of_exchanges({2, {}, Agreed{5, 2}, Resign{5, 1}}, infos) == "2 adjudicated");
  BOOST_TEST(end_of_exchanges({{}, Hopeless{5, 2}, Agreed{5, 2}, Resign{5, 1}}, infos) == "2 adjudicated");
}

BOOST_AUTO_TEST_CASE(a_score_comes_with_the_last_move_of_a_turn_and_with_no_answer) {
  const Ruleset& rules = shipped("hasbro-challenge");
  const Lexicon lexicon = lexicon_of(rules, "food");
  const auto end_after = [&](const std::vector<std::pair<const char*, const char*>>& moves) {
    Game game(rules, lexicon, 42, 2);
    Adjudicator adjudicator(AdjudicationTerms{{}, {}, Agreed{5, 1}, {}});
    for (const auto& [move, info] : moves) {
      if (game.is_over()) return std::string("too early");
      BOOST_REQUIRE(play_text(game, move));
      adjudicator.follow(game, info);
    }
    return game.is_over() ? std::string(name_of(game.end())) : "no";
  };
  BOOST_TEST(end_after({{"5d.FOOD", "score 9"}, {"accept", ""}}) == "agreed");
  BOOST_TEST(end_after({{"5d.FOOD", "score 9"}, {"accept", "score 9"}}) == "agreed");
  BOOST_TEST(end_after({{"5d.FOOD", ""}, {"accept", "score -9"}}) == "no");
  BOOST_TEST(end_after({{"5d.DOOF", "score 9"}, {"challenge", ""}, {"5d.FOOD", ""}, {"accept", ""}}) == "no");
  BOOST_TEST(end_after({{"5d.DOOF", ""}, {"challenge", ""}, {"5d.FOOD", "score 9"}, {"accept", ""}}) ==
             "agreed");
}

BOOST_AUTO_TEST_CASE(without_terms_no_game_is_ended) {
  Game game(shipped("hasbro"), lexicon_of(shipped("hasbro"), "food"), 42, 2);
  Adjudicator adjudicator(std::nullopt);
  BOOST_REQUIRE(game.play(Pass{}));
  adjudicator.follow(game);
  BOOST_TEST(!game.is_over());
}

BOOST_AUTO_TEST_CASE(a_play_in_doubt_is_a_turn_when_it_stands_and_none_when_it_is_taken_back) {
  const Ruleset& rules = shipped("hasbro-challenge");
  const Lexicon lexicon = lexicon_of(rules, "food");
  const auto follow = [&](Game& game, Adjudicator& adjudicator, std::string_view move) {
    BOOST_REQUIRE(game.play(parse_move(move, rules.alphabet()).value()));
    adjudicator.follow(game);
  };
  {
    Game game(rules, lexicon, 42, 3);
    Adjudicator adjudicator(AdjudicationTerms{1, {}});
    for (const char* move : {"5d.DOOF", "accept", "challenge"}) {
      follow(game, adjudicator, move);
      BOOST_TEST(!game.is_over());
    }
    follow(game, adjudicator, "5d.FOOD");
    follow(game, adjudicator, "accept");
    BOOST_TEST(!game.is_over());
    follow(game, adjudicator, "accept");
    BOOST_TEST(name_of(game.end()) == "adjudicated");
  }
  {
    Game game(rules, lexicon, 42, 2);
    Adjudicator adjudicator(AdjudicationTerms{1, {}});
    for (const char* move : {"5d.DOOF", "challenge", "5d.OOFD", "challenge", "5d.FODO"})
      follow(game, adjudicator, move);
    BOOST_TEST(!game.is_over());
    follow(game, adjudicator, "challenge");
    BOOST_TEST(!game.is_over());
    follow(game, adjudicator, "pass");
    BOOST_TEST(name_of(game.end()) == "adjudicated");
  }
  {
    Game game(rules, lexicon, 42, 3);
    Adjudicator adjudicator(AdjudicationTerms{{}, Hopeless{8, 1}});
    follow(game, adjudicator, "5d.FOOD");
    follow(game, adjudicator, "accept");
    BOOST_TEST(!game.is_over());
    game.forfeit(Seat{2});  // The last seat that was to be asked leaves, so the play stands.
    adjudicator.follow(game);
    BOOST_TEST(name_of(game.end()) == "adjudicated");
    BOOST_TEST(game.final_scores() == (std::vector{8, 0, 0}), boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_free_exchange_is_no_turn) {
  const Ruleset rules = changed("hasbro", [](RulesetFields& fields) { fields.free_exchanges = 3; });
  const Lexicon lexicon = lexicon_of(rules, "food");
  Game game(rules, lexicon, 42, 2);
  Adjudicator adjudicator(AdjudicationTerms{1, {}});
  BOOST_REQUIRE(game.play(Exchange{lowest(game.rack(Seat{0}).faces())}));
  adjudicator.follow(game);
  BOOST_TEST(!game.is_over());
  BOOST_REQUIRE(game.play(Pass{}));
  adjudicator.follow(game);
  BOOST_TEST(game.is_over());
}

BOOST_AUTO_TEST_CASE(terms_are_read_as_they_are_written) {
  for (const char* json : {"null", R"({"turns":40})", R"({"spread":200,"spread_turns":10})",
                           R"({"agreed":300,"agreed_turns":8})", R"({"resign":400,"resign_turns":2})",
                           R"({"turns":9,"spread":1,"spread_turns":2,"agreed":100000,"agreed_turns":10000,)"
                           R"("resign":1,"resign_turns":1})",
                           R"({"turns":10000,"spread":100000,"spread_turns":10000})"})
    BOOST_TEST(reading(json) == json);
  BOOST_TEST(reading(R"({"spread":1})") == R"({"spread":1,"spread_turns":6})");
  BOOST_TEST(reading(R"({"agreed":1})") == R"({"agreed":1,"agreed_turns":6})");
  BOOST_TEST(reading(R"({"resign":1})") == R"({"resign":1,"resign_turns":3})");
}

BOOST_AUTO_TEST_CASE(wrong_terms_are_told_with_their_place) {
  const std::string place = "cup.json: adjudicate: ";
  BOOST_TEST(reading("5") == place + "expected null, or an object with turns, spread, agreed or resign");
  BOOST_TEST(reading("{}").starts_with(place + "expected turns, spread, agreed or resign"));
  BOOST_TEST(reading(R"({"turns":5,"agreed_turns":6})").starts_with(place + "agreed_turns: it needs"));
  BOOST_TEST(reading(R"({"agreed":5,"resign_turns":6})").starts_with(place + "resign_turns: it needs"));
  for (const std::string key : {"agreed", "resign"}) {
    BOOST_TEST(reading("{\"" + key + "\":0}") == place + key + ": 0 is not a whole number from 1 to 100000");
    BOOST_TEST(reading("{\"" + key + "\":5,\"" + key + "_turns\":10001}") ==
               place + key + "_turns: 10001 is not a whole number from 1 to 10000");
  }
  BOOST_TEST(reading(R"({"spread_turns":6})").starts_with(place + "spread_turns: it needs"));
  BOOST_TEST(reading(R"({"turns":0})") == place + "turns: 0 is not a whole number from 1 to 10000");
  BOOST_TEST(reading(R"({"spread":100001})") ==
             place + "spread: 100001 is not a whole number from 1 to 100000");
  BOOST_TEST(reading(R"({"turn":1})").starts_with(place + "turn: unknown field; did you mean turns?"));
}

BOOST_AUTO_TEST_CASE(terms_have_words) {
  BOOST_TEST(words_of({1, {}}) == "after 1 turn");
  BOOST_TEST(words_of({10, Hopeless{30, 6}}) ==
             "after 10 turns, or when one is ahead by 30 points for 6 turns");
  BOOST_TEST(words_of({{}, Hopeless{1, 1}}) == "when one is ahead by 1 point for 1 turn");
  BOOST_TEST(words_of({{}, {}, Agreed{300, 6}, Resign{400, 3}}) ==
             "when all expect for 6 turns that the same one wins by 300 points, or when one expects for 3 "
             "turns of its own that it loses by 400 points");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
