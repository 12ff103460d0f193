#include "league/store/league_store.h"

#include <fmt/format.h>

#include <boost/test/unit_test.hpp>

#include "engine/greedy_game.h"
#include "league/store/packed_result.h"
#include "tests/league/scripted_league.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(league_store)

namespace {

using std::chrono::milliseconds;

}  // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(a_league_keeps_its_terms_and_its_words, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const LeagueStore again = league.home.open();
  BOOST_TEST(league_terms_to_json(again.terms()) == league_terms_to_json(league.home.terms()));
  BOOST_TEST(league.store.words().value() == league.home.lexicon().text());
  const auto twice = LeagueStore::create(league.home.database(), league.home.terms(), league.home.lexicon());
  BOOST_TEST(message(twice).find("there is a league already") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_place_without_a_league_says_so) {
  const SqliteHome empty;
  const auto opened = LeagueStore::open(empty.DatabaseHome::open());
  BOOST_TEST(message(opened).find("there is no league here; make one with: toptile league init") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(only_what_decides_no_game_can_be_changed, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  LeagueTerms terms = league.store.terms();
  terms.name = "Another";
  terms.versions = 3;
  terms.submissions.files = 7;
  BOOST_TEST(message(league.store.change_terms(terms)) == "");
  BOOST_TEST(league.home.open().terms().versions == 3);
  terms.plan.time_control.time = milliseconds(1);
  BOOST_TEST(message(league.store.change_terms(terms))
                 .find("clock.time_ms: the league has 30000, and 1 is asked "
                       "for") != std::string::npos);
  BOOST_TEST(league.store.terms().plan.time_control.time == milliseconds(30'000));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(versions_of_a_bot_are_numbered_and_the_same_files_are_said_so, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const auto first = league.store.versions().receive(submission("mine", "one")).value();
  BOOST_TEST(first.is_new);
  BOOST_TEST(first.version.label() == "mine-v1");
  BOOST_TEST(league.store.versions().packed_files(first.version.sha256).value() == "one");
  const auto same = league.store.versions().receive(submission("Mine", "one")).value();
  BOOST_TEST(!same.is_new);
  BOOST_TEST((same.version.id == first.version.id));
  const auto second = league.store.versions().receive(submission("MINE", "two")).value();
  BOOST_TEST(second.version.label() == "mine-v2");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_name_belongs_to_its_first_author, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  BOOST_REQUIRE(league.store.versions().receive(submission("mine", "one")));
  const auto taken = league.store.versions().receive(submission("Mine", "two", "bob"));
  BOOST_TEST(message(taken) == "there is a bot mine by ann already; choose another name for yours");
  BOOST_TEST(league.store.versions().list().value().size() == 1U);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_is_taken_in_after_the_time_is_over, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  LeagueStore organizer = league.home.open();
  LeagueTerms terms = organizer.terms();
  terms.submissions.until = league.now;
  BOOST_REQUIRE(organizer.change_terms(terms));  // The other connection does not know of it.
  BOOST_TEST(message(league.store.versions().receive(submission("mine", "one"))) == "");
  ++league.now;
  BOOST_TEST(message(league.store.versions().receive(submission("mine", "two"))) ==
             "bots could be submitted until 1970-01-01 00:16:40 UTC; ask the league's organizer for more "
             "time");
  BOOST_TEST(league.store.versions().list().value().size() == 1U);
  terms.submissions.until.reset();
  BOOST_REQUIRE(organizer.change_terms(terms));
  BOOST_TEST(message(league.store.versions().receive(submission("mine", "two"))) == "");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(names_that_could_harm_are_refused, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  for (const std::string& name : {std::string(), std::string("../x"), std::string("a b"),
                                  std::string(33, 'x'), std::string("x\x1b[2J"), std::string(".hidden")})
    BOOST_TEST(!league.store.versions().receive(submission(name, "one")));
  for (const std::string& author : {std::string(), std::string("a\nb"), std::string(61, 'x')})
    BOOST_TEST(!league.store.versions().receive(submission("mine", "one", author)));
  BOOST_TEST(league.store.versions().list().value().empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(new_bot_cannot_have_the_name_of_a_label, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  for (const char* name : {"mine-v1", "mine-v7", "Mine-V2", "mine-v007"})
    BOOST_TEST(
        message(league.store.versions().receive(submission(name, "one", "bob"))) ==
        fmt::format("{0}: a new bot's name cannot end in -v and a number, because that is how the league "
                    "names versions; submit it as {1}, and the league numbers its versions",
                    name, name[0] == 'm' ? "mine" : "Mine"));
  BOOST_TEST(message(league.store.versions().receive(submission("a-v1-v2", "one", "bob")))
                 .find("submit it as a, ") != std::string::npos);
  for (const char* name : {"mine", "v2", "mine-v", "mine-v2x", "minev2", "mine-2"})
    BOOST_TEST(message(league.store.versions().receive(submission(name, "one", "bob"))) == "", name);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_refused_bot_leaves_its_log_and_nothing_else, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion version = league.store.versions().receive(submission("mine", "one")).value().version;
  BOOST_REQUIRE(league.store.versions().claim({"w", milliseconds(1000)}).value());
  BOOST_REQUIRE(league.store.versions().step(version.id, "w", VersionState::building).value());
  BOOST_REQUIRE(
      league.store.versions().refuse(version.id, "w", "its build failed", "error: no such thing\n").value());
  BOOST_TEST(!league.store.versions().packed_files(version.sha256));
  BOOST_TEST(league.store.versions().log_of(version.id).value() == "error: no such thing\n");
  BOOST_TEST(league.store.versions().find("mine").value().reason == "its build failed");
  // It may be handed in again, and is a new version then.
  BOOST_TEST(league.store.versions().receive(submission("mine", "one")).value().version.number == 2);
  BOOST_TEST(league.store.versions().packed_files(version.sha256).value() == "one");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(files_that_another_version_needs_stay_when_one_is_refused, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  league.entered("mine", "one");
  const BotVersion copy = league.store.versions().receive(submission("copy", "one")).value().version;
  BOOST_REQUIRE(league.store.versions().claim({"w", milliseconds(1000)}).value());
  BOOST_REQUIRE(league.store.versions().refuse(copy.id, "w", "no", "").value());
  BOOST_TEST(league.store.versions().packed_files(copy.sha256).value() == "one");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_examination_is_leased_and_taken_over_when_its_worker_is_silent, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion version = league.store.versions().receive(submission("mine", "one")).value().version;
  BOOST_REQUIRE(league.store.versions().claim({"dead", milliseconds(1000)}).value());
  BOOST_REQUIRE(league.store.versions().step(version.id, "dead", VersionState::checking).value());
  BOOST_TEST(!league.store.versions().claim({"other", milliseconds(1000)}).value());
  league.now += 900;
  BOOST_REQUIRE(league.store.keep_alive({"dead", milliseconds(1000)}));
  league.now += 900;
  BOOST_TEST(!league.store.versions().claim({"other", milliseconds(1000)}).value());
  league.now += 200;
  BOOST_REQUIRE(league.store.versions().claim({"other", milliseconds(1000)}).value());
  // Whoever comes back too late changes nothing.
  BOOST_TEST(!league.store.versions().accept(version.id, "dead", "").value());
  BOOST_TEST(!league.store.versions().refuse(version.id, "dead", "no", "").value());
  BOOST_TEST(league.store.versions().accept(version.id, "other", "good").value());
  BOOST_TEST((league.store.versions().find("mine").value().state == VersionState::active));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_author_who_hands_in_many_bots_does_not_keep_others_waiting, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  for (int i = 0; i < 5; ++i)
    BOOST_REQUIRE(league.store.versions().receive(submission("a" + std::to_string(i), std::to_string(i))));
  BOOST_REQUIRE(league.store.versions().receive(submission("b", "b", "bob")));
  std::vector<std::string> order;
  while (const auto claimed = league.store.versions().claim({"w", milliseconds(1000)}).value())
    order.push_back(claimed->bot);
  BOOST_TEST(order == (std::vector<std::string>{"a0", "b", "a1", "a2", "a3", "a4"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_new_version_takes_the_place_of_the_one_before, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion first = league.entered("mine", "one");
  const BotVersion second = league.entered("mine", "two");
  BOOST_TEST((league.store.versions().find("mine-v1").value().state == VersionState::retired));
  BOOST_TEST(league.store.versions().find("mine-v1").value().reason == "mine-v2 took its place");
  BOOST_TEST((league.store.versions().find("mine").value().id == second.id));
  BOOST_REQUIRE(league.store.versions().restore(first.id));
  BOOST_TEST((league.store.versions().find("mine-v1").value().state == VersionState::active));
  BOOST_TEST(
      message(league.store.versions().restore(first.id)).find("mine-v1 is active; only a version that") ==
      0U);
  BOOST_REQUIRE(league.store.versions().remove(first.id, "it cheated"));
  BOOST_TEST((league.store.versions().find("mine-v1").value().state == VersionState::removed));
  // One that was removed is meant by its bot's name only if there is no other.
  BOOST_REQUIRE(league.store.versions().restore(first.id));
  BOOST_REQUIRE(league.store.versions().retire(first.id, "old"));
  BOOST_REQUIRE(league.store.versions().remove(second.id, "it cheated"));
  BOOST_TEST((league.store.versions().find("mine").value().id == first.id));
  BOOST_REQUIRE(league.store.versions().remove(first.id, "it cheated"));
  BOOST_TEST((league.store.versions().look_up("mine").value()->id == second.id));
  BOOST_TEST(!league.store.versions().look_up("yours").value());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_change_of_a_version_is_an_event, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion version = league.entered("mine", "one");
  BOOST_REQUIRE(league.store.versions().retire(version.id, "old"));
  std::vector<std::string> states;
  const auto events = league.store.versions().events(0, 100).value();
  for (const LeagueEvent& event : events) states.emplace_back(name_of(event.state));
  BOOST_TEST(states == (std::vector<std::string>{"received", "active", "retired"}),
             boost::test_tools::per_element());
  BOOST_TEST(league.store.versions().last_event().value() == 3);
  BOOST_TEST(league.store.versions().events(2, 100).value()[0].reason == "old");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_version_that_fails_to_start_again_and_again_is_suspended, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion version = league.entered("mine", "one");
  BOOST_REQUIRE(league.store.versions().note_starts(version.id, 2, false, "crash"));
  BOOST_REQUIRE(
      league.store.versions().note_starts(version.id, 1, true, "crash"));  // It started before this failure.
  BOOST_TEST((league.store.versions().find("mine").value().state == VersionState::active));
  BOOST_REQUIRE(league.store.versions().note_starts(version.id, 2, false, "crash: it ended"));
  BOOST_TEST((league.store.versions().find("mine").value().state == VersionState::suspended));
  BOOST_TEST(league.store.versions().find("mine").value().reason ==
             "it made no move in 3 games in a row; the last time: crash: it ended");
  BOOST_REQUIRE(league.store.versions().restore(version.id));
  BOOST_REQUIRE(league.store.versions().note_starts(version.id, 2, false, "crash"));
  BOOST_TEST((league.store.versions().find("mine").value().state == VersionState::active));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_version_that_forfeits_half_of_its_games_is_paused, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  LeagueStore& store = league.store;
  const BotVersion slow = league.entered("slow", "one"), good = league.entered("good", "two");
  const std::array<Ended, 2> half = {{{.has_forfeited = true}, {90, 101}}}, none = {{{100, 90}, {90, 101}}};
  const auto paused = [&](const BotVersion& version) {
    const auto done =
        store.versions().pause_if_forfeiting(version.id, "time: slow did not send bestmove in time");
    BOOST_REQUIRE_MESSAGE(done, message(done));
    return done.value();
  };
  for (int set = 0; set < 4; ++set) league.played(slow, good, half);
  BOOST_TEST(!paused(slow));  // Too few games.
  league.played(slow, good, none);
  BOOST_TEST(!paused(slow));  // Fewer than half of them.
  league.played(slow, good, {{{.has_forfeited = true}, {.has_forfeited = true}}});
  BOOST_TEST(!paused(good));  // It forfeited none.
  const auto found = paused(slow);
  BOOST_REQUIRE(found);
  BOOST_TEST((store.versions().find("slow").value().state == VersionState::paused));
  BOOST_TEST(found->reason == store.versions().find("slow").value().reason);
  BOOST_TEST(
      found->reason.starts_with("it forfeited 6 of 12 games since it came to play; the last time: time: "
                                "slow did not send bestmove in time; submit it again"),
      found->reason);
  BOOST_TEST((store.versions().events(store.versions().last_event().value() - 1, 1).value()[0].state ==
              VersionState::paused));
  BOOST_TEST(!paused(slow));  // It is already.
  BOOST_TEST(!store.leases().lease_sets(slow.id, good.id, 1, {"player"}).value());
  // Games before the organizer let it go on do not count again.
  ++league.now;
  BOOST_REQUIRE(store.versions().restore(slow.id));
  league.played(slow, good, half);
  BOOST_TEST(!paused(slow));
  for (int set = 0; set < 4; ++set) league.played(good, slow, {{{.other_forfeited = true}, {100, 90}}});
  BOOST_TEST(paused(slow).has_value());
  BOOST_TEST(store.versions().retire(slow.id, "enough").has_value());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sets_are_leased_once_and_their_results_written_once, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  const Lease dead{"dead", milliseconds(1000)}, live{"live", milliseconds(1000)};
  const LeasedSets first = league.store.leases().lease_sets(one.id, other.id, 2, dead).value().value();
  const LeasedSets second = league.store.leases().lease_sets(one.id, other.id, 1, live).value().value();
  BOOST_TEST(first.sets.size() == 2U);
  BOOST_TEST(second.sets[0] == 3U);
  BOOST_TEST(second.block == first.block + 1);
  BOOST_TEST(league.store.leases().in_play().value()[0].sets == 3);
  BOOST_TEST(league.store.leases().take_over(live).value().empty());
  // One of the two sets is kept before the worker dies.
  std::vector<RecordedSet> kept = {league.recorded(first, 0)};
  BOOST_TEST(league.store.sets().keep(kept, "dead").value() == 1);
  BOOST_TEST(league.store.sets().keep(kept, "dead").value() == 0);
  league.now += 1001;
  BOOST_REQUIRE(league.store.keep_alive(live));
  const LeasedSets taken = league.store.leases().take_over(live).value().at(0);
  BOOST_TEST(taken.sets.size() == 1U);
  BOOST_TEST(taken.sets[0] == first.sets[1]);
  BOOST_TEST(taken.block == first.block);
  // A set of other versions is none that was leased, and the lease stays.
  std::vector<RecordedSet> others = {league.recorded(taken)};
  std::swap(others[0].one, others[0].other);
  BOOST_TEST(league.store.sets().keep(others, "live").value() == 0);
  // The dead worker was only slow, and comes back.
  std::vector<RecordedSet> late = {league.recorded(first, 1)};
  BOOST_TEST(league.store.sets().keep(late, "dead").value() == 0);
  std::vector<RecordedSet> good = {league.recorded(taken)};
  BOOST_TEST(league.store.sets().keep(good, "live").value() == 1);
  BOOST_TEST(good[0].order == 2U);
  std::vector<PlayedSet> read;
  BOOST_REQUIRE(league.store.sets().for_each_set(0, [&](const PlayedSet& set) { read.push_back(set); }));
  BOOST_TEST(read.size() == 2U);
  BOOST_TEST(read[1].results[1].by_seat[0].entrant == 1U);
  BOOST_TEST(read[1].results[1].by_seat[0].points == 101);
  BOOST_TEST(league.store.sets().recorded(taken.sets[0]).value().records[0] == good[0].records[0]);
  BOOST_TEST(league.store.sets().last_order().value() == 2U);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_a_worker_releases_is_there_for_others_at_once, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  const auto leased =
      league.store.leases().lease_sets(one.id, other.id, 3, {"w", milliseconds(1000)}).value().value();
  BOOST_REQUIRE(league.store.versions().receive(submission("third", "3")));
  BOOST_REQUIRE(league.store.versions().claim({"w", milliseconds(1000)}).value());
  BOOST_REQUIRE(league.store.release("w"));
  BOOST_TEST(league.store.leases().take_over({"v", milliseconds(1000)}, 1).value().at(0).sets.size() == 1U);
  BOOST_TEST(league.store.leases().take_over({"v", milliseconds(1000)}).value().at(0).sets.size() ==
             leased.sets.size() - 1);
  BOOST_TEST(league.store.versions().claim({"v", milliseconds(1000)}).value()->bot == "third");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sets_of_a_version_that_left_are_given_up_and_their_numbers_stay_unused, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  const BotVersion third = league.entered("third", "3");
  BOOST_REQUIRE(league.store.leases().lease_sets(one.id, other.id, 1, {"w", milliseconds(1000)}).value());
  BOOST_REQUIRE(league.store.versions().remove(other.id, ""));
  BOOST_TEST(!league.store.leases().lease_sets(one.id, other.id, 1, {"w", milliseconds(1000)}).value());
  league.now += 2000;
  BOOST_TEST(league.store.leases().take_over({"v", milliseconds(1000)}).value().empty());
  BOOST_TEST(league.store.leases().in_play().value().empty());
  BOOST_TEST(
      league.store.leases().lease_sets(one.id, third.id, 1, {"w", milliseconds(1000)}).value()->sets[0] ==
      2U);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_retired_version_meets_its_successor_and_two_retired_ones_do_not_meet, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion first = league.entered("mine", "1"), second = league.entered("mine", "2");
  BOOST_TEST(league.store.leases()
                 .lease_sets(second.id, first.id, 1, {"w", milliseconds(1000)})
                 .value()
                 .has_value());
  BOOST_REQUIRE(league.store.versions().retire(second.id, ""));
  BOOST_TEST(!league.store.leases().lease_sets(second.id, first.id, 1, {"w", milliseconds(1000)}).value());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(records_are_packed_small_and_come_back_byte_for_byte, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  const LeasedSets leased =
      league.store.leases().lease_sets(one.id, other.id, 20, {"w", milliseconds(1000)}).value().value();
  std::vector<RecordedSet> sets;
  for (std::size_t i = 0; i < leased.sets.size(); ++i) {
    sets.push_back(league.recorded(leased, i));
    // One set is larger than a dictionary, and one holds an unusual byte.
    if (i == 3) sets.back().records[0] = std::string(100'000, 'x');
    if (i == 4) sets.back().records[1] = "\xff\x01";
  }
  BOOST_TEST(league.store.sets().keep(sets, "w").value() == 20);
  for (const RecordedSet& set : sets)
    BOOST_TEST((league.store.sets().recorded(set.set).value().records == set.records));
  std::size_t at = 0;
  BOOST_REQUIRE(league.store.sets().for_each_records([&](KeptRecords&& kept) -> Result<void> {
    BOOST_TEST((kept.records.value() == sets[at++].records));
    return success();
  }));
  BOOST_TEST(at == sets.size());
  BOOST_TEST(message(league.store.sets().recorded(SetNumber{77})).find("set 77: there is no such set") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_set_of_a_run_is_entered_once_under_the_leagues_numbers_and_names, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion one = league.entered("one", "1"), other = league.entered("other", "2");
  const auto leased = league.store.leases().lease_sets(one.id, other.id, 2, {"w"}).value().value();
  EnteredSet set{.one = other.id, .other = one.id, .games = {}, .results = {}, .took = 70};
  for (std::uint8_t game = 0; game < 2; ++game) {
    set.games[game] = small_record(31 + game);
    set.games[game].seed = 12345678901234567890U;
    set.results[game].id = 31U + game;
    set.results[game].by_seat[0] = {31, game, 1, SeatResult::Fate::played};
    set.results[game].by_seat[1] = {0, static_cast<std::uint16_t>(1 - game), 2, SeatResult::Fate::played};
  }
  BOOST_TEST(league.store.sets().enter(std::span(&set, 1), "final").value() == 1);
  BOOST_TEST(league.store.sets().enter(std::span(&set, 1), "final again").value() == 0);
  std::swap(set.one, set.other);
  BOOST_TEST(league.store.sets().enter(std::span(&set, 1), "turned").value() == 0);
  // Its number is none that is leased.
  const RecordedSet kept = league.store.sets().recorded(SetNumber{3}).value();
  BOOST_TEST((kept.one == other.id));
  BOOST_TEST(kept.took == 70);
  const GameRecord second = parse_record(kept.records[1]).value();
  BOOST_TEST(second.id == 6U);
  BOOST_TEST(second.set == 3U);
  BOOST_TEST((second.players == std::vector<std::string>{"one-v1", "other-v1"}));
  BOOST_TEST(second.digest == digest_of(second));
  BOOST_REQUIRE(league.store.sets().for_each_records([&](KeptRecords&& records) -> Result<void> {
    BOOST_TEST(records.seed.value() == 12345678901234567890U);
    return success();
  }));
  BOOST_TEST(league.store.leases().lease_sets(one.id, other.id, 1, {"w"}).value()->sets[0] == 4U);
  // A set that was taken out may be entered again.
  BOOST_REQUIRE(league.store.sets().drop_set(SetNumber{3}));
  BOOST_TEST(league.store.sets().enter(std::span(&set, 1), "final").value() == 1);
  EnteredSet strange = set;
  strange.games[0].seed = strange.games[1].seed = 7;
  strange.other = VersionId{99};
  BOOST_TEST(!league.store.sets().enter(std::span(&strange, 1), "strange"));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_history_is_kept_once_for_each_moment, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  ScriptedLeague<Home> league;
  const BotVersion one = league.entered("one", "1");
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<RatingPoint> points = {{10, one.id, 20, 1.5, 2, kInfinity},
                                           {20, one.id, 40, 2.5, kInfinity, 1}};
  BOOST_REQUIRE(league.store.ratings().keep_points(points));
  BOOST_REQUIRE(league.store.ratings().keep_points(std::vector<RatingPoint>{{10, one.id, 20, 99, 2, 3}}));
  const auto kept = league.store.ratings().points_of(one.id).value();
  BOOST_TEST(kept.size() == 2U);
  BOOST_TEST(kept[0].elo == 1.5);
  BOOST_TEST(kept[0].error_high == kInfinity);
  BOOST_TEST(kept[1].error_low == kInfinity);
  BOOST_TEST(league.store.ratings().last_point().value() == 20U);
  BOOST_REQUIRE(league.store.ratings().replace_points(std::vector<RatingPoint>{{10, one.id, 20, 99, 2, 3}}));
  BOOST_TEST(league.store.ratings().points_of(one.id).value()[0].elo == 99);
}

BOOST_AUTO_TEST_CASE(a_result_is_packed_into_a_number_and_back) {
  for (const std::int32_t points : {0, 1, -1, kMaxPackedPoints, -kMaxPackedPoints}) {
    for (int ranks = 0; ranks < 3; ++ranks) {
      for (int end = 0; end <= static_cast<int>(kLastGameEnd); ++end) {
        GameResult result;
        result.id = 77;
        result.is_late = end % 2 == 1;
        result.end = static_cast<GameEnd>(end);
        const bool is_turned = (end + ranks) % 2 == 1;
        result.by_seat[0] = {points, static_cast<std::uint16_t>(is_turned ? 1 : 0),
                             static_cast<std::uint8_t>(ranks == 1 ? 2 : 1),
                             ranks == 1 ? SeatResult::Fate::forfeited : SeatResult::Fate::played};
        result.by_seat[1] = {-points, static_cast<std::uint16_t>(is_turned ? 0 : 1),
                             static_cast<std::uint8_t>(ranks == 2 ? 2 : 1), SeatResult::Fate::played};
        const GameResult back = unpacked(packed(result), 77).value();
        for (std::size_t seat = 0; seat < 2; ++seat) {
          BOOST_TEST(back.by_seat[seat].points == result.by_seat[seat].points);
          BOOST_TEST(back.by_seat[seat].entrant == result.by_seat[seat].entrant);
          BOOST_TEST(back.by_seat[seat].rank == result.by_seat[seat].rank);
          BOOST_TEST((back.by_seat[seat].fate == result.by_seat[seat].fate));
        }
        BOOST_TEST((back.end == result.end));
        BOOST_TEST(back.is_late == result.is_late);
      }
    }
  }
  BOOST_TEST(!unpacked(-1, 1));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
