#include "base/json_fields.h"

#include <boost/test/unit_test.hpp>

#include "engine/seat.h"
#include "protocol/tournament_numbers.h"

using namespace toptile;

BOOST_AUTO_TEST_SUITE(json_fields)

namespace {

std::string reading(const Result<void>& result) {
  return result ? "fine" : result.error().message;
}

std::string parsing(std::string_view text) {
  const auto parsed = parse_json(text, "my.json");
  return parsed ? parsed.value().dump() : parsed.error().message;
}

// Reads one field of the object with `read`; returns the value, or the error.
template <class Value, class... Limits>
std::string field(const std::string& text, Value value, const Limits&... limits) {
  const Json object = Json::parse(text);
  FieldReader reader(object, "my.json");
  reader.read("x", value, limits...);
  const auto finished = reader.finish();
  return finished ? Json(value).dump() : finished.error().message;
}

enum class Pace { slow, quick };

std::string pace(const std::string& text) {
  const Json object = Json::parse(text);
  FieldReader reader(object, "my.json");
  Pace value = Pace::quick;
  reader.read_word("x", value, {"slow", "quick"});
  const auto finished = reader.finish();
  return finished ? (value == Pace::slow ? "slow" : "quick") : finished.error().message;
}

}  // namespace

BOOST_AUTO_TEST_CASE(text_that_is_no_json_is_an_error_with_its_line) {
  BOOST_TEST(parsing("{\"b\": 1, \"a\": [true, null]}") == "{\"b\":1,\"a\":[true,null]}");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "my.json: line 1, column 1: this is not JSON: "},
      {"{\"a\": 1,}", "my.json: line 1, column 9: this is not JSON: "},
      {"{\n\"a\": 1\n\"b\": 2\n}", "my.json: line 3, column 3: this is not JSON: "},
      {"{\n\n\n", "my.json: line 4, column 1: this is not JSON: "},
      {"{} {}", "my.json: line 1, column 4: this is not JSON: "},
      {"{\"a\": \"\xff\"}", "my.json: line 1, column 8: this is not JSON: "},
      {"{\"a\": \"\\ud800\"}", "my.json: line 1, column 14: this is not JSON: "},
      {"{\"a\": 1e999}", "my.json: line 1, column 11: this is not JSON: number overflow parsing '1e999'"},
      {std::string("{\"a\":\0}", 7), "my.json: line 1, column 6: this is not JSON: "},
  };
  for (const auto& [text, expected] : cases) {
    BOOST_TEST(parsing(text).starts_with(expected), text << " gives " << parsing(text));
    BOOST_TEST(parsing(text).find('\n') == std::string::npos, "an error is one line: " << parsing(text));
  }
  BOOST_TEST(parsing("{\"a\": \"\xff\"}").find("last read: '\"\\xff'") != std::string::npos,
             "what was read last is shown escaped");
  BOOST_TEST(parsing("\"" + std::string(100'000, 'a')).size() < 300U);
}

BOOST_AUTO_TEST_CASE(a_line_of_json_is_text_whatever_a_file_is_called) {
  BOOST_TEST(json_line({{"run", "games/ä"}, {"games", 2}}) == "{\"run\":\"games/ä\",\"games\":2}\n");
  BOOST_TEST(json_line({{"run", "games/\xff\nb"}}) == "{\"run\":\"games/\uFFFD\\nb\"}\n");
}

BOOST_AUTO_TEST_CASE(each_type_is_read_as_itself_alone) {
  const std::string kNothing = "{}";
  BOOST_TEST(field(kNothing, 5, 0, 9) == "5");
  BOOST_TEST(field(kNothing, std::string("kept")) == "\"kept\"");

  BOOST_TEST(field(R"({"x": true})", false) == "true");
  BOOST_TEST(field(R"({"x": 1})", false) == "my.json: x: 1 is neither true nor false");
  BOOST_TEST(field(R"({"x": "true"})", false) == "my.json: x: \"true\" is neither true nor false");
  BOOST_TEST(field(R"({"x": null})", false) == "my.json: x: null is neither true nor false");

  BOOST_TEST(field(R"({"x": "text"})", std::string()) == "\"text\"");
  BOOST_TEST(field(R"({"x": 1})", std::string()) == "my.json: x: 1 is not a quoted string");
  BOOST_TEST(field(R"({"x": ["a"]})", std::string()) == "my.json: x: [\"a\"] is not a quoted string");

  BOOST_TEST(field(R"({"x": 0})", 5, 0, 9) == "0");
  BOOST_TEST(field(R"({"x": 9})", 5, 0, 9) == "9");
  for (const std::string bad : {"-1", "10", "1.0", "1e0", "\"1\"", "true", "null", "[1]",
                                "18446744073709551615", "99999999999999999999"}) {
    const std::string found = field("{\"x\": " + bad + "}", 5, 0, 9);
    BOOST_TEST(found.starts_with("my.json: x: "), found);
    BOOST_TEST(found.find(" is not a whole number") != std::string::npos, found);
    const bool is_fraction = bad.find_first_of(".e") != bad.npos && bad != "true";
    BOOST_TEST(found.ends_with(" from 0 to 9") == !is_fraction, found);
  }
  BOOST_TEST(field(R"({"x": -9223372036854775808})", std::int64_t{0}, INT64_MIN, INT64_MAX) ==
             "-9223372036854775808");
  BOOST_TEST(field(R"({"x": 9223372036854775808})", std::int64_t{0}, INT64_MIN, INT64_MAX)
                 .starts_with("my.json: x: "));

  BOOST_TEST(field(R"({"x": 18446744073709551615})", std::uint64_t{0}) == "18446744073709551615");
  BOOST_TEST(field(R"({"x": "18446744073709551615"})", std::uint64_t{0}) == "18446744073709551615");
  for (const std::string bad :
       {"-1", "\"-1\"", "\"\"", "\"18446744073709551616\"", "\"12x\"", "\" 12\"", "1.5", "null"}) {
    const std::string found = field("{\"x\": " + bad + "}", std::uint64_t{0});
    BOOST_TEST(found == "my.json: x: " + bad + " is not a whole number from 0 to 18446744073709551615");
  }

  BOOST_TEST(field(R"({"x": 3})", Seat{0}, 0, 3) == "3");
  BOOST_TEST(field(R"({"x": 4})", Seat{0}, 0, 3) == "my.json: x: 4 is not a whole number from 0 to 3");
  BOOST_TEST(field(R"({"x": 17})", GameNumber{0}) == "17");
  BOOST_TEST(field(R"({"x": -1})", GameNumber{0}) ==
             "my.json: x: -1 is not a whole number from 0 to 18446744073709551615");

  BOOST_TEST(field(R"({"x": ["a", "b"]})", std::vector<std::string>{}) == "[\"a\",\"b\"]");
  BOOST_TEST(field(R"({"x": []})", std::vector<std::string>{"gone"}) == "[]");
  BOOST_TEST(field(R"({"x": ["a", 1]})", std::vector<std::string>{}) ==
             "my.json: x: [\"a\",1] is not a list of strings");
  BOOST_TEST(field(R"({"x": "a"})", std::vector<std::string>{}) ==
             "my.json: x: \"a\" is not a list of strings");
  BOOST_TEST(field(R"({"x": [1, -2]})", std::vector<int>{}) == "[1,-2]");
  BOOST_TEST(field(R"({"x": [2147483648]})", std::vector<int>{}) ==
             "my.json: x: [2147483648] is not a list of whole numbers");
  BOOST_TEST(field(R"({"x": [18446744073709551615]})", std::vector<int>{}) ==
             "my.json: x: [18446744073709551615] is not a list of whole numbers");
  BOOST_TEST(field(R"({"x": {"a": 1}})", std::vector<int>{}) ==
             "my.json: x: {\"a\":1} is not a list of whole numbers");

  BOOST_TEST(pace("{}") == "quick");
  BOOST_TEST(pace(R"({"x": "slow"})") == "slow");
  BOOST_TEST(pace(R"({"x": "fast"})") == "my.json: x: \"fast\" is not one of: slow, quick");
  BOOST_TEST(pace(R"({"x": "quik"})") ==
             "my.json: x: \"quik\" is not one of: slow, quick; did you mean quick?");
  BOOST_TEST(pace(R"({"x": 0})") == "my.json: x: 0 is not one of: slow, quick");
}

BOOST_AUTO_TEST_CASE(the_first_fault_is_the_one_that_is_told) {
  const Json object = Json::parse(R"({"a": "one", "b": "two", "extra": 1})");
  FieldReader reader(object, "my.json: bots[2]");
  int a = 0, b = 0;
  reader.read("a", a, 0, 9).read("b", b, 0, 9);
  BOOST_TEST(reading(reader.finish()) == "my.json: bots[2]: a: \"one\" is not a whole number from 0 to 9");
}

BOOST_AUTO_TEST_CASE(a_field_that_is_required_and_missing_is_named) {
  const Json object = Json::parse(R"({"a": 1})");
  FieldReader reader(object, "my.json");
  BOOST_TEST(reader.has("a"));
  BOOST_TEST(!reader.has("b"));
  BOOST_TEST(reader.read_any("a")->get<int>() == 1);
  BOOST_TEST(reader.read_any("b") == nullptr);
  reader.require("a");
  BOOST_TEST(reading(reader.finish()) == "fine");
  BOOST_TEST(reading(reader.require("b").finish()) == "my.json: b: this field is missing");
}

BOOST_AUTO_TEST_CASE(a_field_that_nobody_reads_is_refused_with_the_name_that_was_meant) {
  const auto finish = [](const std::string& text) {
    const Json object = Json::parse(text);
    FieldReader reader(object, "my.json");
    int games = 0;
    std::string lexicon;
    reader.read("games", games, 0, 9).read("lexicon", lexicon);
    return reading(reader.finish());
  };
  BOOST_TEST(finish(R"({"games": 1, "lexicon": "x"})") == "fine");
  BOOST_TEST(finish(R"({"gmaes": 1})") ==
             "my.json: gmaes: unknown field; did you mean games? The fields are: games, lexicon");
  BOOST_TEST(finish(R"({"lexikon": "x"})") ==
             "my.json: lexikon: unknown field; did you mean lexicon? The fields are: games, lexicon");
  BOOST_TEST(finish(R"({"concurrency": 1})") ==
             "my.json: concurrency: unknown field; the fields are: games, lexicon");
  BOOST_TEST(finish(R"({"a\nb\u009b": 1})") ==
             "my.json: a\\x0ab\\xc2\\x9b: unknown field; the fields are: games, lexicon");
  BOOST_TEST(finish("{\"" + std::string(100'000, 'a') + "\": 1}").size() < 150U);
}

BOOST_AUTO_TEST_CASE(what_is_no_object_has_no_fields) {
  for (const std::string text : {"[1]", "\"text\"", "5", "null"}) {
    const Json value = Json::parse(text);
    FieldReader reader(value, "my.json");
    int games = 3;
    reader.require("games").read("games", games, 0, 9);
    BOOST_TEST(reading(reader.finish()) == "my.json: expected an object with fields, not " + text);
    BOOST_TEST(games == 3);
  }
}

BOOST_AUTO_TEST_CASE(a_value_shown_in_an_error_is_cut_and_never_too_deep) {
  const std::string text = field("{\"x\": \"" + std::string(1000, 'a') + "\"}", 5, 0, 9);
  BOOST_TEST(text.size() < 150U);
  std::string umlauts;
  for (int i = 0; i < 100; ++i) umlauts += "ä";
  BOOST_TEST(field("{\"x\": \"" + umlauts + "\"}", 5, 0, 9).starts_with("my.json: x: \"ä"));
  BOOST_TEST(field("{\"x\": \"" + umlauts + "\"}", 5, 0, 9).find("ä… is no") != std::string::npos,
             "a value is cut between characters");
  const std::string deep(200'000, '[');
  const std::string nested = "{\"x\": " + deep + std::string(deep.size(), ']') + "}";
  BOOST_TEST(field(nested, 5, 0, 9) == "my.json: x: a deep list is not a whole number from 0 to 9");
}

BOOST_AUTO_TEST_CASE(the_nearest_name_is_the_one_that_was_likely_meant) {
  const std::vector<std::string> names = {"hasbro", "hasbro-all-out", "classic", "solo", "app"};
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"hasbro", "hasbro"},
      {"hasbo", "hasbro"},
      {"Hasbro", "hasbro"},
      {"hsabro", "hasbro"},
      {"clasic", "classic"},
      {"hasbroallout", "hasbro-all-out"},
      {"sol", "solo"},
      {"apps", "app"},
      {"scrabble", ""},
      {"", ""},
      {"xyz", ""},
      {"ap", "app"},
      {"an", ""},
      {"on", ""},
  };
  for (const auto& [wrong, meant] : cases)
    BOOST_TEST(nearest_name(wrong, names).value_or("") == meant, wrong);
  BOOST_TEST(!nearest_name("hasbro", {}).has_value());
  BOOST_TEST(nearest_name("ab", {"abc", "abd"}).value() == "abc");
}

BOOST_AUTO_TEST_SUITE_END()
