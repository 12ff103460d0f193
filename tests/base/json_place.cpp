#include "base/json_place.h"

#include <boost/test/unit_test.hpp>

using namespace toptile;

BOOST_AUTO_TEST_SUITE(json_place)

BOOST_AUTO_TEST_CASE(a_place_in_a_text_is_told_with_its_line) {
  const JsonPlace whole = JsonPlace::of_text("{\"a\": [\n 1,\n {\"b\": 2}]}", "cup.json");
  BOOST_TEST(whole.words() == "cup.json: line 1");
  BOOST_TEST(whole.at("a").words() == "cup.json: line 1: a");
  BOOST_TEST(whole.at("a").element(1, "bot 2").words() == "cup.json: line 3: bot 2");
  BOOST_TEST(whole.at("a").element(1, "bot 2").at("b").words() == "cup.json: line 3: bot 2: b");
  BOOST_TEST(whole.at("a").element(0, "bot 1").at("none").words() == "cup.json: line 2: bot 1: none");
  BOOST_TEST(whole.at("a\nb").words() == "cup.json: line 1: a\\x0ab");
}

BOOST_AUTO_TEST_CASE(a_place_in_no_text_is_its_keys) {
  BOOST_TEST(JsonPlace("run.json").at("clock").at("kind").words() == "run.json: clock: kind");
  BOOST_TEST(JsonPlace("").at("clock").at("kind").words() == "clock: kind");
  BOOST_TEST(JsonPlace("").element(0, "bot 1").words() == "bot 1");
  BOOST_TEST(JsonPlace("").is_nowhere());
  BOOST_TEST(!JsonPlace("").at("clock").is_nowhere());
  BOOST_TEST(!JsonPlace("bot 1").is_nowhere());
}

BOOST_AUTO_TEST_CASE(a_place_outlives_the_text_it_was_made_from) {
  std::string text = "\n\n{\"a\": 1}";
  const JsonPlace place = JsonPlace::of_text(text, "x").at("a");
  text.assign(text.size(), '\n');
  BOOST_TEST(place.words() == "x: line 3: a");
}

BOOST_AUTO_TEST_SUITE_END()
