#include "base/json_scan.h"

#include <fmt/format.h>
#include <boost/test/unit_test.hpp>
#include <vector>

using namespace toptile;

BOOST_AUTO_TEST_SUITE(json_scan)

namespace {

// The place that the steps lead to, as "LINE:COLUMN".
std::string found(std::string_view text, const std::vector<JsonStep>& steps) {
  const TextPosition at = position_in(text, find_in_json(text, steps));
  return std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string flaw(std::string_view text) {
  const auto flaw = find_flaw(text);
  return flaw ? std::to_string(flaw->byte) + " " + flaw->words : "none";
}

const std::string kText =
    "\n{\"a\": 1,\n"
    " \"b\" : [ 10,\n"
    "  [], {},\n"
    "  \"x]\\\"}\", {\"c\" :\n"
    "    true, \"d\\u0065\": null}\n"
    " ],\n"
    " \"e\": -1.5e3}";

}  // namespace

BOOST_AUTO_TEST_CASE(a_position_counts_lines_and_characters) {
  const std::string text = "ab\nä€😀x\r\n\n";
  const auto at = [&](std::size_t byte) {
    const TextPosition position = position_in(text, byte);
    return std::pair(position.line, position.column);
  };
  BOOST_TEST((at(0) == std::pair<std::size_t, std::size_t>(1, 1)));
  BOOST_TEST((at(2) == std::pair<std::size_t, std::size_t>(1, 3)));
  BOOST_TEST((at(3) == std::pair<std::size_t, std::size_t>(2, 1)));
  BOOST_TEST((at(text.find('x')) == std::pair<std::size_t, std::size_t>(2, 4)));
  BOOST_TEST((at(text.size()) == std::pair<std::size_t, std::size_t>(4, 1)));
  BOOST_TEST((at(text.size() + 99) == std::pair<std::size_t, std::size_t>(4, 1)), "the end, and not beyond");
}

BOOST_AUTO_TEST_CASE(a_key_is_found_where_it_is_written_and_an_element_where_it_begins) {
  const std::size_t zero = 0;
  BOOST_TEST(found(kText, {}) == "2:1");
  BOOST_TEST(found(kText, {"a"}) == "2:2");
  BOOST_TEST(found(kText, {"b"}) == "3:2");
  BOOST_TEST(found(kText, {"b", zero}) == "3:10");
  BOOST_TEST(found(kText, {"b", std::size_t{1}}) == "4:3");
  BOOST_TEST(found(kText, {"b", std::size_t{2}}) == "4:7");
  BOOST_TEST(found(kText, {"b", std::size_t{3}}) == "5:3");
  BOOST_TEST(found(kText, {"b", std::size_t{4}}) == "5:12");
  BOOST_TEST(found(kText, {"b", std::size_t{4}, "c"}) == "5:13");
  BOOST_TEST(found(kText, {"b", std::size_t{4}, "de"}) == "6:11");
  BOOST_TEST(found(kText, {"e"}) == "8:2");
}

BOOST_AUTO_TEST_CASE(where_steps_lead_nowhere_the_last_that_was_found_counts) {
  BOOST_TEST(found(kText, {"z"}) == "2:1");
  BOOST_TEST(found(kText, {"a", "z"}) == "2:2");
  BOOST_TEST(found(kText, {"b", std::size_t{5}}) == "3:2");
  BOOST_TEST(found(kText, {"b", "c"}) == "3:2");
  BOOST_TEST(found(kText, {std::size_t{0}}) == "2:1");
  BOOST_TEST(found(kText, {"b", std::size_t{1}, std::size_t{0}}) == "4:3");
  BOOST_TEST(found(kText, {"b", std::size_t{2}, "c"}) == "4:7");
  BOOST_TEST(found("[]", {std::size_t{0}}) == "1:1");
  BOOST_TEST(found("5", {"a"}) == "1:1");
}

BOOST_AUTO_TEST_CASE(no_text_makes_the_search_leave_it) {
  for (std::size_t length = 0; length <= kText.size(); ++length) {
    const std::string_view cut = std::string_view(kText).substr(0, length);
    BOOST_TEST(find_in_json(cut, std::vector<JsonStep>{"b", std::size_t{4}, "de"}) <= cut.size());
    BOOST_TEST(find_in_json(cut, std::vector<JsonStep>{"e"}) <= cut.size());
    BOOST_TEST(flaw(cut) == "none", cut);
  }
}

// A line from outside may have millions of keys, so each is looked at only once.
BOOST_AUTO_TEST_CASE(the_last_of_very_many_keys_is_looked_at) {
  std::string text = "{";
  for (int i = 0; i < 1'000'000; ++i) text += fmt::format("\"{}\":0,", i);
  BOOST_TEST(flaw(text + "\"x\":0}") == "none");
  BOOST_TEST(flaw(text + "\"999999\":0}").ends_with("the key \"999999\" is given twice in one object"));
}

BOOST_AUTO_TEST_CASE(a_key_given_twice_in_one_object_is_a_flaw) {
  BOOST_TEST(flaw(R"({"a": 1, "b": {"a": 1}, "c": [{"a": 1}, {"a": 2}], "d": "a", "e": ["a", "a"]})") ==
             "none");
  BOOST_TEST(flaw(R"({"a": 1, "a": 2})") == "9 the key \"a\" is given twice in one object");
  BOOST_TEST(flaw(R"({"a": 1, "\u0061": 2})") == "9 the key \"a\" is given twice in one object");
  BOOST_TEST(flaw(R"([{"x": {"y": 1, "y": 1}}])") == "16 the key \"y\" is given twice in one object");
  BOOST_TEST(flaw(R"({"a": {"b": 1}, "a": 2})") == "16 the key \"a\" is given twice in one object");
  BOOST_TEST(flaw("{\"a\\n\": 1, \"a\\n\": 2}") == "11 the key \"a\\x0a\" is given twice in one object");
}

BOOST_AUTO_TEST_CASE(what_lies_too_deep_is_a_flaw) {
  BOOST_TEST(flaw(std::string(50, '[') + std::string(50, ']')) == "none");
  BOOST_TEST(flaw(std::string(51, '[')) == "50 lists and objects are nested more than 50 deep");
  BOOST_TEST(flaw("\"" + std::string(500, '[') + "\"") == "none");
  BOOST_TEST(flaw("]]]}}" + std::string(50, '[')) == "none");
}

BOOST_AUTO_TEST_SUITE_END()
