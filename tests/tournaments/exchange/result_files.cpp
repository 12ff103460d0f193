#include "tournaments/exchange/result_files.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "tournaments/exchange/csv_rows.h"

BOOST_AUTO_TEST_SUITE(result_files)

namespace {

using namespace toptile;

constexpr std::size_t kOneBlock = 1 << 16;

// Each game as a text like "ann-bob 1 c0 5".
std::vector<std::string> games_of(const GameList& list) {
  std::vector<std::string> games;
  for (std::size_t i = 0; i < list.games().size(); ++i) {
    const ScoredGame& game = list.games()[i];
    std::string text = list.names()[game.first] + "-" + list.names()[game.second] + " " +
                       (game.score == 0.5 ? "half" : std::to_string(int(game.score))) + " c" +
                       std::to_string(game.cluster);
    if (list.spreads()[i] != kNoSpread) text += " " + std::to_string(list.spreads()[i]);
    games.push_back(text);
  }
  return games;
}

// Checks that these games are read, however the text is cut into blocks.
void check_games(const std::string& text, const std::vector<std::string>& games, int unfinished = 0) {
  for (const std::size_t block : {kOneBlock, std::size_t{1}, std::size_t{7}}) {
    GameList list;
    const auto read = parse_results(text, block, list);
    BOOST_TEST_REQUIRE(bool(read), (read ? "" : read.error().message));
    BOOST_TEST(games_of(list) == games, boost::test_tools::per_element());
    BOOST_TEST(list.unfinished() == unfinished);
  }
}

void check_error(const std::string& text, const std::string& error) {
  for (const std::size_t block : {kOneBlock, std::size_t{1}}) {
    GameList list;
    const auto read = parse_results(text, block, list);
    BOOST_TEST_REQUIRE(!read, text);
    BOOST_TEST(read.error().message == error);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_row_of_csv_is_a_game) {
  check_games("first,second,score\nann,bob,1\nbob,ann,0.5\nbob,cy,0\n",
              {"ann-bob 1 c0", "bob-ann half c1", "bob-cy 0 c2"});
}

BOOST_AUTO_TEST_CASE(scores_are_numbers_or_results) {
  check_games("first,second,score\na,b,1-0\na,b,1/2-1/2\na,b,0-1\na,b,1.0\na,b,0.0\na,b,*\n",
              {"a-b 1 c0", "a-b half c1", "a-b 0 c2", "a-b 1 c3", "a-b 0 c4"}, 1);
}

BOOST_AUTO_TEST_CASE(the_header_names_the_columns_in_any_order) {
  check_games(
      "end,score,spread,second,pair,first\nout,1,+12,b,7,a\nout,0,-3,a,7,b\nout,1,,a,x,b\nout,1,4,a,,b\n",
      {"a-b 1 c0 12", "b-a 0 c0 -3", "b-a 1 c1", "b-a 1 c2 4"});
}

BOOST_AUTO_TEST_CASE(games_of_a_pair_need_not_stand_side_by_side) {
  const std::string text =
      "first,second,score,pair\na,b,1,2\nb,c,1,x\nb,a,0,2\nc,b,0,x\na,b,1,02\na,b,1,4000000000\na,c,1,"
      "4000000000\n";
  check_games(text, {"a-b 1 c0", "b-c 1 c1", "b-a 0 c0", "c-b 0 c1", "a-b 1 c2", "a-b 1 c3", "a-c 1 c3"});
  GameList list;
  BOOST_TEST_REQUIRE(bool(parse_results(text, kOneBlock, list)));
  list.sort_by_cluster();
  const std::vector<std::string> sorted = {"a-b 1 c0", "b-a 0 c0", "b-c 1 c1", "c-b 0 c1",
                                           "a-b 1 c2", "a-b 1 c3", "a-c 1 c3"};
  BOOST_TEST(games_of(list) == sorted, boost::test_tools::per_element());
}

std::vector<std::string> ranked_games_of(const std::string& text) {
  GameList list;
  const auto read = parse_results(text, kOneBlock, list);
  BOOST_TEST_REQUIRE(bool(read), (read ? "" : read.error().message));
  std::vector<std::string> games;
  for (const RankedGame& game : list.ranked_games()) {
    std::string& told = games.emplace_back("c" + std::to_string(game.cluster));
    for (int seat = 0; seat < game.seats; ++seat) {
      const auto at = static_cast<std::size_t>(seat);
      told += " " + list.names()[static_cast<std::size_t>(game.players[at])] + std::to_string(game.ranks[at]);
      if (game.points) told += ":" + std::to_string((*game.points)[at]);
    }
  }
  return games;
}

BOOST_AUTO_TEST_CASE(games_of_three_and_four_have_columns_of_their_own) {
  const std::string header = "set,player1,rank1,points1,fate1,player2,rank2,points2,fate2,rank3,player3\n";
  const std::vector<std::string> games = {"c0 a1 b2 c3", "c0 b1 c1 a3", "c1 c1 a2 b2"};
  BOOST_TEST(ranked_games_of(header + "1,a,1,9,played,b,2,,played,3,c\n2,c,1,4,,a,2,3,,2,b\n"
                                      "1,b,1,9,played,c,1,0,forfeited,3,a\n") == games,
             boost::test_tools::per_element());
  // For games of two, the spread is kept.
  const std::vector<std::string> points = {"c0 a1:12 b2:0", "c1 b1:2 a2:0"};
  BOOST_TEST(
      ranked_games_of("player1,rank1,points1,player2,rank2,points2\na,1,9,b,2,-3\nb,1,4,a,2,2\n") == points,
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(who_was_withdrawn_was_not_in_the_game) {
  const std::string header = "player1,rank1,fate1,player2,rank2,fate2,player3,rank3,fate3\n";
  const std::vector<std::string> games = {"c0 a1 c2"};
  BOOST_TEST(ranked_games_of(header + "a,1,played,b,3,withdrawn,c,2,played\n") == games,
             boost::test_tools::per_element());
  check_error(header + "a,1,played,b,2,withdrawn,c,2,withdrawn\n",
              "there is no game with a result in this file");
}

BOOST_AUTO_TEST_CASE(an_error_in_columns_of_ranks_names_the_line) {
  check_error("player1,rank1\n", "line 1: no column is called player2");
  check_error("player1,rank1,player2\n", "line 1: no column is called rank2");
  check_error("player1,rank1,player2,rank2,rank1\n", "line 1: two columns are called rank1");
  check_error("player1,rank1,player2,rank2,player3,rank3,player4,rank4,player5,rank5\n",
              "line 1: there is a player5, but a game has at most 4");
  const std::string header = "player1,rank1,points1,fate1,player2,rank2\n";
  check_error(header + "a,0,,,b,2\n", "line 2: the rank \"0\" is not a whole number from 1 to 4");
  check_error(header + "a,1,x,,b,2\n", "line 2: the number of points \"x\" is not a whole number");
  check_error(header + "a,1,,dead,b,2\n",
              "line 2: the fate \"dead\" is not one of played, forfeited and withdrawn");
  check_error(header + "a,1,,,a,2\n", "line 2: a plays itself");
  check_error(header + ",1,,,b,2\n", "line 2: a player has no name");
}

BOOST_AUTO_TEST_CASE(quoting_is_that_of_rfc_4180) {
  check_games("first,second,\"score\"\r\n\"a, the \"\"first\"\"\",b,\"1\"\r\n\r\nb,\"c\",\"0\"",
              {"a, the \"first\"-b 1 c0", "b-c 0 c1"});
  check_games(
      "\xEF\xBB\xBF"
      "first,second,score\na,b,1",
      {"a-b 1 c0"});
  for (const std::string name : {"plain", "a,b", "\"", "a \"b\" c"}) {
    check_games("first,second,score\n" + csv_field(name) + ",z,1\n", {name + "-z 1 c0"});
  }
}

BOOST_AUTO_TEST_CASE(an_error_in_csv_names_the_line) {
  const std::string header = "first,second,score\n";
  for (const char* const empty : {"", "\xEF\xBB\xBF", " \r\n\n"}) check_error(empty, "this file is empty");
  for (const std::string& utf16 : {std::string("\xFF\xFE[\0E\0", 6), std::string("\xFE\xFF\0[\0E", 6)})
    check_error(utf16, "this file is written in UTF-16; save it as UTF-8");
  check_error("first;second;score\na;b;1\n",
              "line 1: the columns are separated by semicolons, not by commas; save the table "
              "as CSV with commas");
  check_error("first\tsecond\tscore\na\tb\t1\n",
              "line 1: the columns are separated by tabs, not by commas; save the table as "
              "CSV with commas");
  check_error(header, "there is no game with a result in this file");
  check_error(
      "first,score\n",
      "line 1: no column is called second; the first line names the columns, as in first,second,score");
  check_error("first,second,score,first\n", "line 1: two columns are called first");
  check_error(header + "a,b,1\n\na,b\n", "line 4: there are 2 fields here, but 3 in the first line");
  check_error(header + "a,b,2\n",
              "line 2: the score \"2\" is not 1, 0.5 or 0 (or 1-0, 1/2-1/2, 0-1; * without a "
              "result)");
  check_error(header + "a,a,1\n", "line 2: a plays itself");
  check_error(header + ",a,1\n", "line 2: a player has no name");
  check_error(header + "\x07,a,1\n", "line 2: the name \\x07 has characters that cannot be shown");
  check_error(header + "a,b\"c,1\n",
              "line 2: a quote is in the wrong place; put the whole field in quotes, and double the quotes "
              "inside it");
  check_error(header + "\"a\nb\" c,b,1\n",
              "line 3: a quote is in the wrong place; put the whole field in quotes, and double the quotes "
              "inside it");
  check_error(header + "a,\"b,1\n",
              "line 2: a quote is in the wrong place; put the whole field in quotes, and double the quotes "
              "inside it");
  check_error("first,second,score,spread\na,b,1,x\n",
              "line 2: the spread \"x\" is not a whole number of points");
}

BOOST_AUTO_TEST_CASE(of_a_game_in_pgn_the_tags_are_read) {
  check_games(
      "% a remark [\n[Event \"?\"]\n[White \"ann\"]\n[Black \"b \\\"o\\\\b\"]\n[Result \"1-0\"]\n\n"
      "1. e4 {a comment\n[White \"nobody\"]\n} e5 ; { not one\n1-0\n\n"
      "[Event \"?\"]\n[Result \"1/2-1/2\"]\n[White \"ann\"]\n[Black \"cy\"]\n\n1/2-1/2\n",
      {"ann-b \"o\\b 1 c0", "ann-cy half c1"});
}

BOOST_AUTO_TEST_CASE(numbers_may_have_a_sign_and_tags_may_share_a_line) {
  check_games("first,second,score,spread\na,b,+0.5,+3\na,b,1.00,-3\n", {"a-b half c0 3", "a-b 1 c1 -3"});
  check_games("[White \"a]\"] [Black \"b\"][Result \"0-1\"] [Spread \"+3\"]\n\n0-1\n", {"a]-b 0 c0 3"});
  check_error(
      "[White \"a\"] Black\n",
      "line 1: [White \"a\"] Black is not a tag; a tag is written as [Name \"value\"], and a quote in "
      "the value as \\\"");
}

BOOST_AUTO_TEST_CASE(games_in_pgn_need_no_moves_and_perhaps_no_empty_lines) {
  const std::string a = "[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n",
                    b = "[White \"b\"]\n[Black \"a\"]\n"
                        "[Result \"*\"]\n";
  check_games(a + "\n" + b + "\n" + a, {"a-b 0 c0", "a-b 0 c1"}, 1);
  check_games(a + b + a, {"a-b 0 c0", "a-b 0 c1"}, 1);
}

BOOST_AUTO_TEST_CASE(games_of_one_round_between_the_same_two_are_a_pair) {
  const auto game = [](const std::string& white, const std::string& black, const std::string& round) {
    return "[Round \"" + round + "\"]\n[White \"" + white + "\"]\n[Black \"" + black +
           "\"]\n[Spread \"4\"]\n[Result \"1-0\"]\n\n1-0\n\n";
  };
  check_games(game("a", "b", "1.1") + game("b", "a", "1.2") + game("a", "c", "1.3") + game("c", "a", "1") +
                  game("a", "c", "?") + game("a", "c", "?") + game("a", "c", "2.1") + game("a", "c", "-"),
              {"a-b 1 c0 4", "b-a 1 c0 4", "a-c 1 c1 4", "c-a 1 c1 4", "a-c 1 c2 4", "a-c 1 c3 4",
               "a-c 1 c4 4", "a-c 1 c5 4"});
}

BOOST_AUTO_TEST_CASE(an_error_in_pgn_names_the_line) {
  check_error("[White \"a\"]\n[Black b]\n",
              "line 2: [Black b] is not a tag; a tag is written as [Name \"value\"], and a quote in the "
              "value as \\\"");
  check_error("\n[White \"a\"]\n[Black \"b\"]\n\n1-0\n",
              "in the game that begins in line 2, there is no tag Result");
  check_error("[White \"a\"]\n[Black \"b\"]\n[Result \"2\"]\n\n[White \"c\"]\n",
              "line 5: in the game that begins in line 1, the result \"2\" is not 1-0, 1/2-1/2, 0-1 or *");
  check_error("[White \"a\"]\n{", "line 2: a comment has no end; write } to end it");
}

BOOST_AUTO_TEST_CASE(pairs_are_of_their_own_file_and_players_of_all) {
  GameList list;
  for (int file = 0; file < 2; ++file)
    BOOST_TEST_REQUIRE(bool(parse_results("first,second,score,pair\na,b,1,1\nb,a,1,1\n", kOneBlock, list)));
  const std::vector<std::string> games = {"a-b 1 c0", "b-a 1 c0", "a-b 1 c1", "b-a 1 c1"};
  BOOST_TEST(games_of(list) == games, boost::test_tools::per_element());
  BOOST_TEST(list.players() == 2);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_read_is_named) {
  GameList list;
  BOOST_TEST(read_results("/nowhere/results.csv", list).error().message ==
             "/nowhere/results.csv: this file cannot be read: No such file or directory");
  BOOST_TEST(read_results("/", list).error().message == "/: this file cannot be read: Is a directory");
}

BOOST_AUTO_TEST_SUITE_END()
