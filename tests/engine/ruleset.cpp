#include "engine/ruleset.h"

#include "tests/engine/scenario.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(ruleset)

namespace {

constexpr const char* kTiles = "A20 S20 Q20=QU";

std::string refusal(const std::function<void(RulesetFields&)>& change, const char* tiles = kTiles) {
  RulesetFields fields;
  fields.name = "own";
  change(fields);
  const auto rules = Ruleset::make(fields, tile_kinds(tiles));
  return rules ? "accepted" : rules.error().message;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_fields_it_is_made_of_are_kept) {
  RulesetFields fields;
  fields.name = "own";
  fields.height = 3;
  fields.end = EndRule::all_out;
  const auto made = Ruleset::make(fields, tile_kinds(kTiles));
  BOOST_REQUIRE(made);
  const Ruleset& rules = made.value();
  BOOST_TEST(rules.name == "own");
  BOOST_TEST(rules.height == 3);
  BOOST_TEST((rules.end == EndRule::all_out));
  BOOST_TEST(rules.tiles().size() == 60);
  BOOST_TEST((rules.qu() == rules.alphabet().face_spelling("QU")));
  BOOST_TEST((rules.plural_face() == rules.alphabet().face_spelling("S")));
  BOOST_TEST(!rules.has_challenges());
}

BOOST_AUTO_TEST_CASE(qu_and_plural_are_known_by_what_a_face_spells) {
  const Ruleset rules = own_ruleset("own", "A20=S B20=A Q20", [](RulesetFields&) {});
  BOOST_TEST(!rules.qu().has_value());
  BOOST_TEST((rules.plural_face() == Face{0}));
  const Ruleset plural =
      own_ruleset("own", "S20 A20", [](RulesetFields& fields) { fields.plural_s = PluralS::allow; });
  BOOST_TEST(!plural.plural_face().has_value());
}

BOOST_AUTO_TEST_CASE(a_value_out_of_range_is_refused_by_its_fields_name) {
  struct Field {
    const char* name;
    int RulesetFields::*value;
    int least, most;
  };
  const std::vector<Field> fields = {
      {"size", &RulesetFields::size, 2, 16},
      {"rack", &RulesetFields::rack, 1, 15},
      {"height", &RulesetFields::height, 1, 9},
      {"flat", &RulesetFields::flat_points, 0, 100},
      {"stacked", &RulesetFields::stacked_points, 0, 100},
      {"qu", &RulesetFields::qu_bonus, 0, 100},
      {"all", &RulesetFields::all_tiles_bonus, 0, 1000},
      {"left", &RulesetFields::left_over, 0, 100},
      {"pass_rounds", &RulesetFields::pass_rounds, 1, 100},
      {"scoreless_rounds", &RulesetFields::scoreless_rounds, 0, 100},
      {"free_exchanges", &RulesetFields::free_exchanges, 0, 100},
      {"players_min", &RulesetFields::players_min, 1, 4},
      {"players_max", &RulesetFields::players_max, 2, 4},
  };
  for (const Field& field : fields) {
    const auto with = [&](int value) {
      return refusal([&](RulesetFields& changed) { changed.*field.value = value; });
    };
    for (int value : {field.least, field.most})
      BOOST_TEST(with(value) == "accepted", field.name << " " << value);
    for (int value : {field.least - 1, field.most + 1, -2000000000, 2000000000}) {
      BOOST_TEST(with(value).starts_with(std::string(field.name) + ": " + std::to_string(value)),
                 field.name << ": " << with(value));
    }
  }
}

BOOST_AUTO_TEST_CASE(players_least_and_most_must_agree) {
  BOOST_TEST(refusal([](RulesetFields& fields) {
               fields.players_min = 4, fields.players_max = 3;
             }).starts_with("players_max: 3 is below players_min"));
}

BOOST_AUTO_TEST_CASE(a_name_is_one_word) {
  for (const char* name : {"", "two words", "a/b", "a.b", "ä", "x\n", "../x"}) {
    BOOST_TEST(refusal([&](RulesetFields& fields) { fields.name = name; }).starts_with("name: "), name);
  }
  for (const char* name : {"a", "my-rules_2", "-"})
    BOOST_TEST(refusal([&](RulesetFields& fields) { fields.name = name; }) == "accepted", name);
}

BOOST_AUTO_TEST_CASE(tiles_must_fill_the_racks_of_all_players) {
  const auto none = [](RulesetFields&) {};
  BOOST_TEST(refusal(none, "A27").starts_with("tiles: 27 tiles are too few for 4 racks of 7"));
  BOOST_TEST(refusal(none, "A28") == "accepted");
  BOOST_TEST(refusal([](RulesetFields& fields) { fields.players_max = 2; }, "A14") == "accepted");
  BOOST_TEST(refusal(none, "A0 B50").starts_with("tiles: A has the count 0"));
  BOOST_TEST(refusal(none, "A100").starts_with("tiles: A has the count 100"));
  BOOST_TEST(refusal(none, "A99") == "accepted");
}

BOOST_AUTO_TEST_CASE(faces_that_no_alphabet_takes_are_refused_as_tiles) {
  const auto none = [](RulesetFields&) {};
  BOOST_TEST(refusal(none, "").starts_with("tiles: "));
  BOOST_TEST(refusal(none, "A20 A20").starts_with("tiles: the symbol A stands for two faces"));
  BOOST_TEST(refusal(none, "A20 a20=a").starts_with("tiles: the face a spells"));
  BOOST_TEST(refusal(none, "Q20=QU R20=Q").starts_with("tiles: "));
}

BOOST_AUTO_TEST_CASE(players_are_allowed_in_their_range) {
  const Ruleset& rules = shipped("hasbro");
  BOOST_TEST((!rules.plays_with(1) && rules.plays_with(2) && rules.plays_with(4) && !rules.plays_with(5)));
  BOOST_TEST((shipped("solo").plays_with(1) && !shipped("solo").plays_with(2)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
