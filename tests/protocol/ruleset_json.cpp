#include "protocol/ruleset_json.h"
#include "tests/places.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace toptile {

BOOST_AUTO_TEST_SUITE(ruleset_json)

namespace {

std::string file_text(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

Ruleset shipped(const std::string& name) {
  auto rules = shipped_ruleset(name);
  BOOST_REQUIRE_MESSAGE(rules, name << ": " << (rules ? "" : rules.error().message));
  return std::move(rules).value();
}

std::string refusal(const std::string& json) {
  const auto rules = parse_ruleset_json(json, "mine.json");
  return rules ? "accepted" : rules.error().message;
}

// The error for a valid ruleset to which this field is added; it may repeat a field.
std::string with(const std::string& field) {
  return refusal(R"({"name": "mine", "based_on": "hasbro", )" + field + "}");
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_file_of_the_folder_ships_under_its_own_name) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(source_file("rulesets"))) {
    if (entry.path().extension() != ".json" || entry.path().filename() == "ruleset.schema.json") continue;
    files.push_back(entry.path().stem());
    const auto rules = parse_ruleset_json(file_text(entry.path()), entry.path());
    BOOST_REQUIRE_MESSAGE(rules, (rules ? "" : rules.error().message));
    BOOST_TEST(rules.value().name == entry.path().stem());
    BOOST_TEST(!rules.value().edition.empty());
  }
  std::ranges::sort(files);
  BOOST_TEST(files == shipped_ruleset_names(), boost::test_tools::per_element());
  for (const char* name : {"hasbro", "classic", "app", "hasbro-all-out", "hasbro-plural", "solo", "german"}) {
    BOOST_TEST(shipped(name).name == name);
  }
}

BOOST_AUTO_TEST_CASE(hasbro_is_the_rules_table) {
  const Ruleset rules = shipped("hasbro");
  BOOST_TEST((rules.size == 10 && rules.rack == 7 && rules.height == 5));
  BOOST_TEST((rules.flat_points == 2 && rules.stacked_points == 1 && rules.qu_bonus == 2 &&
              rules.all_tiles_bonus == 20 && rules.left_over == 5));
  BOOST_TEST((rules.plural_s == PluralS::forbid && rules.end == EndRule::first_out &&
              rules.lexicon == LexiconRule::refuse));
  BOOST_TEST((rules.pass_rounds == 1 && rules.scoreless_rounds == 3 && rules.free_exchanges == 0 &&
              rules.first == FirstSeat::schedule));
  BOOST_TEST(rules.tiles().size() == 100);
  BOOST_TEST(
      rules.alphabet().symbols(rules.tiles()) ==
      "AAAAAAABBBCCCCDDDDDEEEEEEEEFFFGGGHHHIIIIIIIJKKLLLLLMMMMMNNNNNOOOOOOOPPPQRRRRRSSSSSSTTTTTUUUUUVWWXYYZ");
  BOOST_TEST(rules.alphabet().text(*rules.qu()) == "QU");
  BOOST_TEST(rules.alphabet().symbol(*rules.qu()) == "Q");
}

BOOST_AUTO_TEST_CASE(classic_is_the_rules_table) {
  const Ruleset rules = shipped("classic");
  BOOST_TEST((rules.size == 8 && rules.rack == 7 && rules.height == 5));
  BOOST_TEST((rules.flat_points == 2 && rules.stacked_points == 1 && rules.qu_bonus == 2 &&
              rules.all_tiles_bonus == 20 && rules.left_over == 5));
  BOOST_TEST((rules.plural_s == PluralS::forbid && rules.end == EndRule::first_out));
  BOOST_TEST(rules.tiles().size() == 64);
  BOOST_TEST(rules.alphabet().symbols(rules.tiles()) ==
             "AAAAABBCCDDDEEEEEEFGGHHIIIIJKLLLMMMNNNOOOOPPPQRRSSSTTTTUUUVWXYYZ");
}

BOOST_AUTO_TEST_CASE(german_is_hasbro_with_german_tiles_and_with_plurals_in_s) {
  const Ruleset rules = shipped("german");
  Json of_german = ruleset_to_json(rules), of_hasbro = ruleset_to_json(shipped("hasbro"));
  for (const char* changed : {"name", "edition", "plural_s", "tiles"}) {
    BOOST_TEST(of_german[changed] != of_hasbro[changed], changed);
    of_german.erase(changed), of_hasbro.erase(changed);
  }
  BOOST_TEST(of_german == of_hasbro);
  BOOST_TEST(!rules.plural_face().has_value());
  BOOST_TEST(rules.tiles().size() == 100);
  BOOST_TEST(rules.alphabet().size() == 30);
  std::string texts;
  for (Face face = 0; face < rules.alphabet().size(); ++face) texts += rules.alphabet().text(face) + " ";
  BOOST_TEST(texts == "A B C D E F G H I J K L M N O P QU R S T U V W X Y Z Ä Ö Ü ß ");
  BOOST_TEST(rules.alphabet().symbol(*rules.qu()) == "Q");
}

BOOST_AUTO_TEST_CASE(the_others_differ_from_hasbro_in_what_their_names_say) {
  const auto differences = [](const std::string& name) {
    const Json base = ruleset_to_json(shipped("hasbro")), other = ruleset_to_json(shipped(name));
    std::string found;
    for (const auto& [key, value] : other.items()) {
      if (key != "name" && key != "edition" && value != base[key])
        found += key + "=" + json_text(value) + " ";
    }
    return found;
  };
  BOOST_TEST(differences("app") == "pass_rounds=3 ");
  BOOST_TEST(differences("hasbro-all-out") == "end=\"all_out\" ");
  BOOST_TEST(differences("hasbro-plural") == "plural_s=\"allow\" ");
  BOOST_TEST(differences("hasbro-challenge") == "lexicon=\"challenge\" ");
  BOOST_TEST(differences("solo") == "free_exchanges=5 players_min=1 players_max=1 ");
}

BOOST_AUTO_TEST_CASE(a_ruleset_written_is_read_again) {
  for (const std::string& name : shipped_ruleset_names()) {
    const Json written = ruleset_to_json(shipped(name));
    const auto read = parse_ruleset_json(json_text(written, 2), name);
    BOOST_REQUIRE_MESSAGE(read, (read ? "" : read.error().message));
    BOOST_TEST(ruleset_to_json(read.value()) == written);
  }
  const auto own = parse_ruleset_json(
      R"({"name": "own", "size": 5, "tiles": {"Ä": 30, "Q": {"count": 2, "text": "QU"}, "*": {"text": "SCH", "count": 3}}, "first": "draw"})",
      "own.json");
  BOOST_REQUIRE_MESSAGE(own, (own ? "" : own.error().message));
  BOOST_TEST(own.value().tiles().size() == 35);
  BOOST_TEST((own.value().first == FirstSeat::draw));
  BOOST_TEST(own.value().height == 5);  // A field that is not given has its default.
  BOOST_TEST(ruleset_to_json(parse_ruleset_json(json_text(ruleset_to_json(own.value())), "own").value()) ==
             ruleset_to_json(own.value()));
}

BOOST_AUTO_TEST_CASE(based_on_takes_over_what_is_not_given) {
  const auto rules =
      parse_ruleset_json(R"({"name": "mine", "height": 3, "based_on": "classic"})", "mine.json");
  BOOST_REQUIRE(rules);
  BOOST_TEST(rules.value().name == "mine");
  BOOST_TEST(rules.value().size == 8);
  BOOST_TEST(rules.value().height == 3);
  BOOST_TEST(rules.value().tiles().size() == 64);
  const auto tiles =
      parse_ruleset_json(R"({"name": "mine", "based_on": "hasbro", "tiles": {"A": 40}})", "mine.json");
  BOOST_REQUIRE(tiles);
  BOOST_TEST(tiles.value().tiles().size() == 40);
  BOOST_TEST(with(R"("players_max": 2)") == "accepted");
}

BOOST_AUTO_TEST_CASE(a_bad_value_is_refused_by_file_and_fields_name) {
  const std::map<std::string, std::string> starts = {
      {R"("height": 12)", "mine.json: line 1: height: 12 is out of range; it can be 1 to 9"},
      {R"("height": "5")", "mine.json: line 1: height: "},
      {R"("height": 5.0)", "mine.json: line 1: height: "},
      {R"("height": null)", "mine.json: line 1: height: "},
      {R"("height": true)", "mine.json: line 1: height: "},
      {R"("height": [5])", "mine.json: line 1: height: "},
      {R"("height": 99999999999999999999)", "mine.json: line 1: height: "},
      {R"("height": -9223372036854775808)", "mine.json: line 1: height: "},
      {R"("size": 1)", "mine.json: line 1: size: 1 is out of range"},
      {R"("rack": 0)", "mine.json: line 1: rack: 0 is out of range"},
      {R"("plural_s": "never")", "mine.json: line 1: plural_s: "},
      {R"("plural_s": 1)", "mine.json: line 1: plural_s: "},
      {R"("end": "first")", "mine.json: line 1: end: "},
      {R"("lexicon": "refuse")", "mine.json: line 1: lexicon: "},
      {R"("first": false)", "mine.json: line 1: first: "},
      {R"("edition": 5)", "mine.json: line 1: edition: "},
      {R"("tiles": [])", "mine.json: line 1: tiles: "},
      {R"("tiles": {})", "mine.json: line 1: tiles: "},
      {R"("tiles": {"A": 0})", "mine.json: line 1: tiles: A: count: "},
      {R"("tiles": {"A": 100})", "mine.json: line 1: tiles: A: count: "},
      {R"("tiles": {"A": "7"})", "mine.json: line 1: tiles: A: count: "},
      {R"("tiles": {"A": {}})", "mine.json: line 1: tiles: A: count: "},
      {R"("tiles": {"A": {"count": 40, "text": 5}})", "mine.json: line 1: tiles: A: text: "},
      {R"("tiles": {"A": {"count": 40, "tekst": "A"}})", "mine.json: line 1: tiles: A: "},
      {R"("tiles": {"Qu": 40})", "mine.json: line 1: tiles: "},
      {R"("tiles": {"Q": {"count": 40, "text": "Qu"}})", "mine.json: line 1: tiles: "},
      {R"("tiles": {"A": 5})", "mine.json: line 1: tiles: 5 tiles are too few"},
      {R"("heigth": 5)",
       "mine.json: line 1: heigth: unknown field; did you mean height? The fields are: based_on, "},
      {R"("colour": 5)", "mine.json: line 1: colour: unknown field; the fields are: "},
  };
  for (const auto& [field, start] : starts)
    BOOST_TEST(with(field).starts_with(start), field << ": " << with(field));
}

BOOST_AUTO_TEST_CASE(what_must_be_there_is_asked_for) {
  BOOST_TEST(refusal("{}").starts_with("mine.json: line 1: name: "));
  BOOST_TEST(refusal(R"({"name": "mine"})").starts_with("mine.json: line 1: tiles: "));
  BOOST_TEST(refusal(R"({"based_on": "hasbro"})").starts_with("mine.json: line 1: name: "));
  BOOST_TEST(refusal(R"({"name": "", "based_on": "hasbro"})").starts_with("mine.json: line 1: name: "));
  BOOST_TEST(refusal(R"({"name": "mine", "based_on": "hasbroo"})")
                 .starts_with("mine.json: line 1: based_on: there is no ruleset \"hasbroo\""));
  BOOST_TEST(refusal(R"({"name": "mine", "based_on": "has\nbro"})")
                 .starts_with("mine.json: line 1: based_on: there is no ruleset \"has\\x0abro\""));
  BOOST_TEST(refusal(R"({"name": "mine", "tiles": {"\u0007": 50}})")
                 .starts_with("mine.json: line 1: tiles: \"\\x07\" cannot be a symbol"));
  BOOST_TEST(
      refusal(R"({"name": "mine", "tiles": {"A\nB": 0}})")
          .starts_with("mine.json: line 1: tiles: A\\x0aB: count: 0 is not a whole number from 1 to 99"));
  BOOST_TEST(
      refusal(R"({"name": "mine", "tiles": {"A": {"count": 50, "text": "\u001b"}}})")
          .starts_with("mine.json: line 1: tiles: the face A spells \"\\x1b\", which is not letters only"));
  BOOST_TEST(refusal(R"({"name": "mine", "based_on": 5})").starts_with("mine.json: line 1: based_on: "));
  BOOST_TEST(refusal(R"({"name": "mine", "based_on": "", "tiles": {"A": 50}})")
                 .starts_with("mine.json: line 1: based_on: there is no ruleset \"\""));
}

BOOST_AUTO_TEST_CASE(what_is_no_json_object_is_refused_with_its_line) {
  BOOST_TEST(refusal("{\n\n\"name\" \"x\"}").starts_with("mine.json: line 3, column 10: this is not JSON"));
  for (const char* text : {"", "[]", "5", "null", "\"x\"", "{", "\xFF", "{\"name\": \"\xFF\"}"})
    BOOST_TEST(refusal(text).starts_with("mine.json: "), text);
}

BOOST_AUTO_TEST_CASE(a_key_given_twice_is_refused) {
  BOOST_TEST(
      refusal(R"({"name": "mine", "based_on": "hasbro", "size": 8, "size": 9})").starts_with("mine.json: "));
  BOOST_TEST(with(R"("tiles": {"A": 40, "A": 30})").starts_with("mine.json: "));
}

BOOST_AUTO_TEST_CASE(deeply_nested_text_is_refused) {
  const std::string deep = std::string(200000, '[') + std::string(200000, ']');
  BOOST_TEST(refusal(deep).size() < 300u);
  BOOST_TEST(refusal(deep).starts_with("mine.json: "));
  BOOST_TEST(with("\"tiles\": {\"A\": {\"count\": " + deep + "}}").starts_with("mine.json: "));
  BOOST_TEST(with("\"height\": " + deep).starts_with("mine.json: "));
}

BOOST_AUTO_TEST_CASE(an_unknown_ruleset_is_answered_with_those_there_are) {
  const auto rules = shipped_ruleset("nowhere");
  BOOST_REQUIRE(!rules);
  BOOST_TEST(rules.error().message.find("hasbro") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_misspelled_name_is_answered_with_the_nearest) {
  const std::vector<std::string> names = {"height", "size", "rack"};
  BOOST_TEST((nearest_name("hight", names) == "height"));
  BOOST_TEST((nearest_name("Size", names) == "size"));
  BOOST_TEST(!nearest_name("something", names).has_value());
  BOOST_TEST(!nearest_name("x", {}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
