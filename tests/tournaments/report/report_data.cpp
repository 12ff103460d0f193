#include "tournaments/report/report_data.h"

#include <boost/test/unit_test.hpp>

#include "tests/tournaments/report/report_games.h"
#include "tournaments/standings/standings.h"

namespace toptile {
namespace {

using reports::game;
using reports::run_of;
using reports::with_fate;

Json data_of(const ReportRun& run, const std::string& title = "") {
  return report_data(std::span(&run, 1), title);
}

ReportRun a_run() {
  ReportRun run = run_of("runs/x", {"ann", "bob", "cid"},
                         {game(2, {1, 0}, {90, 100}), game(1, {0, 1}, {130, 100}), game(3, {0, 2}, {70, 80}),
                          with_fate(game(4, {2, 0}, {50, 10}), 1, SeatResult::Fate::forfeited)});
  run.games[3].end = GameEnd::forfeit;
  run.games[0].is_late = true;
  run.forfeited[GameNumber{4}] = {Entrant{0}, FaultKind::crash, "it: is gone"};
  return run;
}

RecordDetails some_details() {
  RecordDetails details;
  details.moves[Entrant{1}].add_time(3);
  details.moves[Entrant{1}].add_turn(1, 12, 3);
  details.moves[Entrant{1}].add_time(7);
  details.moves[Entrant{1}].add_turn(1, 13, 7);
  details.moves[Entrant{1}].add_time(2000);
  details.moves[Entrant{1}].add_turn(2, 0, 2000);
  details.turns = {{30, 3, 17, Seat{1}, 12, 9}, {31}, {32}, {33}};
  details.kinds[{GameNumber{4}, Seat{1}}] = FaultKind::crash;
  details.forfeits = {
      {GameNumber{4}, Entrant{0}, {Seat{1}, 9, FaultKind::crash, "it: is gone", {{"> go"}, "oh"}}}};
  RunHighlights& highlights = details.highlights;
  highlights.best_play = {0, GameNumber{1}, "bob", {3, Seat{1}, 17, "5d.AB"}};
  highlights.closest_game = {0, GameNumber{3}, "", 10};
  highlights.comeback = {0, GameNumber{1}, "bob", {{12, Seat{1}, 9}, 10}};
  highlights.tallest_stack = {0, GameNumber{1}, "ann", {4, Seat{0}, "e5", {"A", "Qu"}}};
  highlights.costliest_fault = {0, GameNumber{4}, "ann", {9, Seat{1}, FaultKind::crash, -40}};
  return details;
}

BOOST_AUTO_TEST_SUITE(report_data)

BOOST_AUTO_TEST_CASE(the_standings_are_those_of_everywhere_else) {
  const ReportRun run = a_run();
  const Json data = data_of(run), usual = standings_to_json(standings_of({"ann", "bob", "cid"}, run.games));
  BOOST_TEST(data["cross"] == usual["cross"]);
  for (std::size_t i = 0; i < 3; ++i) {
    const Json &row = data["standings"][i], &other = usual["standings"][i];
    BOOST_TEST(data["bots"][row["entrant"].get<std::size_t>()]["name"] == other["name"]);
    for (const auto& [key, value] : other.items()) {
      if (key == "name") continue;
      if (value.is_boolean()) BOOST_TEST(row[key] == value);
      if (value.is_number())
        BOOST_TEST(row[key].get<double>() == value.get<double>(), boost::test_tools::tolerance(1e-3));
    }
    BOOST_TEST(row.size() == other.size());
    BOOST_TEST(data["los"][i][i] == 0.5);
  }
}

BOOST_AUTO_TEST_CASE(games_are_columns_in_the_order_of_their_numbers) {
  const Json games = data_of(a_run())["games"];
  BOOST_TEST(
      json_text(games) ==
      R"({"id":[1,2,3,4],"seats":[[0,1],[1,0],[0,2],[2,0]],"scores":[[130,100],[90,100],[70,80],[50,10]],)"
      R"("ranks":[[1,2],[2,1],[2,1],[1,2]],"end":["out","out","out","forfeit"],)"
      R"("forfeits":[[],[],[],[{"seat":1,"reason":"crash"}]]})");
}

BOOST_AUTO_TEST_CASE(the_order_in_which_games_ended_does_not_matter) {
  ReportRun run = a_run();
  const std::string expected = json_text(data_of(run));
  std::ranges::reverse(run.games);
  BOOST_TEST(json_text(data_of(run)) == expected);
}

BOOST_AUTO_TEST_CASE(what_only_records_tell_is_there_where_they_were_read) {
  ReportRun run = a_run();
  Json data = data_of(run);
  BOOST_TEST(!data.contains("turns"));
  BOOST_TEST(!data.contains("times"));
  BOOST_TEST(json_text(data["faults"]) ==
             R"({"count":1,"told":[{"run":0,"game":4,"entrant":0,"reason":"crash","text":"it: is gone"}]})");
  std::ranges::sort(run.games, {}, &GameResult::id);
  run.details = some_details();
  data = data_of(run);
  const Json& games = data["games"];
  BOOST_TEST(games["turns"] == Json({30, 31, 32, 33}));
  BOOST_TEST(games["best_turn"] == Json({3, 0, 0, 0}));
  BOOST_TEST(games["best_points"] == Json({17, 0, 0, 0}));
  BOOST_TEST(games["best_seat"] == Json({1, 0, 0, 0}));
  BOOST_TEST(games["behind_turn"] == Json({12, 0, 0, 0}));
  BOOST_TEST(games["behind"] == Json({9, 0, 0, 0}));
  BOOST_TEST(json_text(games["forfeits"][3]) == R"([{"seat":1,"reason":"crash"}])");
  BOOST_TEST(json_text(data["highlights"]) ==
             R"({"best_play":{"run":0,"game":1,"entrant":1,"turn":3,"move":"5d.AB","points":17},)"
             R"("closest_game":{"run":0,"game":3,"margin":10},)"
             R"("comeback":{"run":0,"game":1,"entrant":1,"turn":12,"behind":9,"margin":10},)"
             R"("tallest_stack":{"run":0,"game":1,"entrant":0,"turn":4,"square":"e5","tiles":["A","Qu"]},)"
             R"("costliest_fault":{"run":0,"game":4,"entrant":0,"turn":9,"reason":"crash","ahead":-40}})");
  BOOST_TEST(json_text(data["turns"]["by_bot"][1]) == R"({"mean_points":[12.5,0.0],"count":[2,1]})");
  BOOST_TEST(json_text(data["turns"]["by_bot"][0]) == R"({"mean_points":[],"count":[]})");
  BOOST_TEST(data["times"]["late_games"] == 1);
  BOOST_TEST(
      json_text(data["times"]["by_bot"][1]) ==
      R"({"moves":3,"total_ms":2010,"mean_ms":670.0,"max_ms":2000,"lost_on_time":0,"histogram":{"edges_ms":)"
      R"([0,1,2,5,10,20,50,100,200,500,1000,2000],"counts":[0,0,1,1,0,0,0,0,0,0,0,1]},)"
      R"("mean_ms_by_turn":[5.0,2000.0]})");
  BOOST_TEST(data["times"]["by_bot"][0]["mean_ms"].is_null());
  BOOST_TEST(json_text(data["faults"]["told"][0]) ==
             R"({"run":0,"game":4,"entrant":0,"reason":"crash","text":"it: is gone","after":9,)"
             R"("lines":["> go"],"stderr":"oh"})");
}

BOOST_AUTO_TEST_CASE(a_forfeit_whose_reason_is_not_known_has_none) {
  ReportRun run = a_run();
  run.forfeited.clear();
  run.games.push_back(with_fate(game(5, {0, 2}, {0, 0}), 0, SeatResult::Fate::withdrawn));
  BOOST_TEST(json_text(data_of(run)["games"]["forfeits"]) ==
             R"([[],[],[],[{"seat":1}],[{"seat":0,"reason":"withdrawn"}]])");
  // In a game of several forfeits, results tell the reason of one.
  run = run_of("x", {"a", "b", "c"}, {game(1, {0, 1, 2}, {9, 8, 7})}, 3);
  run.games[0] =
      with_fate(with_fate(run.games[0], 1, SeatResult::Fate::forfeited), 2, SeatResult::Fate::forfeited);
  run.forfeited[GameNumber{1}] = {Entrant{2}, FaultKind::time, "it: is late"};
  BOOST_TEST(json_text(data_of(run)["games"]["forfeits"]) == R"([[{"seat":1},{"seat":2,"reason":"time"}]])");
}

BOOST_AUTO_TEST_CASE(of_a_bot_that_was_withdrawn_the_first_game_is_told) {
  ReportRun run = run_of("x", {"a", "b"}, {});
  for (std::uint32_t id = 1; id <= 30; ++id) {
    run.games.push_back(with_fate(game(id, {0, 1}, {0, 0}), 1, SeatResult::Fate::withdrawn));
    run.forfeited[GameNumber{id}] = {Entrant{1}, FaultKind::withdrawn, "it never started"};
  }
  const Json faults = data_of(run)["faults"];
  BOOST_TEST(faults["count"] == 0);
  BOOST_TEST(faults["told"].size() == 1U);
  BOOST_TEST(faults["told"][0]["text"] == "it never started");
}

BOOST_AUTO_TEST_CASE(a_title_says_who_played) {
  const auto title = [](const std::vector<std::string>& bots) {
    return data_of(run_of("x", bots, {}))["title"];
  };
  BOOST_TEST(title({"a", "b"}) == "a against b");
  BOOST_TEST(title({"a", "b", "c"}) == "a, b and c");
  BOOST_TEST(title({"a", "b", "c", "d", "e"}) == "A tournament of 5 bots");
  BOOST_TEST(data_of(run_of("x", {"a", "b"}, {}), "Mine")["title"] == "Mine");
}

BOOST_AUTO_TEST_CASE(nothing_played_is_a_report_too) {
  const Json data = data_of(run_of("x", {"a", "b"}, {}));
  BOOST_TEST(data["games_played"] == 0);
  BOOST_TEST(data["standings"].size() == 2U);
  BOOST_TEST(data["history"]["games"].empty());
  BOOST_TEST(data["pairings"].empty());
}

BOOST_AUTO_TEST_CASE(the_tiles_are_those_of_the_ruleset) {
  const Json alphabet = data_of(run_of("x", {"a", "b"}, {}))["alphabet"];
  BOOST_TEST(alphabet["faces"].size() == 26U);
  BOOST_TEST(alphabet["faces"][16] == "Qu");
  BOOST_TEST(alphabet["symbols"][16] == "Q");
  BOOST_TEST(alphabet["texts"][16] == "QU");
  BOOST_TEST(alphabet["columns"] == "abcdefghij");
  BOOST_TEST(alphabet["size"] == 10);
  BOOST_TEST(alphabet["max_height"] == 5);
}

BOOST_AUTO_TEST_CASE(several_runs_are_one_field) {
  const std::vector<ReportRun> runs = {a_run(), run_of("runs/y", {"cid", "dan"}, {game(1, {0, 1}, {1, 2})})};
  const Json data = toptile::report_data(runs, "");
  BOOST_TEST(data["bots"].size() == 4U);
  BOOST_TEST(data["runs"][1]["name"] == "runs/y");
  BOOST_TEST(data["games"]["run"] == Json({0, 0, 0, 0, 1}));
  BOOST_TEST(data["games"]["id"] == Json({1, 2, 3, 4, 1}));
  BOOST_TEST(data["games"]["seats"][4] == Json({2, 3}));
  BOOST_TEST(!data.contains("match"));
}

BOOST_AUTO_TEST_CASE(a_match_has_its_figures_and_one_game_has_little) {
  const ReportRun run = run_of("x", {"a", "b"}, {game(1, {0, 1}, {2, 1}), game(2, {1, 0}, {2, 1})});
  BOOST_TEST(data_of(run)["match"]["pentanomial"] == Json({0, 0, 1, 0, 0}));
  const Json one = game_data(run, "Game 1");
  std::vector<std::string> keys;
  for (const auto& [key, value] : one.items()) keys.push_back(key);
  BOOST_TEST(keys == (std::vector<std::string>{"report", "mode", "live", "title", "toptile", "runs", "bots",
                                               "alphabet", "games"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(it_says_how_to_play_it_again) {
  ReportRun run = run_of("runs/a b", {"a", "b"}, {});
  Json again = data_of(run)["reproduce"];
  BOOST_TEST(again["commands"][0] ==
             "toptile tournament --bot a --bot b --games 20 --seed 0 --lexicon 'runs/a b/lexicon.txt'");
  BOOST_TEST(again["commands"][1] == "toptile verify 'runs/a b'");
  BOOST_TEST(again["configuration"]["rules"] == "hasbro");
  BOOST_TEST(json_text(again["configuration"]["bots"][0]) ==
             R"({"name":"a","command":["/bots/a"],"directory":"/"})");
  run.plan.bots[0].command = {"/usr/bin/python3", "it's.py"};
  run.plan.lexicon_name = "english";
  BOOST_TEST(
      data_of(run)["reproduce"]["commands"][0] ==
      R"(toptile tournament --bot 'a=/usr/bin/python3 '\''it'\''\'\'''\''s.py'\''' --bot b --games 20 --seed 0)");
  run.plan.ponder = true;
  again = data_of(run)["reproduce"];
  BOOST_TEST(again["commands"][0] == "toptile tournament configuration.json");
  BOOST_TEST(again["configuration"]["ponder"] == true);
}

BOOST_AUTO_TEST_CASE(games_of_people_are_not_played_again) {
  ReportRun run = run_of("runs/me", {"a", "b"}, {});
  run.plan.bots[0].command.clear();
  const Json again = data_of(run)["reproduce"];
  BOOST_TEST(again["commands"].size() == 1U);
  BOOST_TEST(again["commands"][0] == "toptile verify runs/me");
}

BOOST_AUTO_TEST_CASE(names_in_commands_are_words_of_a_shell) {
  ReportRun run = run_of("run", {"a", "x;id"}, {});
  BOOST_TEST(data_of(run)["reproduce"]["commands"][0].get<std::string>().starts_with(
      "toptile tournament --bot a --bot 'x;id' "));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace toptile
