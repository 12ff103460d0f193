// The questions of pages and their answers. web/tests/engine.test.ts compares the compiled engine with this
// one.
#include "browser/page_engine.h"

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "engine/movegen.h"
#include "protocol/game_record.h"
#include "protocol/position_line.h"
#include "protocol/ruleset_json.h"
#include "tests/browser/words.h"
#include "tests/json_of.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(page_engine)

namespace {

std::vector<std::byte> image_of(const Lexicon& lexicon) {
  return {lexicon.image().begin(), lexicon.image().end()};
}

struct Page {
  Ruleset rules = shipped_ruleset("hasbro").value();
  Lexicon lexicon = words_for(rules);
  std::vector<std::pair<std::size_t, std::size_t>> progress;
  PageEngine engine{[this](std::size_t done, std::size_t all) { progress.emplace_back(done, all); }};

  Page() { BOOST_REQUIRE(engine.open(json_text(ruleset_to_json(rules)), image_of(lexicon))); }
  Json ask(const Json& question) { return json_of(engine.ask(json_text(question))); }
  std::string error(const Json& question) { return ask(question).value("error", "none"); }

  std::string position(const std::string& rack, const std::string& rest = "") const {
    std::string line = "board ";
    append_board(line, Board(rules.size), rules.alphabet());
    return line + " rack " + rack + rest;
  }
  // With all that a search needs.
  std::string full_position(const std::string& rack) const {
    Tiles unseen = rules.tiles();
    const Tiles own = rules.alphabet().parse_tiles(rack).value();
    for (Face face = 0; face < kMaxFaces; ++face)
      for (int i = 0; i < own.count(face); ++i) unseen.remove(face);
    return position(rack, fmt::format(" scores 0,0 racks {0},7 bag {1} unseen {2} moves -", own.size(),
                                      unseen.size() - 7, rules.alphabet().symbols(unseen)));
  }
  // A finished game, in which each seat makes the best play in points.
  std::string record() const {
    Game game(rules, lexicon, 5, 2);
    MoveGenerator generator(rules, lexicon);
    while (!game.is_over()) {
      ScoredPlay best;
      const bool has_play = generator.find_best(game.board(), game.rack(game.seat_to_move()), best);
      BOOST_REQUIRE(game.play(has_play ? Move(best.placement) : Move(Pass{})));
    }
    GameRecord record;
    record.id = GameNumber{1};
    record.set = 1;
    record.seed = 5;
    record.players = {"Ann", "Bob"};
    fill_from_game(record, game);
    return format_record(record);
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(nothing_is_answered_before_rules_and_words_are_open) {
  PageEngine engine;
  BOOST_TEST(engine.ask(R"({"ask":"plays"})") == R"({"error":"no ruleset and no lexicon are open"})");
  BOOST_TEST(!engine.open("{}", {}));
  Page page;
  BOOST_TEST(!page.engine.open(R"({"based_on":"hasbro"})", std::vector<std::byte>(100)));
  BOOST_TEST(page.error({{"ask", "plays"}}) == "no ruleset and no lexicon are open");
}

BOOST_AUTO_TEST_CASE(a_lexicon_for_other_tiles_or_a_smaller_board_is_refused) {
  Page page;
  const Ruleset classic = shipped_ruleset("classic").value();
  const auto is_refused = [&](const char* rules, const Lexicon& lexicon) {
    const auto opened =
        page.engine.open(json_text(ruleset_to_json(shipped_ruleset(rules).value())), image_of(lexicon));
    BOOST_REQUIRE(!opened);
    BOOST_TEST(
        opened.error().message.starts_with("the lexicon words was built for other tiles or a smaller board"));
  };
  is_refused("german", page.lexicon);
  is_refused("hasbro", words_for(classic));
}

BOOST_AUTO_TEST_CASE(a_question_that_makes_no_sense_gets_a_sentence) {
  Page page;
  BOOST_TEST(json_of(page.engine.ask("{")).contains("error"));
  BOOST_TEST(json_of(page.engine.ask("[]")).contains("error"));
  BOOST_TEST(
      page.error({{"ask", "play"}}) ==
      "question: ask: \"play\" is not one of: plays, judge, search, continue, word, verify, line, review, "
      "draw, game, choose; did you mean plays?");
  BOOST_TEST(page.error({{"ask", "plays"}}) == "question: position: this field is missing");
  BOOST_TEST(
      page.error({{"ask", "plays"}, {"position", page.position("NOT")}, {"most", 3}}).find("unknown field") !=
      std::string::npos);
  BOOST_TEST(page.error({{"ask", "continue"}}) == "no search has begun");
  BOOST_TEST(page.error({{"ask", "search"}, {"position", page.position("NOT")}})
                 .starts_with("position: a search needs the scores"));
  BOOST_TEST(page.error({{"ask", "search"}, {"position", page.position("NOT", " scores 0,0")}}) ==
             "position: a search needs the unseen tiles");
  BOOST_TEST(page.error({{"ask", "search"}, {"position", page.full_position("NOT")}, {"seat", 2}})
                 .starts_with("position: a search needs the scores"));
  BOOST_TEST(page.error({{"ask", "search"}, {"position", page.full_position("NOT")}, {"also", "1a.NOT"}})
                 .starts_with("also: the first play"));
  BOOST_TEST(page.error({{"ask", "review"}, {"record", "{}"}}) != "none");
}

// A position may contradict itself: the search believes the unseen tiles.
BOOST_AUTO_TEST_CASE(positions_that_contradict_themselves_get_an_answer) {
  Page page;
  const Json without_bag = {{"ask", "search"},
                            {"position", page.position("AT", " scores 0,0 racks 2,0 bag 50 unseen -")},
                            {"may_exchange", true}};
  Json with_exchange = without_bag;
  with_exchange["also"] = "ex.A";
  BOOST_TEST(page.error(with_exchange) == "also: the unseen tiles leave none for the bag");
  BOOST_TEST(page.error(without_bag) == "none");
  BOOST_TEST(page.error({{"ask", "continue"}, {"nodes", 50}}) == "none");
  Page all_out;
  BOOST_REQUIRE(all_out.engine.open(json_text(ruleset_to_json(shipped_ruleset("hasbro-all-out").value())),
                                    image_of(all_out.lexicon)));
  BOOST_TEST(all_out.error({{"ask", "search"},
                            {"position",
                             all_out.position("-", " scores 0,0 racks 0,7 bag 0 unseen ABCDEFG moves -")}}) ==
             "none");
  BOOST_TEST(all_out.error({{"ask", "continue"}, {"nodes", 50}}) == "none");
}

BOOST_AUTO_TEST_CASE(an_endgame_is_solved_besides) {
  Page page;
  page.ask({{"ask", "search"},
            {"position", page.position("NOT", " scores 3,0 racks 3,1 bag 0 unseen X moves -")}});
  Json found = page.ask({{"ask", "continue"}, {"nodes", 500}});
  for (int i = 0; i < 20 && !found["is_over"].get<bool>(); ++i)
    found = page.ask({{"ask", "continue"}, {"nodes", 500}});
  BOOST_REQUIRE(found.contains("solved"));
  BOOST_TEST(found["solved"]["is_proven"] == true);
  // NOT goes out at once: 6 points, and 5 that the X costs the other seat. To lay one tile after the other
  // earns more, as the other seat has no play.
  BOOST_TEST(found["solved"]["spread"].get<int>() > 3 + 6 + 5);
  BOOST_TEST(found["solved"]["move"] == found["solved"]["line"][0]);
  BOOST_TEST(!page.ask({{"ask", "search"}, {"position", page.full_position("NOT")}}).contains("solved"));
}

BOOST_AUTO_TEST_CASE(plays_are_all_plays_best_first) {
  Page page;
  const Json plays = page.ask({{"ask", "plays"}, {"position", page.position("STONE")}})["plays"];
  std::vector<ScoredPlay> expected;
  MoveGenerator(page.rules, page.lexicon)
      .generate(Board(page.rules.size), page.rules.alphabet().parse_tiles("STONE").value(), expected);
  BOOST_TEST(plays.size() == expected.size());
  BOOST_TEST(plays[0]["words"][0] == "STONE");
  BOOST_TEST(plays[0]["tiles"] == "STONE");
  BOOST_TEST(page.ask({{"ask", "plays"}, {"position", page.position("-")}})["plays"].empty());
}

BOOST_AUTO_TEST_CASE(a_move_is_judged_with_its_reason) {
  Page page;
  const auto judged = [&](const char* move) {
    return page.ask({{"ask", "judge"}, {"position", page.position("STONE")}, {"move", move}});
  };
  BOOST_TEST(json_text(judged("5d.TON")) ==
             R"({"legal":true,"points":6,"words":["TON"],"reason":null,"text":null})");
  BOOST_TEST(judged("5d.NOTE")["reason"] == nullptr);
  BOOST_TEST(judged("5d.TOSE")["reason"] == "lexicon");
  BOOST_TEST(judged("5d.QUIZ")["reason"] == "rack");
  BOOST_TEST(judged("nonsense")["reason"] == "syntax");
}

BOOST_AUTO_TEST_CASE(a_search_improves_from_call_to_call_and_repeats) {
  Page page;
  const Json question = {
      {"ask", "search"}, {"position", page.full_position("STONE")}, {"seed", 3}, {"also", "5d.NO"}};
  const auto run = [&] {
    std::string told = json_text(page.ask(question));
    for (int i = 0; i < 3; ++i) told += json_text(page.ask({{"ask", "continue"}, {"nodes", 500}}));
    return told;
  };
  const Json first = page.ask(question);
  BOOST_TEST(first["nodes"] == 0);
  BOOST_TEST(!first["moves"][0].contains("chance"));
  const Json later = page.ask({{"ask", "continue"}, {"nodes", 500}});
  BOOST_TEST(later["nodes"].get<int>() >= 500);
  BOOST_TEST(later["moves"][0]["chance"][0].get<double>() > 0);
  BOOST_TEST(run() == run());
}

BOOST_AUTO_TEST_CASE(a_word_is_looked_up_with_the_words_that_one_tile_makes_of_it) {
  Page page;
  const Json tone = page.ask({{"ask", "word"}, {"word", "tone"}});
  BOOST_TEST(json_text(tone) == R"({"word":"TONE","is_valid":true,"is_spellable":true,"becomes":[]})");
  BOOST_TEST(json_text(page.ask({{"ask", "word"}, {"word", "TON"}})["becomes"]) == R"(["TEN"])");
  BOOST_TEST(page.ask({{"ask", "word"}, {"word", "NOTTE"}})["is_valid"] == false);
  for (const std::string& word : {std::string(), std::string("1"), std::string(40, 'A'), std::string("\xff")})
    BOOST_TEST(page.engine.ask("{\"ask\":\"word\",\"word\":\"" + word + "\"}").find("\"is_valid\":true") ==
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_record_is_verified_and_reviewed_with_its_progress) {
  Page page;
  const std::string line = page.record();
  BOOST_TEST(page.ask({{"ask", "verify"}, {"record", line}})["difference"] == nullptr);
  std::string other = line;
  other.replace(other.find("\"seed\":\"5\""), 10, "\"seed\":\"6\"");
  BOOST_TEST(page.ask({{"ask", "verify"}, {"record", other}})["difference"].is_string());
  const Json review = page.ask({{"ask", "review"}, {"record", line}, {"nodes", 50}});
  BOOST_TEST(review["game"] == 1);
  BOOST_TEST(!review["turns"].empty());
  BOOST_TEST(!page.progress.empty());
  BOOST_TEST(page.progress.back().second == page.progress.size());
  BOOST_TEST(page.ask({{"ask", "review"}, {"record", other}, {"nodes", 50}}).contains("error"));
}

BOOST_AUTO_TEST_CASE(a_line_continues_a_recorded_game_by_the_rules) {
  Page page;
  const std::string record = page.record();
  const Json turns = json_of(record)["turns"];
  const auto line = [&](int after, const std::vector<std::string>& moves) {
    return page.ask({{"ask", "line"}, {"record", record}, {"after", after}, {"moves", moves}});
  };
  // The recorded moves give the recorded turns, with the tiles that were drawn.
  std::vector<std::string> moves;
  for (const Json& turn : turns) moves.push_back(turn["move"]);
  const Json again = line(0, moves);
  BOOST_REQUIRE(again["turns"].size() == turns.size());
  for (std::size_t i = 0; i < turns.size(); ++i) {
    for (const char* key : {"seat", "rack", "move", "words", "points", "total", "drawn"})
      BOOST_TEST(again["turns"][i][key] == turns[i][key]);
  }
  for (const char* key : {"racks", "scores", "ranks", "end"}) BOOST_TEST(again[key] == json_of(record)[key]);
  BOOST_TEST(line(1, {"pass"})["turns"][0]["seat"] == 1);
  BOOST_TEST(line(0, {"pass"})["end"] == nullptr);
  const Json refused = line(0, {"pass", "1a.QUIZ", "pass"});
  BOOST_TEST(refused["turns"].size() == 1U);
  BOOST_TEST(refused["refused"].get<std::string>().starts_with("1a.QUIZ: "));
  const auto last = static_cast<int>(turns.size());
  BOOST_TEST(line(last, {"pass"})["refused"] == "pass: the game is over");
  BOOST_TEST(line(last + 5, {})["refused"] == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
}  // namespace toptile
