#include "tournaments/exchange/event_json.h"

#include <boost/test/unit_test.hpp>

namespace toptile {
BOOST_AUTO_TEST_SUITE(event_json)

namespace {

const std::vector<std::string> kNames = {"ann", "bob", "cid"};

BOOST_AUTO_TEST_CASE(a_game_has_lists_in_seat_order) {
  const Instant begin{};
  GameEnded game;
  game.result.id = 7;
  game.result.players = 3;
  game.result.by_seat = {{{10, 2, 3, SeatResult::Fate::forfeited}, {30, 0, 1}, {20, 1, 2}}};
  game.result.end = GameEnd::out;
  game.turns = 12;
  game.at = begin + std::chrono::milliseconds(1500);
  game.forfeits = {{Seat{0}, FaultKind::crash, "cid ended"}};
  BOOST_TEST(json_text(game_event(game, kNames, begin)) ==
             R"({"event":"game","id":7,"players":["cid","ann","bob"],"scores":[10,30,20],"ranks":[3,1,2],)"
             R"("end":"out","turns":12,"forfeits":[{"seat":0,"reason":"crash","text":"cid ended"}],)"
             R"("late_ms":0,"seconds":1.5})");
}

BOOST_AUTO_TEST_CASE(a_remark_is_an_event_of_its_kind) {
  const Remark remark{"round", "round 2 of 5", {{"games_known", 12}}};
  BOOST_TEST(json_text(remark_event(remark)) ==
             R"({"event":"round","text":"round 2 of 5","games_known":12})");
}

BOOST_AUTO_TEST_CASE(a_withdrawal_names_the_bot) {
  BOOST_TEST(json_text(withdrawn_event({Entrant{1}, "it does not start"}, kNames)) ==
             R"({"event":"withdrawn","bot":"bob","text":"it does not start"})");
}

BOOST_AUTO_TEST_CASE(standings_have_the_rows_of_the_end) {
  GameResult game;
  game.id = 1;
  game.by_seat[0].entrant = 0;
  game.by_seat[1] = {-10, 1, 2, SeatResult::Fate::played};
  const Standings standings = standings_of({"ann", "bob"}, {game});
  const Json event = standings_event(standings);
  BOOST_TEST(event["standings"] == standings_to_json(standings)["standings"]);
  BOOST_TEST(event["games"] == 1);
  BOOST_TEST(!event.contains("cross"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
