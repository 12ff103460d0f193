// Games that are played in a page: they are those of the engine, and their records those of the referee.
#include "browser/page_game.h"

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "browser/page_engine.h"
#include "engine/lexicon_image.h"
#include "protocol/challenge_limit.h"
#include "protocol/replay.h"
#include "protocol/ruleset_json.h"
#include "tests/browser/words.h"
#include "tests/json_of.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(page_game)

namespace {

// A page on which a game is played, with the turns so far.
struct Table {
  Ruleset rules;
  Lexicon lexicon;
  PageEngine engine;
  Json question;

  explicit Table(const std::string& name = "hasbro", int players = 2)
      : rules(shipped_ruleset(name).value()), lexicon(words_for(rules)) {
    const auto image = reordered_image(lexicon.image());
    BOOST_REQUIRE(engine.open(json_text(ruleset_to_json(rules)), image));
    Json names = Json::array();
    for (int i = 0; i < players; ++i) names.push_back(fmt::format("Player {}", i + 1));
    question = {{"seed", "5"}, {"names", std::move(names)}, {"turns", Json::array()}};
  }

  Json ask(const char* what, const Json& more = Json::object()) {
    Json asked = question;
    asked["ask"] = what;
    asked.update(more);
    return json_of(engine.ask(json_text(asked)));
  }
  Json state() { return ask("game"); }
  void play(const std::string& move, int ms = 10) {
    question["turns"].push_back({{"move", move}, {"ms", ms}});
  }
  // A first play that forms no word.
  std::string nonsense() const {
    const Game game(rules, lexicon, 5, 2);
    const std::string rack = rules.alphabet().symbols(game.rack(Seat{0}));
    return "5d." + std::string(rack.rbegin(), rack.rbegin() + 3);
  }
  std::string chosen(const Json& more = Json::object()) {
    Json asked = {{"chance", question["turns"].size()}};
    asked.update(more);
    const Json answer = ask("choose", asked);
    BOOST_REQUIRE_MESSAGE(answer.contains("move"), json_text(answer));
    return answer["move"];
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(computer_game_gives_a_verified_record) {
  for (const char* name : {"hasbro", "hasbro-challenge", "classic"}) {
    Table table(name, 3);
    Json state = table.state();
    while (!state["is_over"].get<bool>()) {
      BOOST_TEST(state["line"] == nullptr);
      BOOST_TEST(state["record"]["end"] == "");
      table.play(table.chosen({{"elo", 1000}}));
      state = table.state();
      BOOST_REQUIRE(state["refused"] == nullptr);
    }
    const auto record = parse_record(state["line"].get<std::string>()).value();
    BOOST_TEST(find_difference(record, table.rules, table.lexicon).value_or("none") == "none");
    BOOST_TEST(json_text(state["record"]) == state["line"].get<std::string>());
    BOOST_TEST(record.turns.front().time.count() == 10);
    BOOST_TEST(table.ask("choose", {{"chance", 1}})["error"] == "the game is over");
  }
}

BOOST_AUTO_TEST_CASE(the_state_says_who_is_asked_and_what_that_seat_may_see) {
  Table table;
  const Json state = table.state();
  const Game game(table.rules, table.lexicon, 5, 2);
  BOOST_TEST(state["seat"] == 0);
  BOOST_TEST(state["may_exchange"] == true);
  BOOST_TEST(state["is_question"] == false);
  const std::string rack = table.rules.alphabet().symbols(game.rack(Seat{0}));
  BOOST_TEST(state["position"].get<std::string>().find("rack " + rack) != std::string::npos);
  table.play("pass");
  BOOST_TEST(table.state()["seat"] == 1);
  BOOST_TEST(table.state()["record"]["turns"].size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_refused_turn_and_all_after_it_are_not_played) {
  Table table;
  for (const char* move : {"pass", "1a.ZZZ", "pass"}) table.play(move);
  const Json state = table.state();
  BOOST_TEST(state["played"] == 1);
  BOOST_TEST(state["refused"].is_string());
  BOOST_TEST(state["record"]["turns"].size() == 1U);
  BOOST_TEST(table.ask("choose", {{"chance", 1}}).contains("error"));
}

BOOST_AUTO_TEST_CASE(turns_after_the_end_are_refused) {
  Table table;
  for (int i = 0; i < 3; ++i) table.play("pass");  // Two passes end the game.
  const Json state = table.state();
  BOOST_TEST(state["played"] == 2);
  BOOST_TEST(state["refused"] == "the game is over");
  BOOST_TEST(state["is_over"] == true);
}

// The opponents challenge every play with an unknown word, and only these.
BOOST_AUTO_TEST_CASE(the_computer_challenges_exactly_the_plays_with_an_unknown_word) {
  Table table("hasbro-challenge");
  table.play(table.nonsense());
  BOOST_REQUIRE(table.state()["is_question"] == true);
  BOOST_TEST(table.chosen() == "challenge");
  Table honest("hasbro-challenge");
  // With some bag, the first rack has a play.
  for (int seed = 1; honest.state()["is_question"] == false; ++seed) {
    BOOST_REQUIRE(seed < 100);
    honest.question["seed"] = std::to_string(seed);
    honest.question["turns"] = Json::array();
    honest.play(honest.chosen({{"elo", 1900}}));
  }
  BOOST_TEST(honest.chosen() == "accept");
}

BOOST_AUTO_TEST_CASE(a_limit_on_challenges_makes_the_turn_a_pass_that_the_record_explains) {
  Table table("hasbro-challenge");
  table.question["challenge_limits"] = {1, 0};
  table.play(table.nonsense());
  table.play("challenge");
  const Json state = table.state();
  BOOST_REQUIRE(state["refused"] == nullptr);
  BOOST_TEST(state["seat"] == 1);
  BOOST_TEST(state["played"] == 2);
  const Json turns = state["record"]["turns"];
  BOOST_REQUIRE(turns.size() == 3U);
  BOOST_TEST(turns[2]["move"] == "pass");
  BOOST_TEST(turns[2]["refused"][0].get<std::string>().find(kChallenged) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(overtime_costs_points_at_the_end_and_the_record_says_so) {
  Table table;
  table.question["overtime"] = {{"points", 10}, {"period_ms", 60'000}};
  table.question["turns"] = {{{"move", "pass"}, {"ms", 5}, {"clock", -61'000}},
                             {{"move", "pass"}, {"clock", 7}}};
  const Json state = table.state();
  BOOST_REQUIRE(state["is_over"] == true);
  BOOST_TEST(json_text(state["record"]["overtime"]["lost"]) == "[20,0]");
  const auto record = parse_record(state["line"].get<std::string>()).value();
  BOOST_TEST(find_difference(record, table.rules, table.lexicon).value_or("none") == "none");
}

BOOST_AUTO_TEST_CASE(a_question_that_makes_no_sense_gets_a_sentence) {
  const auto error = [](const Json& change) {
    Table table;
    return table.ask("game", change).value("error", "none");
  };
  BOOST_TEST(error({{"names", {"Ann"}}}) == "names: the ruleset hasbro is not for 1 players");
  BOOST_TEST(error({{"names", {"Ann", "B\x01"}}}) != "none");
  BOOST_TEST(error({{"turns", 5}}) == "turns: expected a list");
  BOOST_TEST(error({{"turns", {{{"ms", 5}}}}}) == "turn 1: move: this field is missing");
  BOOST_TEST(error({{"challenge_limits", {1}}}).starts_with("challenge_limits: expected a number from 0"));
  BOOST_TEST(error({{"challenge_limits", {1, 1000}}}).starts_with("challenge_limits: expected a number"));
  BOOST_TEST(error({{"overtime", {{"points", 0}, {"period_ms", 1}}}}).starts_with("overtime: points"));
  BOOST_TEST(error({{"seat", 1}}).find("unknown field") != std::string::npos);
  Table table;
  BOOST_TEST(table.ask("choose", {{"chance", 1}, {"elo", 5000}}).contains("error"));
  BOOST_TEST(table.ask("choose").contains("error"));
}

BOOST_AUTO_TEST_CASE(the_draw_names_who_begins_and_gives_that_player_the_first_seat) {
  Table table;
  const Json draw = json_of(table.engine.ask(R"({"ask":"draw","seed":"7","players":4})"));
  const FirstDraw expected = draw_for_first(table.rules, 7, 4);
  BOOST_TEST(draw["first"] == static_cast<int>(expected.first));
  BOOST_REQUIRE(draw["rounds"].size() == expected.rounds.size());
  std::string nearest;
  int first = -1;
  for (const Json& drawn : draw["rounds"].back()) {
    if (first >= 0 && drawn["tile"].get<std::string>() >= nearest) continue;
    nearest = drawn["tile"];
    first = drawn["seat"];
  }
  BOOST_TEST(first == 0);
}

// A page has one lexicon for boards of several sizes.
BOOST_AUTO_TEST_CASE(the_words_of_a_larger_board_are_cut_to_a_smaller_one) {
  Table table;
  const Ruleset classic = shipped_ruleset("classic").value();
  const std::string list = std::string(kWords) + "STONINESS\n";
  const Lexicon large = build_lexicon("words", list, table.rules.alphabet(), 10).value().lexicon;
  const Lexicon small = build_lexicon("words", list, classic.alphabet(), 8).value().lexicon;
  BOOST_REQUIRE(table.engine.open(json_text(ruleset_to_json(classic)), reordered_image(large.image())));
  table.play("pass");
  table.play("pass");
  BOOST_TEST(table.state()["record"]["lexicon"]["sha256"] == hexadecimal(small.sha256()));
}

BOOST_AUTO_TEST_SUITE_END()
}  // namespace toptile
