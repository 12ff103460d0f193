#include "cli/watch/repainted_picture.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "base/text_columns.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(repainted_picture)

namespace {

RepaintedPicture picture_of(int bots, int games_in_play, int faults) {
  RepaintedPicture picture;
  for (int i = 0; i < bots; ++i) {
    picture.names.push_back("bot-" + std::to_string(i + 1));
    RunningRow row;
    row.entrant = i;
    row.games = 103;
    row.points = 80.5 - i;
    row.spread = 103 * (12.5 - i);
    row.finished = 103;
    row.rating = RatingEstimate{190.0 - i, 40, 41, Interval::profile};
    picture.rows.push_back(row);
  }
  for (int i = 0; i < games_in_play; ++i)
    picture.in_play.push_back(
        {static_cast<GameNumber>(413 + i), {Entrant{0}, Entrant{1}}, std::chrono::milliseconds(3200)});
  for (int i = 0; i < faults; ++i)
    picture.faults.push_back("game " + std::to_string(i + 1) + ": bot-2: illegal: it is not allowed");
  picture.progress.games = 1200;
  picture.progress.played = 412;
  picture.progress.elapsed = std::chrono::seconds(41);
  return picture;
}

std::vector<std::string> texts_of(const std::vector<ScreenLine>& lines) {
  std::vector<std::string> texts;
  for (const ScreenLine& line : lines) texts.push_back(line.text());
  return texts;
}

std::string text_of(const RepaintedPicture& picture, std::size_t columns, std::size_t rows) {
  std::string text;
  for (const std::string& line : texts_of(draw(picture, {columns, rows}))) text += line + "\n";
  return text;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

BOOST_AUTO_TEST_CASE(a_usual_terminal_has_all_of_it) {
  RepaintedPicture picture = picture_of(3, 2, 1);
  picture.progress.forfeits = 1;
  picture.remarks = {"round 2 of 5"};
  const std::string expected =
      "█████████░░░░░░░░░░░░░░░░░░  412/1200  34 %  1:19 left  10.0 games/s  1 forfeited\n"
      "round 2 of 5\n"
      "\n"
      "#  bot    games  points  spread   Elo          95 %\n"
      "1  bot-1    103    80.5   +12.5  +190  +150 to +231\n"
      "2  bot-2    103    79.5   +11.5  +189  +149 to +230\n"
      "3  bot-3    103    78.5   +10.5  +188  +148 to +229\n"
      "\n"
      "game 413  bot-1 – bot-2            3.2 s\n"
      "game 414  bot-1 – bot-2            3.2 s\n"
      "\n"
      "game 1: bot-2: illegal: it is not allowed\n";
  BOOST_TEST(text_of(picture, 82, 24) == expected);
}

BOOST_AUTO_TEST_CASE(it_fits_any_terminal) {
  for (const int bots : {2, 40}) {
    RepaintedPicture picture = picture_of(bots, 9, 3);
    picture.names[0] = "a-name-of-forty-characters-1234567890123";
    picture.names[1] = "名前がとても長いボットの名前がとても長い";
    picture.remarks = {"round 2 of 5", "a remark that is longer than a narrow terminal has columns"};
    for (std::size_t columns = 1; columns <= 130; ++columns) {
      for (std::size_t rows = 1; rows <= 60; ++rows) {
        const auto lines = draw(picture, {columns, rows});
        BOOST_REQUIRE(!lines.empty());
        BOOST_REQUIRE_LE(lines.size(), std::max<std::size_t>(rows, 2) - 1);
        for (const ScreenLine& line : lines)
          BOOST_REQUIRE_LE(columns_of(line.text()), std::max<std::size_t>(columns, 2) - 1);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(who_is_left_out_is_counted) {
  const std::string text = text_of(picture_of(40, 9, 3), 80, 24);
  BOOST_TEST(std::ranges::count(text, '\n') == 23);
  int bots = 0, games = 0;
  for (int i = 1; i <= 40; ++i) bots += has(text, std::to_string(i) + "  bot-" + std::to_string(i) + " ");
  for (int i = 413; i < 422; ++i) games += has(text, "game " + std::to_string(i));
  BOOST_TEST(bots >= 10);
  BOOST_TEST(games >= 2);
  BOOST_TEST(has(text, "… " + std::to_string(40 - bots) + " more\n"));
  BOOST_TEST(has(text, "… " + std::to_string(9 - games) + " more in play\n"));
}

BOOST_AUTO_TEST_CASE(columns_of_little_importance_go_first) {
  const RepaintedPicture picture = picture_of(3, 0, 0);
  BOOST_TEST(!has(text_of(picture, 44, 24), "spread"));
  BOOST_TEST(has(text_of(picture, 44, 24), "95 %"));
  BOOST_TEST(!has(text_of(picture, 30, 24), "games"));
  BOOST_TEST(has(text_of(picture, 30, 24), "points"));
  BOOST_TEST(has(text_of(picture, 12, 24), "bot-1"));
}

BOOST_AUTO_TEST_CASE(a_low_terminal_has_the_bar_and_the_best) {
  const RepaintedPicture picture = picture_of(3, 2, 3);
  BOOST_TEST(text_of(picture, 60, 2).substr(0, 3) == "█");
  BOOST_TEST(draw(picture, {60, 2}).size() == 1U);
  const std::string text = text_of(picture, 60, 6);
  BOOST_TEST(has(text, "1  bot-1"));
  BOOST_TEST(has(text, "game 3: bot-2"));
}

BOOST_AUTO_TEST_CASE(a_few_games_give_no_rating) {
  RepaintedPicture picture = picture_of(2, 0, 0);
  picture.rows[0].games = 9;
  const std::string text = text_of(picture, 80, 24);
  BOOST_TEST(!has(text, "+190"));
  BOOST_TEST(has(text, "+189"));
}

BOOST_AUTO_TEST_CASE(before_the_first_game_there_is_no_time_left_and_after_the_last_none_either) {
  RepaintedPicture picture = picture_of(2, 0, 0);
  picture.progress.played = 0;
  BOOST_TEST(!has(text_of(picture, 80, 24), "left"));
  BOOST_TEST(has(text_of(picture, 80, 24), "  0/1200  0 %\n"));
  picture.progress.played = 1199;
  BOOST_TEST(has(text_of(picture, 80, 24), "  99 %  0:01 left"));
  picture.progress.played = 1200;
  BOOST_TEST(!has(text_of(picture, 80, 24), "left"));
  BOOST_TEST(!has(text_of(picture, 80, 24), "░"));
}

BOOST_AUTO_TEST_CASE(games_of_four_name_all_of_them) {
  RepaintedPicture picture = picture_of(4, 1, 0);
  picture.in_play[0].entrants = {Entrant{3}, Entrant{0}, Entrant{2}, Entrant{1}};
  picture.in_play[0].elapsed = std::chrono::seconds(125);
  BOOST_TEST(has(text_of(picture, 80, 24), "game 413  bot-4 – bot-1 – bot-3 – bot-2"));
  BOOST_TEST(has(text_of(picture, 80, 24), "  2:05\n"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
