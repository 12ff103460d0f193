#include "league/tables/marks.h"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/league/scripted_league.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(marks)

namespace {

// Three bots of an organizer, and some of a class.
struct Class {
  ScriptedLeague<> league;
  std::map<std::string, BotVersion> bots;

  Class() {
    for (const char* name : {"weak", "middle", "strong"}) enter(name, "organizer");
  }
  void enter(const std::string& bot, const std::string& author) {
    ++league.now;
    bots[bot] = league.entered(bot, "the files of " + bot, author);
  }
  // The first one wins so many sets of four.
  void play(const std::string& one, const std::string& other, int won) {
    for (int i = 0; i < 20; ++i) {
      const int points = i % 4 < won ? 250 : 150;
      league.played(bots.at(one), bots.at(other), {{{points, 200}, {points, 200}}});
    }
  }
  LeagueSnapshot snapshot() {
    auto read = LeagueSnapshot::read(league.store);
    BOOST_REQUIRE_MESSAGE(read, message(read));
    return std::move(read).value();
  }
};

const std::vector<ScalePoint> kScale = {{"weak", 40}, {"middle", 70}, {"strong", 100}};

const MarkedBot& find(const std::vector<MarkedBot>& marked, const std::string& bot) {
  const auto found = std::ranges::find(marked, bot, [](const MarkedBot& one) { return one.version.bot; });
  BOOST_REQUIRE_MESSAGE(found != marked.end(), bot);
  return *found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_scale_is_read) {
  const auto scale = parse_scale("random=40,greedy-v2=70.5,best=100").value();
  BOOST_REQUIRE(scale.size() == 3U);
  BOOST_TEST(scale[1].bot == "greedy-v2");
  BOOST_TEST(scale[1].mark == 70.5);
}

BOOST_AUTO_TEST_CASE(what_is_no_scale_says_why) {
  BOOST_TEST(message(parse_scale("")) ==
             "--scale: : expected a bot, = and a mark; a scale is bots "
             "with marks, as in random=40,greedy=70,patient=100");
  for (const auto& [text, why] :
       std::map<std::string, std::string>{{"a=1", "two or more are needed"},
                                          {"a=1,b", "a bot, = and a mark"},
                                          {"=1,b=2", "a bot, = and a mark"},
                                          {"a=1,b=x", "the mark is not a number"},
                                          {"a=1,b=inf", "the mark is not a number"},
                                          {"a=1,b=nan", "the mark is not a number"},
                                          {"a=2,b=2", "is not above the one before"},
                                          {"a=1,b=2,", "a bot, = and a mark"}})
    BOOST_TEST(message(parse_scale(text)).find(why) != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(marks_rise_with_ratings_between_the_bots_of_the_scale) {
  Class course;
  course.play("middle", "weak", 3);
  course.play("strong", "middle", 3);
  for (const char* name : {"ann", "bob", "cid", "dan"}) course.enter(name, name);
  course.play("ann", "weak", 0);
  course.play("bob", "middle", 2);
  course.play("cid", "strong", 4);
  course.play("dan", "middle", 1);
  const LeagueSnapshot snapshot = course.snapshot();
  const auto marked = mark_bots(snapshot, kScale).value();
  BOOST_TEST(marked.size() == 7U);
  BOOST_TEST(find(marked, "weak").mark->mark == 40);
  BOOST_TEST(find(marked, "middle").mark->mark == 70);
  BOOST_TEST(find(marked, "strong").mark->mark == 100);
  BOOST_TEST(find(marked, "ann").mark->mark == 40);   // It is below the weakest one.
  BOOST_TEST(find(marked, "cid").mark->mark == 100);  // It is above the strongest one.
  const double bob = find(marked, "bob").mark->mark, dan = find(marked, "dan").mark->mark;
  BOOST_TEST(std::abs(bob - 70) < 3);
  BOOST_TEST(dan > 40);
  BOOST_TEST(dan < 60);
  // By hand: its share of the way from weak to middle.
  const auto elo = [&](const char* bot) { return find(marked, bot).rating->rating.elo; };
  BOOST_TEST(std::abs(dan - (40 + 30 * (elo("dan") - elo("weak")) / (elo("middle") - elo("weak")))) < 1e-9);
  for (const MarkedBot& bot : marked) {
    BOOST_TEST(bot.mark->low <= bot.mark->mark);
    BOOST_TEST(bot.mark->high >= bot.mark->mark);
  }
  for (std::size_t i = 1; i < marked.size(); ++i)
    BOOST_TEST(marked[i - 1].rating->rating.elo >= marked[i].rating->rating.elo);
}

BOOST_AUTO_TEST_CASE(a_scale_that_the_games_contradict_is_refused) {
  Class course;
  course.play("weak", "middle", 3);
  course.play("strong", "middle", 3);
  const LeagueSnapshot snapshot = course.snapshot();
  BOOST_TEST(message(mark_bots(snapshot, kScale))
                 .find("the scale: middle: its mark is above that of weak, "
                       "but its rating") == 0U);
  BOOST_TEST(message(mark_bots(snapshot, {{"weak", 1}, {"nobody", 2}})).find("there is no such bot") !=
             std::string::npos);
  course.enter("ann", "ann");
  const LeagueSnapshot later = course.snapshot();
  BOOST_TEST(message(mark_bots(later, {{"weak", 1}, {"ann", 2}})).find("it has no rating yet") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(bots_without_games_or_connection_have_no_mark) {
  Class course;
  course.play("middle", "weak", 3);
  course.play("strong", "middle", 3);
  course.enter("ann", "ann");
  course.enter("bob", "bob");
  course.enter("cid", "cid");
  course.play("ann", "bob", 3);
  BOOST_REQUIRE(course.league.store.versions().receive(submission("dan", "dans files", "dan")));
  const LeagueSnapshot snapshot = course.snapshot();
  const auto marked = mark_bots(snapshot, kScale).value();
  BOOST_TEST(!find(marked, "ann").mark.has_value());
  BOOST_TEST(!find(marked, "cid").mark.has_value());
  BOOST_TEST((find(marked, "cid").rating == nullptr));
  BOOST_TEST(marked.back().version.bot == "dan");
  const std::string csv = marks_csv(marked);
  BOOST_TEST(csv.find("dan,dan,1,received,0,,,,,0,,,,\n") != std::string::npos);
  BOOST_TEST(!mark_bots(snapshot, {}).value()[0].mark.has_value());
}

BOOST_AUTO_TEST_CASE(a_bot_stands_with_the_version_that_says_most) {
  Class course;
  BOOST_REQUIRE(course.league.store.versions().retire(course.bots.at("weak").id, ""));
  BOOST_REQUIRE(course.league.store.versions().receive(submission("weak", "newer files", "organizer")));
  BOOST_REQUIRE(course.league.store.versions().remove(course.bots.at("middle").id, ""));
  const LeagueSnapshot snapshot = course.snapshot();
  const auto marked = mark_bots(snapshot, {}).value();
  BOOST_TEST(marked.size() == 2U);
  BOOST_TEST(find(marked, "weak").version.number == 1);  // It played once; the newer one never did.
}

BOOST_AUTO_TEST_CASE(a_bot_that_plays_again_has_no_reason) {
  Class course;
  BOOST_REQUIRE(course.league.store.versions().retire(course.bots.at("weak").id, "it is slow"));
  BOOST_TEST(marks_csv(mark_bots(course.snapshot(), {}).value()).find("it is slow") != std::string::npos);
  BOOST_REQUIRE(course.league.store.versions().restore(course.bots.at("weak").id));
  BOOST_TEST(marks_csv(mark_bots(course.snapshot(), {}).value()).find("restored") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(no_name_becomes_a_formula_or_a_column) {
  Class course;
  course.enter("eve", "=HYPERLINK(\"http://evil\",\"x\")");
  course.enter("fay", "Fay, \"F.\"");
  const LeagueSnapshot snapshot = course.snapshot();
  const std::string csv = marks_csv(mark_bots(snapshot, {}).value());
  BOOST_TEST(csv.find("\n\"'=HYPERLINK(\"\"http://evil\"\",\"\"x\"\")\",eve,") != std::string::npos);
  BOOST_TEST(csv.find("\n\"Fay, \"\"F.\"\"\",fay,") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(marks_as_json_have_the_same_figures) {
  Class course;
  course.play("middle", "weak", 3);
  course.play("strong", "middle", 3);
  const LeagueSnapshot snapshot = course.snapshot();
  const Json list = marks_to_json(mark_bots(snapshot, kScale).value());
  BOOST_REQUIRE(list.size() == 3U);
  BOOST_TEST(list[0]["bot"] == "strong");
  BOOST_TEST(list[0]["mark"]["mark"] == 100);
  BOOST_TEST(list[0]["games"] == 40);
  BOOST_TEST(list[2]["rating"]["elo"].get<double>() < list[1]["rating"]["elo"].get<double>());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
