#include "protocol/adjudication.h"

#include <algorithm>
#include <variant>

#include "engine/random.h"
#include "tests/engine/scenario.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(adjudication)

namespace {

using Hopeless = AdjudicationTerms::Hopeless;

// A step of a game: a move of the seat whose turn it is, or the seat that forfeits.
using Step = std::variant<Move, Seat>;

struct Snapshot {
  std::vector<int> scores;  // The scores of all seats.
  std::vector<bool> playing;
  int turns = 0;
  bool is_over = false;
};

void take(Game& game, const Step& step) {
  if (const auto* seat = std::get_if<Seat>(&step)) return game.forfeit(*seat);
  BOOST_REQUIRE(game.play(std::get<Move>(step)));
}

// In a game without challenges and free exchanges, every entry of the record is a turn.
Snapshot snapshot_of(const Game& game) {
  Snapshot snapshot{{}, {}, static_cast<int>(game.turns().size()), game.is_over()};
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

// The number of steps after which the whole game is to be ended; nothing if it ends by itself.
std::optional<std::size_t> slow_end(const std::vector<Snapshot>& game, const AdjudicationTerms& terms) {
  std::vector<Snapshot> after_turns;
  for (std::size_t step = 0; step < game.size(); ++step) {
    if (game[step].is_over) return std::nullopt;
    if (game[step].turns == (step == 0 ? 0 : game[step - 1].turns)) continue;
    after_turns.push_back(game[step]);
    if (terms.turns && static_cast<int>(after_turns.size()) == *terms.turns) return step + 1;
    if (!terms.hopeless || static_cast<int>(after_turns.size()) < terms.hopeless->turns) continue;
    for (std::size_t seat = 0; seat < game[step].scores.size(); ++seat) {
      if (std::all_of(after_turns.end() - terms.hopeless->turns, after_turns.end(),
                      [&](const Snapshot& at) { return is_far_ahead(at, seat, terms.hopeless->points); }))
        return step + 1;
    }
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

AdjudicationTerms random_terms(Random& random) {
  const auto up_to = [&](std::uint64_t most) { return 1 + static_cast<int>(random.below(most)); };
  AdjudicationTerms terms;
  const std::uint64_t kind = random.below(3);
  if (kind != 0) terms.turns = up_to(40);
  if (kind != 1) terms.hopeless = Hopeless{up_to(30), up_to(8)};
  return terms;
}

// The terms that were read, as JSON, or the error's message.
std::string reading(const std::string& json) {
  const auto read = adjudication_from_json(Json::parse(json), "cup.json: adjudicate");
  if (!read) return read.error().message;
  return adjudication_to_json(read.value()).dump();
}

BOOST_AUTO_TEST_CASE(games_of_chance_end_where_a_slow_reading_of_the_terms_says) {
  const Ruleset& rules = shipped("hasbro");
  const Lexicon lexicon = lexicon_of(rules, word_list("plain.txt"));
  MoveGenerator generator(rules, lexicon);
  Random random(6);
  int by_turns = 0, by_spread = 0, by_rules = 0, after_forfeits = 0;
  for (int round = 0; round < 120; ++round) {
    const int players = 2 + round % 3;
    const std::uint64_t seed = random.below(1'000'000);
    Game whole(rules, lexicon, seed, players);
    std::vector<Step> steps;
    std::vector<Snapshot> snapshots;
    while (!whole.is_over()) {
      steps.push_back(random_step(whole, generator, random));
      take(whole, steps.back());
      snapshots.push_back(snapshot_of(whole));
    }
    for (int try_number = 0; try_number < 10; ++try_number) {
      const AdjudicationTerms terms = random_terms(random);
      const auto expected = slow_end(snapshots, terms);
      Game game(rules, lexicon, seed, players);
      Adjudicator adjudicator(terms);
      std::size_t taken = 0;
      while (!game.is_over()) {
        take(game, steps[taken++]);
        adjudicator.follow(game);
      }
      BOOST_REQUIRE((game.end() == GameEnd::adjudicated) == expected.has_value());
      BOOST_REQUIRE(taken == expected.value_or(steps.size()));
      by_rules += !expected;
      if (!expected) continue;
      const bool is_last_turn = terms.turns && snapshots[taken - 1].turns == *terms.turns;
      ++(is_last_turn ? by_turns : by_spread);
      after_forfeits += std::ranges::count(snapshots[taken - 1].playing, false) > 0;
    }
  }
  BOOST_TEST(by_turns > 50);
  BOOST_TEST(by_spread > 50);
  BOOST_TEST(by_rules > 50);
  BOOST_TEST(after_forfeits > 20);
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
                           R"({"turns":10000,"spread":100000,"spread_turns":10000})"})
    BOOST_TEST(reading(json) == json);
  BOOST_TEST(reading(R"({"spread":1})") == R"({"spread":1,"spread_turns":6})");
}

BOOST_AUTO_TEST_CASE(wrong_terms_are_told_with_their_place) {
  const std::string place = "cup.json: adjudicate: ";
  BOOST_TEST(reading("5") ==
             place + "null is expected here, or an object with turns, spread and spread_turns");
  BOOST_TEST(reading("{}").starts_with(place + "turns or spread is expected here"));
  BOOST_TEST(reading(R"({"spread_turns":6})").starts_with(place + "spread_turns: it has no use without"));
  BOOST_TEST(reading(R"({"turns":0})") == place + "turns: 0 is no whole number from 1 to 10000");
  BOOST_TEST(reading(R"({"spread":100001})") == place + "spread: 100001 is no whole number from 1 to 100000");
  BOOST_TEST(
      reading(R"({"turn":1})").starts_with(place + "turn: there is no such field; did you mean turns?"));
}

BOOST_AUTO_TEST_CASE(terms_have_words) {
  BOOST_TEST(words_of({1, {}}) == "after 1 turn");
  BOOST_TEST(words_of({10, Hopeless{30, 6}}) ==
             "after 10 turns, or when one is ahead by 30 points for 6 turns");
  BOOST_TEST(words_of({{}, Hopeless{1, 1}}) == "when one is ahead by 1 point for 1 turn");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
