#include "league/tables/league_views.h"

#include <boost/test/unit_test.hpp>

#include "tests/league/scripted_league.h"
#include "tournaments/run/program_version.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(league_views)

namespace {

constexpr std::array<Ended, 2> kWon = {{{210, 190}, {230, 200}}};
constexpr std::array<Ended, 2> kForfeited = {{{10, 190, true}, {200, 200}}};

LeagueSnapshot snapshot_of(LeagueStore& store) {
  auto read = LeagueSnapshot::read(store);
  BOOST_REQUIRE_MESSAGE(read, message(read));
  return std::move(read).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_pair_has_its_tally_and_its_distance) {
  ScriptedLeague<> league;
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  league.played(one, other, kWon);
  league.played(other, one, kForfeited);
  const LeagueSnapshot snapshot = snapshot_of(league.store);
  const PairView view = pair_view(snapshot, one, other).value();
  BOOST_TEST(view.tally.games == 4);
  BOOST_TEST(view.tally.wins == 3);
  BOOST_TEST(view.tally.ties == 1);
  BOOST_TEST(view.tally.forfeits == 1);
  BOOST_TEST(view.tally.mean_spread().value() == 50.0 / 3);
  const Json object = to_json(view);
  BOOST_TEST(object["one"] == "one-v1");
  BOOST_TEST(object["points"] == 3.5);
  BOOST_TEST(object["losses"] == 0);
  BOOST_TEST(object["apart"]["elo"].get<double>() > 0);
  BOOST_TEST(to_json(pair_view(snapshot, other, one).value())["apart"]["elo"].get<double>() < 0);
  BOOST_TEST(message(pair_view(snapshot, one, one)) ==
             "both are one-v1; name two bots, or two versions as in one-v1 one-v2");
}

BOOST_AUTO_TEST_CASE(info_lines_show_scores_and_variations_and_no_other_text) {
  ScriptedLeague<> league;
  LeagueTerms terms = league.store.terms();
  BOOST_TEST((terms.public_info == PublicInfo::scores));
  for (const auto& [info, shown] : std::initializer_list<std::pair<const char*, const char*>>{
           {"", ""},
           {"string my secret", ""},
           {"not UWI: my secret", ""},
           {"not UWI: score 3.5 pv 5d.SALE", ""},
           {"depth 3 nodes 20 time 4 score 3.5 pv 5d.SALE a3.ON pass string my secret",
            "score 3.5 pv 5d.SALE a3.ON pass"},
           {"pv 5d.SALE score -2", "pv 5d.SALE score -2"},
           {"score secret pv my secret", ""},
           {"score nan pv 5d.SALE my secret", "pv 5d.SALE"},
           {"string score 3 pv 5d.SALE", ""},
           {"score", ""},
           {"pv", ""}})
    BOOST_TEST(public_info(terms, info) == shown, info);
  terms.public_info = PublicInfo::all;
  BOOST_TEST(public_info(terms, "depth 3 string my secret") == "depth 3 string my secret");
  terms.public_info = PublicInfo::none;
  BOOST_TEST(public_info(terms, "score 3.5 pv 5d.SALE") == "");
}

BOOST_AUTO_TEST_CASE(two_that_never_met_have_no_mean) {
  ScriptedLeague<> league;
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  const Json object = to_json(pair_view(snapshot_of(league.store), one, other).value());
  BOOST_TEST(object["games"] == 0);
  BOOST_TEST(object["spread"].is_null());
}

BOOST_AUTO_TEST_CASE(a_version_has_its_versions_opponents_history_and_forfeits) {
  ScriptedLeague<> league;
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  const BotVersion third = league.entered("third", "3");
  league.played(one, other, kWon);
  league.played(one, third, kForfeited);
  league.played(third, one, kWon);
  BOOST_REQUIRE(league.store.ratings().keep_points(std::array{RatingPoint{2, one.id, 4, 12.5, 30, 31}}));
  const BotVersion second = league.entered("one", "1b");
  const LeagueSnapshot snapshot = snapshot_of(league.store);
  const VersionView view = version_view(snapshot, league.store, one).value();
  BOOST_TEST(view.versions.size() == 2U);
  BOOST_TEST((view.versions[1].id == second.id));
  BOOST_TEST((view.row == nullptr));  // The second version took its place.
  BOOST_TEST(view.rating->field.games == 6);
  BOOST_REQUIRE(view.opponents.size() == 2U);
  BOOST_TEST((view.opponents[0].first == third.id));
  const Json object = to_json(snapshot, view);
  BOOST_TEST(object["opponents"][0]["label"] == "third-v1");
  BOOST_TEST(object["opponents"][0]["points"] == 0.5);
  BOOST_TEST(object["history"][0]["elo"] == 12.5);
  BOOST_TEST(object["forfeited"] == Json::array({3}));
  BOOST_TEST(object["over_predecessor"].is_null());
  BOOST_TEST(!object.contains("log"));
  // The new one has no game yet, so it has no rating.
  BOOST_TEST(to_json(snapshot, version_view(snapshot, league.store, second).value())["rating"].is_null());
}

BOOST_AUTO_TEST_CASE(the_queue_has_those_that_wait_and_the_latest_refusals) {
  ScriptedLeague<> league;
  for (int i = 0; i < 12; ++i) {
    ++league.now;
    BOOST_REQUIRE(
        league.store.versions().receive(submission("bad" + std::to_string(i), "bad" + std::to_string(i))));
    const auto claimed = league.store.versions().claim({"w"}).value();
    BOOST_REQUIRE(
        league.store.versions().refuse(claimed->id, "w", "it does not build", "a secret log").value());
  }
  BOOST_REQUIRE(league.store.versions().receive(submission("new", "n")));
  const QueueView view = queue_view(league.store).value();
  BOOST_REQUIRE(view.refused.size() == kMaxRefusedShown);
  BOOST_TEST(view.refused[0].bot == "bad11");
  BOOST_REQUIRE(view.waiting.size() == 1U);
  const std::string json = json_line(to_json(view));
  BOOST_TEST(json.find("it does not build") != std::string::npos);
  BOOST_TEST(json.find("a secret log") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(sets_are_found_by_bot_version_opponent_and_order) {
  ScriptedLeague<> league;
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  const BotVersion third = league.entered("third", "3");
  const auto first = league.played(one, other, kWon), second = league.played(third, one, kWon);
  const auto last = league.played(other, third, kWon);
  LeagueGames games;
  BOOST_REQUIRE(games.read(league.store));
  const auto found = [&](const SetFilter& filter) {
    std::vector<std::uint64_t> sets;
    for (const PlayedSet* set : latest_sets(games, filter)) sets.push_back(set->set);
    return sets;
  };
  using Sets = std::vector<std::uint64_t>;
  BOOST_TEST((found({}) == Sets{last.set, second.set, first.set}));
  BOOST_TEST((found({.bot = "one"}) == Sets{second.set, first.set}));
  BOOST_TEST((found({.version = third.id}) == Sets{last.set, second.set}));
  BOOST_TEST((found({.version = third.id, .other = one.id}) == Sets{second.set}));
  BOOST_TEST((found({.bot = "third", .other = third.id}) == Sets{}));
  BOOST_TEST((found({.before = last.order, .most = 1}) == Sets{second.set}));
  BOOST_TEST((found({.bot = "nobody"}) == Sets{}));
  const Json list = games_to_json(games, *latest_sets(games, {})[2]);
  BOOST_TEST(list[0]["players"] == Json::array({"one-v1", "other-v1"}));
  BOOST_TEST(list[1]["players"] == Json::array({"other-v1", "one-v1"}));
  BOOST_TEST(list[1]["points"] == Json::array({200, 230}));
  BOOST_TEST(list[1]["ranks"] == Json::array({2, 1}));
  BOOST_TEST(list[1]["program"] == program_version());
  BOOST_REQUIRE(league.store.database().execute("UPDATE played SET program = 0"));  // As before it was noted.
  LeagueGames older;
  BOOST_REQUIRE(older.read(league.store));
  BOOST_TEST(games_to_json(older, *latest_sets(older, {})[2])[1]["program"] == "");
}

BOOST_AUTO_TEST_CASE(standings_as_json_have_every_bot_that_plays) {
  ScriptedLeague<> league;
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  league.played(one, other, kWon);
  league.entered("new", "3");
  const LeagueSnapshot snapshot = snapshot_of(league.store);
  const Json object = standings_to_json(league.store.terms(), snapshot.table());
  BOOST_TEST(object["league"] == "A small league");
  BOOST_TEST(object["games"] == 2);
  BOOST_REQUIRE(object["bots"].size() == 3U);
  BOOST_TEST(object["bots"][0]["label"] == "one-v1");
  BOOST_TEST(object["bots"][0]["wins"] == 2);
  BOOST_TEST(object["bots"][0]["spread"] == nullptr);  // One set alone has no spread with a deviation.
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
