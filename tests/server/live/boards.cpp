#include "server/live/boards.h"

#include <boost/test/unit_test.hpp>

#include "protocol/game_record.h"
#include "tests/protocol/small_records.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(boards)

namespace {

using namespace std::chrono_literals;

struct Scene {
  Ruleset rules = shipped_ruleset("hasbro").value();
  Game game{rules, few_words(), 5, 2};
  OpenTables tables;
  LiveBoards boards{tables};

  void begin(int worker, std::uint64_t id, const std::string& one, const std::string& other) {
    tables.table(worker).begin(GameNumber{id}, {one, other}, game);
  }
  void pass(int worker) {
    BOOST_REQUIRE(game.play(Pass{}));
    tables.table(worker).add(game, 3ms, {});
  }
};

TurnRecord turn(Seat seat, const std::string& move, int points, int total, const std::string& drawn) {
  TurnRecord turn;
  turn.seat = seat;
  turn.rack = "HIDDEN";
  turn.move = move;
  turn.points = points;
  turn.total = total;
  turn.drawn = drawn;
  turn.info = "hidden words";
  turn.refused = {"5d.HID: void: hidden"};
  return turn;
}

BOOST_AUTO_TEST_CASE(games_in_play_are_listed_by_number_with_one_first) {
  Scene scene;
  scene.boards.refresh();
  BOOST_TEST(scene.boards.games().empty());
  BOOST_TEST(!scene.boards.featured());
  scene.begin(0, 12, "a", "b");
  scene.begin(1, 11, "c", "d");
  scene.begin(2, 13, "a", "c");
  scene.boards.refresh();
  BOOST_REQUIRE_EQUAL(scene.boards.games().size(), 3U);
  BOOST_TEST(scene.boards.games()[0]["game"] == 11);
  BOOST_TEST(*scene.boards.featured() == 12U);  // It has been played the longest.
  scene.boards.rate({{"a", 10.0}, {"b", -80.0}, {"c", 60.0}, {"d", 0.0}});
  BOOST_TEST(*scene.boards.featured() == 13U);
  scene.boards.rate({{"a", 10.0}, {"b", -80.0}, {"d", 0.0}});  // Nobody knows yet how good c is.
  BOOST_TEST(*scene.boards.featured() == 12U);
  scene.game.forfeit(Seat{1});
  scene.tables.table(0).end(scene.game, {4, 3}, {1, 2});
  scene.boards.refresh();
  BOOST_TEST(*scene.boards.featured() != 12U);
  BOOST_TEST(scene.boards.games().size() == 2U);
  BOOST_TEST((*scene.boards.board(GameNumber{12}))["over"]["scores"] == Json({4, 3}));
  scene.boards.close();
  BOOST_TEST(scene.boards.games().empty());
}

BOOST_AUTO_TEST_CASE(a_board_has_all_turns_however_often_it_was_looked_at) {
  Scene scene;
  scene.begin(0, 1, "a", "b");
  scene.pass(0);
  scene.boards.refresh();
  scene.pass(0);
  scene.boards.refresh();
  const Json board = *scene.boards.board(GameNumber{1});
  BOOST_TEST(board["turns"].size() == 2U);
  BOOST_TEST(board["players"] == Json({"a", "b"}));
  BOOST_TEST(board["now"]["racks"] == Json({7, 7}));
  BOOST_TEST(board["over"].is_null());
  BOOST_TEST(!scene.boards.board(GameNumber{2}));
  BOOST_TEST(!scene.boards.board(GameNumber{0}));
  scene.begin(0, 3, "a", "b");
  scene.boards.refresh();
  BOOST_TEST(!scene.boards.board(GameNumber{1}));
}

BOOST_AUTO_TEST_CASE(the_board_of_a_record_tells_nothing_that_a_seat_did_not_see) {
  GameRecord record = small_record(4);
  record.bag = "HIDDENBAG";
  record.turns = {turn(Seat{0}, "5d.MOOD", 8, 8, "HID"),   turn(Seat{1}, "ex.J", 0, 0, "Q"),
                  turn(Seat{0}, "5d.XXXX", 0, 8, ""),      turn(Seat{1}, "challenge", 0, 0, ""),
                  turn(Seat{0}, "5d.MOODY", 9, 17, "HID"), turn(Seat{1}, "challenge", 0, 0, "")};
  record.racks = {"HIDDEN", "HIDDEN"};
  const Json board = board_of_record(format_record(record)).value();
  BOOST_TEST(json_text(board).find("HID") == std::string::npos);
  BOOST_TEST(json_text(board).find("hidden") == std::string::npos);
  BOOST_TEST(json_text(board).find("seed") == std::string::npos);
  const Json& turns = board["turns"];
  BOOST_TEST(turns[0]["scores"] == Json({8, 0}));
  BOOST_TEST(turns[1]["move"] == "ex.?");
  BOOST_TEST(turns[3]["takes_back"] == true);
  BOOST_TEST(!turns[5].contains("takes_back"));
  BOOST_TEST(board["over"]["ranks"] == Json({1, 2}));
  BOOST_TEST(!board.contains("now"));
}

BOOST_AUTO_TEST_CASE(a_damaged_record_is_an_error) {
  BOOST_TEST(!board_of_record("{}").has_value());
  BOOST_TEST(!board_of_record("no record").has_value());
}

BOOST_AUTO_TEST_CASE(a_long_list_is_cut) {
  Scene scene;
  for (int worker = 0; worker < 120; ++worker)
    scene.begin(worker, static_cast<std::uint64_t>(worker) + 1, "a", "b");
  scene.boards.refresh();
  BOOST_TEST(scene.boards.games().size() == LiveBoards::kMaxListed);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
