#include "tournaments/formats/format.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(format)

namespace {

using Kind = TournamentFormat::Kind;

std::string said(const Json& json) {
  const auto format = format_from_json(json, "cup.json: format");
  return format ? json_text(format_to_json(format.value())) : format.error().message;
}

std::string completed(const TournamentFormat& format, int entrants) {
  const auto whole = complete_format(format, entrants);
  return whole ? json_text(format_to_json(whole.value())) : whole.error().message;
}

BOOST_AUTO_TEST_CASE(a_format_is_a_word_or_an_object) {
  BOOST_TEST(said("swiss") == R"({"kind":"swiss","players":2,"rounds":0})");
  BOOST_TEST(said({{"kind", "swiss"}, {"rounds", 5}}) == R"({"kind":"swiss","players":2,"rounds":5})");
  BOOST_TEST(said({{"kind", "gauntlet"}, {"leaders", 2}}) ==
             R"({"kind":"gauntlet","players":2,"leaders":2})");
  BOOST_TEST(said("knock_out") == R"({"kind":"knock_out","players":2})");
  BOOST_TEST(said("swis").find("cup.json: format: kind: ") == 0U, said("swis"));
  BOOST_TEST(said({{"rounds", 5}}).find("cup.json: format: ") == 0U);
  BOOST_TEST(said({{"kind", "swiss"}, {"rounds", 0}}).find("cup.json: format: rounds: 0 ") == 0U);
  BOOST_TEST(said(7).find("cup.json: format: kind: ") == 0U);
}

BOOST_AUTO_TEST_CASE(what_is_not_given_is_chosen_and_what_does_not_fit_is_told) {
  BOOST_TEST(completed({Kind::swiss}, 2) == R"({"kind":"swiss","players":2,"rounds":1})");
  BOOST_TEST(completed({Kind::swiss}, 8) == R"({"kind":"swiss","players":2,"rounds":3})");
  BOOST_TEST(completed({Kind::swiss}, 9) == R"({"kind":"swiss","players":2,"rounds":4})");
  BOOST_TEST(completed({Kind::king}, 9) == R"({"kind":"king","players":2,"rounds":1})");
  BOOST_TEST(completed({Kind::gauntlet}, 2) == R"({"kind":"gauntlet","players":2,"leaders":1})");
  BOOST_TEST(completed({Kind::gauntlet, 0, 4}, 4) ==
             "format: leaders: 4 of 4 bots leave nobody to meet; at most 3 can lead");
  BOOST_TEST(completed({Kind::swiss, 3, 1}, 4) ==
             "format: leaders: swiss has no leaders; only a gauntlet has them");
  BOOST_TEST(
      completed({Kind::round_robin, 3}, 4) ==
      "format: rounds: round_robin has no number of rounds to choose; \"games\" sets the games per pairing");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
