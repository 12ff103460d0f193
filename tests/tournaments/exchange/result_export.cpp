#include "tournaments/exchange/result_export.h"

#include <boost/test/unit_test.hpp>

#include "tournaments/exchange/result_files.h"

BOOST_AUTO_TEST_SUITE(result_export)

namespace {

using namespace toptile;

GameRecord game(std::uint64_t id, std::vector<int> scores, std::vector<int> ranks) {
  GameRecord record;
  record.id = GameNumber{id};
  record.set = id / 2 + id % 2;
  record.players = {"a \"b\", \\c", "d"};
  record.turns.resize(3);
  record.scores = std::move(scores);
  record.ranks = std::move(ranks);
  record.end = GameEnd::out;
  return record;
}

GameRecord forfeit(std::uint64_t id, FaultKind kind) {
  GameRecord record = game(id, {0, 5}, {2, 1});
  record.end = GameEnd::forfeit;
  record.forfeits.push_back({Seat{0}, 3, kind, "too late", {}});
  return record;
}

// Games that the first player wins, ties and loses on time, and one that was not played.
std::vector<GameRecord> games() {
  return {game(1, {30, 10}, {1, 2}), game(2, {7, 7}, {1, 1}), forfeit(3, FaultKind::time),
          forfeit(4, FaultKind::withdrawn)};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_row_has_what_counts) {
  std::string text = csv_header(2);
  for (const GameRecord& record : games()) text += csv_row(record);
  BOOST_TEST(text ==
             "id,pair,first,second,score,spread,end,turns,first_points,second_points\n"
             "1,1,\"a \"\"b\"\", \\c\",d,1,20,out,3,30,10\n"
             "2,1,\"a \"\"b\"\", \\c\",d,0.5,0,out,3,7,7\n"
             "3,2,\"a \"\"b\"\", \\c\",d,0,,forfeit,3,0,5\n"
             "4,2,\"a \"\"b\"\", \\c\",d,*,,forfeit,3,0,5\n");
}

BOOST_AUTO_TEST_CASE(a_game_in_pgn_has_the_seven_tags_the_clock_the_points_and_the_moves) {
  GameRecord record = games()[1];
  record.turns[0].move = "5d.MOOD";
  record.turns[0].points = 8;
  record.turns[1].move = "pass";
  record.turns[2].move = "b2.}{\n";  // Somebody wrote it.
  const std::string players =
      "[White \"a \\\"b\\\", \\\\c\"]\n[Black \"d\"]\n[Result \"1/2-1/2\"]\n[Spread \"0\"]\n";
  const std::string points =
      "[WhitePoints \"7\"]\n[BlackPoints \"7\"]\n\n{5d.MOOD +8 pass b2.?{\\x0a}\n{out, 3 turns} 1/2-1/2\n\n";
  BOOST_TEST(pgn_game(record, {"cup"}) ==
             "[Event \"cup\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"1.2\"]\n" + players +
                 "[TimeControl \"30\"]\n" + points);
  PgnEvent event{"cup", "2026.11.26"};
  event.clock.increment = std::chrono::milliseconds(100);
  BOOST_TEST(pgn_game(record, event).find("[Date \"2026.11.26\"]") != std::string::npos);
  BOOST_TEST(pgn_game(record, event).find("[TimeControl \"30+0.1\"]") != std::string::npos);
  event.clock.kind = TimeControl::Kind::move_time;
  BOOST_TEST(pgn_game(record, event).find("[TimeControl \"1/30\"]") != std::string::npos);
  event.clock.kind = TimeControl::Kind::none;
  BOOST_TEST(pgn_game(record, event).find("[TimeControl \"-\"]") != std::string::npos);
  record.turns.resize(100, record.turns[0]);
  const std::string text = pgn_game(record, event);
  for (std::string_view lines = text; !lines.empty(); lines.remove_prefix(lines.find('\n') + 1))
    BOOST_TEST(lines.find('\n') < 80U);
}

// A spreadsheet computes a cell that begins like a formula.
BOOST_AUTO_TEST_CASE(no_cell_of_csv_is_a_formula_and_names_come_back_as_they_were) {
  for (const std::string name : {"=1+1", "+a",   "-a",  "@SUM(A1)", "=HYPERLINK(\"http://x\",\"y\")",
                                 "'=1",  "''-x", "'",   "'a",       "＝1",
                                 "＋a",  "－1",  "＠a", "a;=b",     "-5",
                                 "+5",   "a=b",  "--1", "-1e3",     "=",
                                 "-"}) {
    GameRecord record = game(1, {30, 10}, {1, 2});
    record.players[0] = name;
    const std::string row = csv_row(record);
    std::string_view cell = std::string_view(row).substr(4);
    if (cell.starts_with('"')) cell.remove_prefix(1);
    for (const std::string_view wide : {"＝", "＋", "－", "＠"}) BOOST_TEST(!cell.starts_with(wide), row);
    BOOST_TEST((name.find(';') == std::string::npos || row[4] == '"'), row);
    const bool is_number = name == "-5" || name == "+5" || name == "-1e3";
    BOOST_TEST((std::string_view("=+-@").find(cell.front()) == std::string_view::npos || is_number), row);
    GameList list;
    BOOST_TEST_REQUIRE(bool(parse_results(csv_header(2) + row, 1 << 16, list)), row);
    BOOST_TEST(list.names()[0] == name);
    record.players = {"a", name, "c"};
    record.scores = {1, 2, 3};
    record.ranks = {3, 2, 1};
    GameList ranked;
    BOOST_TEST_REQUIRE(bool(parse_results(csv_header(3) + csv_row(record), 1 << 16, ranked)), row);
    BOOST_TEST(ranked.names()[1] == name);
  }
  // Cells with numbers are not quoted.
  BOOST_TEST(csv_row(game(1, {10, 30}, {2, 1})).find(",0,-20,out,") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(both_are_read_back_as_the_same) {
  std::string csv = csv_header(2), pgn;
  for (const GameRecord& record : games()) {
    csv += csv_row(record);
    pgn += pgn_game(record, {"a }\n\"cup\""});
  }
  for (const std::string& text : {csv, pgn}) {
    GameList list;
    BOOST_TEST_REQUIRE(bool(parse_results(text, 1 << 16, list)), text);
    BOOST_TEST(list.unfinished() == 1);
    BOOST_TEST_REQUIRE(list.games().size() == 3);
    BOOST_TEST(list.names()[0] == "a \"b\", \\c");
    const double scores[] = {1, 0.5, 0};
    const int spreads[] = {20, 0, kNoSpread}, clusters[] = {0, 0, 1};
    for (std::size_t i = 0; i < 3; ++i) {
      BOOST_TEST(list.games()[i].score == scores[i]);
      BOOST_TEST(list.games()[i].cluster == clusters[i]);
      BOOST_TEST(list.spreads()[i] == spreads[i]);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
