#include "tournaments/report/report_field.h"

#include <boost/test/unit_test.hpp>
#include <set>

#include "tests/tournaments/report/report_games.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(report_field)

namespace {

using reports::game;
using reports::run_of;

BOOST_AUTO_TEST_CASE(who_has_the_same_name_is_the_same_bot_and_sets_stay_apart) {
  const std::vector<ReportRun> runs = {
      run_of("one", {"ann", "bob"},
             {game(2, {1, 0}, {3, 4}), game(1, {0, 1}, {1, 2}), game(3, {0, 1}, {5, 6})}),
      run_of("two", {"cid", "ann"}, {game(1, {0, 1}, {7, 8}), game(2, {1, 0}, {9, 10})})};
  const ReportField field = field_of(runs);
  BOOST_TEST(field.names == (std::vector<std::string>{"ann", "bob", "cid"}),
             boost::test_tools::per_element());
  BOOST_TEST(field.begins == (std::vector<std::size_t>{0, 3, 5}), boost::test_tools::per_element());
  std::vector<std::uint32_t> ids, sets;
  for (const GameResult& each : field.games) {
    ids.push_back(each.id);
    sets.push_back(each.set());
  }
  BOOST_TEST(ids == (std::vector<std::uint32_t>{1, 2, 3, 5, 6}), boost::test_tools::per_element());
  BOOST_TEST(sets == (std::vector<std::uint32_t>{1, 1, 2, 3, 3}), boost::test_tools::per_element());
  BOOST_TEST(field.games[3].by_seat[0].entrant == 2);
  BOOST_TEST(field.games[3].by_seat[1].entrant == 0);
  BOOST_TEST(field.games_of(1)[0].id - field.before[1] == 1U);
}

BOOST_AUTO_TEST_CASE(sets_on_one_seed_are_joined_across_runs_and_builds_are_parted) {
  const std::vector<GameResult> games = {game(1, {0, 1}, {1, 2}), game(2, {1, 0}, {1, 2}),
                                         game(3, {0, 1}, {1, 2}), game(4, {1, 0}, {1, 2})};
  std::vector<ReportRun> runs = {run_of("one", {"ann", "bob"}, games), run_of("two", {"ann", "bob"}, games),
                                 run_of("three", {"ann", "bob"}, games)};
  runs[0].seeds = runs[2].seeds = {7, 7, 8, 8};
  runs[1].seeds = {9, 9, 10, 10};
  runs[2].plan.bots[0].sha256 = std::string(64, 'f');
  runs[2].repeated = {{2, 1, 7}};
  const ReportField field = field_of(runs);
  BOOST_TEST((field.joined == JoinedSets{{5, 1}, {6, 2}}));
  BOOST_TEST(field.names == (std::vector<std::string>{"ann (00000000)", "bob", "ann (ffffffff)"}),
             boost::test_tools::per_element());
  BOOST_TEST(
      field.notes ==
          (std::vector<std::string>{
              "Games that are in several sources and count only once: 7 (7 of three in two).",
              "2 players are called ann, and they differ in their files: ann (00000000) in one and two; "
              "ann (ffffffff) in three."}),
      boost::test_tools::per_element());
  const Standings apart = standings_of(field.names, field.games),
                  joined = standings_of(field.names, field.games, field.joined);
  BOOST_TEST(apart.ratings.clusters == 6);
  BOOST_TEST(joined.ratings.clusters == 4);
  BOOST_TEST(field_of(std::span(runs).first(1)).notes.empty());
}

BOOST_AUTO_TEST_CASE(runs_of_other_rules_words_or_players_are_no_one_report) {
  const ReportRun one = run_of("one", {"a", "b"}, {});
  BOOST_TEST(check_together(std::vector{one, run_of("two", {"a", "c"}, {})}).has_value());
  ReportRun other = run_of("two", {"a", "b"}, {});
  const auto fault = [&] { return check_together(std::vector{one, other}).error().message; };
  other.plan.lexicon_sha256[3] = 'f';
  BOOST_TEST(
      fault() ==
      "one and two cannot be in one report: they differ in their words, few (aaaaaaaa…) and few (aaafaaaa…); "
      "make a report of each");
  other = run_of("two", {"a", "b"}, {}, 3);
  BOOST_TEST(fault().find("players a game, 2 and 3") != std::string::npos);
  other = run_of("two", {"a", "b"}, {});
  other.plan.rules = shipped_ruleset("classic").value();
  BOOST_TEST(fault().find("rules, hasbro and classic") != std::string::npos);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
