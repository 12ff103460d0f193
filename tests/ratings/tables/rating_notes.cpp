#include "ratings/tables/rating_notes.h"

#include <boost/test/unit_test.hpp>

#include "tests/ratings/simulated_games.h"

BOOST_AUTO_TEST_SUITE(rating_notes)

namespace {

using namespace toptile;

const std::vector<std::string> kNames{"ann", "bob", "cy", "dee"};

// Groups of two players, linked in a chain.
Ratings chain_of(int groups) {
  Ratings ratings;
  ratings.pools = 1;
  for (int i = 0; i < 2 * groups; ++i) {
    PlayerRating& player = ratings.players.emplace_back();
    player.group = i / 2;
    player.elo = -100.0 * i;
    player.is_in_zero = i < 2;
  }
  for (int group = 0; group + 1 < groups; ++group) ratings.weak_links.push_back({0, group, 40, 1});
  return ratings;
}

std::vector<std::string> numbered(int players) {
  std::vector<std::string> names;
  for (int i = 0; i < players; ++i) names.push_back(std::to_string(i));
  return names;
}

ModelFit refuted(double chance) {
  ModelFit fit;
  fit.pairings = 6;
  fit.test = ModelFit::Test{30, 3, 3, chance};
  fit.farthest = {{1, 2, 100, 0.61, 0.48, 4.2}, {0, 3, 100, 0.9, 0.8, 2.5}, {3, 2, 100, 0.5, 0.45, 1.9}};
  return fit;
}

}  // namespace

BOOST_AUTO_TEST_CASE(moving_first_has_a_number_only_if_it_is_known) {
  Ratings ratings;
  ratings.seat_fit = SeatFit::unidentified;
  BOOST_TEST(!seat_note(ratings).has_value());
  ratings.seat_fit = SeatFit::estimated;
  ratings.first_seat = {.elo = 31, .error_low = 100, .error_high = 99, .interval = Interval::profile};
  BOOST_TEST(seat_note(ratings).value() == "Moving first is worth +31 Elo (95 %: -69 to +130).");
  ratings.first_seat = {.elo = 500, .error_low = 483, .error_high = 1390, .interval = Interval::profile};
  BOOST_TEST(seat_note(ratings).value() == "These games are too few to say what moving first is worth.");
  ratings.seat_elo = {20, 10};
  BOOST_TEST(seat_note(ratings).value() == "Against the last seat, in Elo: first +20, second +10.");
}

BOOST_AUTO_TEST_CASE(five_distances_are_told_and_the_others_counted) {
  const auto notes_of = [](int groups) { return distance_notes(chain_of(groups), numbered(2 * groups)); };
  BOOST_TEST(notes_of(6).size() == 5U + 1);
  BOOST_TEST(
      notes_of(6)[0] ==
      "The distance from 0 and 1 down to 2 and 3 rests on few results: in 40 games between the two sides "
      "the weaker one took 1 point.");
  BOOST_TEST(notes_of(6)[5] == "0 is the mean of 0 and 1.");
  BOOST_TEST(notes_of(7)[5] == "1 more distance rests on few results.");
  BOOST_TEST(notes_of(13)[5] == "7 more distances rest on few results.");
  BOOST_TEST(weak_links_to_json(chain_of(13), numbered(26)).size() == 12U);
}

BOOST_AUTO_TEST_CASE(a_side_is_called_weaker_only_if_intervals_say_so) {
  Ratings ratings = chain_of(2);
  for (PlayerRating& player : ratings.players) player.error_low = player.error_high = 40;
  BOOST_TEST(distance_notes(ratings, numbered(4))[0].ends_with("the weaker one took 1 point."));
  ratings.players[2].error_high = 110;
  ratings.weak_links[0].against_the_run = 19.5;
  BOOST_TEST(distance_notes(ratings, numbered(4))[0].ends_with("one of them took 19.5 points."));
}

// A note that looked through all players for each link would take minutes here.
BOOST_AUTO_TEST_CASE(thousands_of_links_are_quick) {
  constexpr int kGroups = 50'000;
  const Ratings ratings = chain_of(kGroups);
  const auto names = numbered(2 * kGroups);
  BOOST_TEST(distance_notes(ratings, names).size() == 7U);
  BOOST_TEST(weak_links_to_json(ratings, names).back()["below"].size() == 2U);
}

BOOST_AUTO_TEST_CASE(nothing_is_said_of_a_fit_without_a_fault) {
  BOOST_TEST(model_fit_notes({}, kNames).empty());
  BOOST_TEST(model_fit_notes(refuted(0.06), kNames).empty());
  const Json json = model_fit_to_json({}, kNames);
  BOOST_TEST(json["chance"].is_null());
  BOOST_TEST(json["circles"].empty());
}

BOOST_AUTO_TEST_CASE(what_ratings_do_not_explain_is_named) {
  const auto notes = model_fit_notes(refuted(0.0031), kNames);
  BOOST_TEST_REQUIRE(notes.size() == 1U);
  BOOST_TEST(notes[0] ==
             "One number for each bot does not explain these results (chance 0.3 %): bob takes 61 % from cy, "
             "but ratings "
             "expect 48 %; ann takes 90 % from dee, but ratings expect 80 %.");
  BOOST_TEST(model_fit_notes(refuted(1e-9), kNames)[0].find("(chance below 0.1 %)") != std::string::npos);
  const Json json = model_fit_to_json(refuted(0.0031), kNames);
  BOOST_TEST(json["farthest"][0]["other"] == "cy");
  BOOST_TEST(json["chance"] == 0.0031);
}

BOOST_AUTO_TEST_CASE(circles_are_told_and_many_are_counted) {
  ModelFit fit;
  fit.circles = {{0, 1, 2}};
  BOOST_TEST(model_fit_notes(fit, kNames)[0] ==
             "ann beats bob, bob beats cy, cy beats ann: this circle is certain.");
  fit.circles = {{0, 1, 2}, {0, 1, 3}};
  BOOST_TEST(
      model_fit_notes(fit, kNames)[0] ==
      "ann beats bob, bob beats cy, cy beats ann; ann beats bob, bob beats dee, dee beats ann: these 2 "
      "circles are certain.");
  fit.circles.insert(fit.circles.end(), 4, {1, 2, 3});
  const std::string note = model_fit_notes(fit, kNames)[0];
  BOOST_TEST(note.ends_with("these 3 circles are certain, and 3 more."));
}

BOOST_AUTO_TEST_SUITE_END()
