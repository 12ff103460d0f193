#include "league/store/set_checks.h"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <random>

#include "league/store/authors.h"
#include "tests/league/scripted_league.h"
#include "tests/tier.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(set_checks)

BOOST_AUTO_TEST_CASE(the_odd_one_of_three_courses_is_named) {
  BOOST_CHECK(compare_courses("a", "a", "a") == CheckOutcome::agreed);
  BOOST_CHECK(compare_courses("b", "a", "a") == CheckOutcome::first_is_odd);
  BOOST_CHECK(compare_courses("a", "b", "a") == CheckOutcome::second_is_odd);
  BOOST_CHECK(compare_courses("a", "a", "b") == CheckOutcome::third_is_odd);
  BOOST_CHECK(compare_courses("a", "b", "c") == CheckOutcome::all_differ);
}

SetCheck check(const std::array<std::string, 3>& tokens, CheckOutcome outcome) {
  return {VersionId{1}, VersionId{2}, tokens, outcome};
}

// The chance is that of drawing the odd plays from all plays: (10 choose 3) / (30 choose 3).
BOOST_AUTO_TEST_CASE(odd_plays_of_a_token_are_compared_with_those_of_all) {
  std::vector<SetCheck> checks(3, check({"t", "a", "b"}, CheckOutcome::first_is_odd));
  for (int i = 0; i < 7; ++i) checks.push_back(check({"t", "a", ""}, CheckOutcome::agreed));
  checks.insert(checks.end(), 3, check({"", "b", ""}, CheckOutcome::agreed));
  const auto summary = summarize(checks);
  const TokenChecks& t = summary.tokens.at("t");
  BOOST_TEST(t.plays == 10);
  BOOST_TEST(t.odd == 3);
  // 9 + 14 + 6 = 29 plays, of which 10 are t's: 120 / 3654.
  BOOST_TEST(t.chance == 120.0 / 3654, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(!t.is_beyond_chance());
  BOOST_TEST(summary.tokens.at("a").chance == 1);
}

BOOST_AUTO_TEST_CASE(sets_of_bots_that_never_repeat_show_nothing) {
  std::vector<SetCheck> checks(2, check({"t", "a", "b"}, CheckOutcome::all_differ));
  checks.push_back(check({"t", "a", "b"}, CheckOutcome::first_is_odd));
  const auto summary = summarize(checks);
  BOOST_TEST((summary.pairs.at({VersionId{1}, VersionId{2}}).never_repeats()));
  BOOST_TEST(summary.tokens.empty());
}

// A league that workers with tokens play, whose games are texts.
template <class Home = SqliteHome>
struct RemoteLeague {
  ScriptedLeague<Home> league;
  std::vector<BotVersion> bots;
  std::vector<std::string> workers, tokens;
  std::mt19937 random{11};
  // The course that this worker, from 0, brings for a set; the set is the one that decides about the seed.
  std::function<std::string(std::size_t worker, SetNumber seed)> course;
  std::size_t turn = 0;

  explicit RemoteLeague(std::size_t count) {
    for (int i = 0; i < 4; ++i) bots.push_back(league.entered("bot" + std::to_string(i), std::to_string(i)));
    Authors authors(league.store.database());
    for (std::size_t i = 0; i < count; ++i) {
      const auto made = authors.add("ann" + std::to_string(i), {TokenScope::play}, {});
      BOOST_REQUIRE(made);
      tokens.push_back(made.value().token.id);
      workers.push_back(remote_worker_name(tokens.back(), "00000000"));
    }
  }

  std::vector<std::size_t> blocked() {
    std::vector<std::size_t> all;
    const auto made = Authors(league.store.database()).tokens().value();
    for (const AuthorToken& token : made) {
      if (token.blocked) all.push_back(std::ranges::find(tokens, token.id) - tokens.begin());
    }
    std::ranges::sort(all);
    return all;
  }
  TokenSets sets_of(std::size_t worker) {
    return league.store.checks().sets_of_tokens().value()[tokens[worker]];
  }

  // One worker, in turn, plays what is open, and then what is chosen for it.
  void step(int sets) {
    const std::size_t worker = turn++ % workers.size();
    const auto now_blocked = blocked();
    if (std::ranges::find(now_blocked, worker) != now_blocked.end()) return;
    const Lease lease{workers[worker]};
    auto leased = league.store.leases().take_over(lease).value();
    const std::size_t one = random() % bots.size(),
                      other = (one + 1 + random() % (bots.size() - 1)) % bots.size();
    const ChosenSets chosen{bots[one].id, bots[other].id, sets};
    const auto more = league.store.leases().lease_sets(std::span(&chosen, 1), lease).value();
    leased.insert(leased.end(), more.begin(), more.end());
    std::vector<RecordedSet> played;
    for (const LeasedSets& block : leased) {
      for (std::size_t i = 0; i < block.sets.size(); ++i) {
        RecordedSet set = league.recorded(block, i);
        set.records = {course(worker, block.seed_set(set.set)), "the other game"};
        played.push_back(std::move(set));
      }
    }
    const Delivery delivery{.worker = workers[worker], .replayed_share = 0.05, .draw = [&] {
                              return std::uniform_real_distribution<>()(random);
                            }};
    BOOST_REQUIRE(league.store.sets().keep(played, delivery));
    for (const RecordedSet& set : played) BOOST_TEST_REQUIRE(set.order > 0U);
  }
  // Plays until this holds, for at most `steps` steps.
  bool play_until(const std::function<bool()>& is_over, int steps) {
    for (int i = 0; i < steps; ++i) {
      if (is_over()) return true;
      step(30);
    }
    return is_over();
  }
};

std::string honest(SetNumber seed) {
  return "game " + std::to_string(static_cast<std::uint64_t>(seed));
}

// True if a worker that lies in one game of a hundred lies in one of the two of this set.
bool lies_in(SetNumber seed) {
  return (static_cast<std::uint64_t>(seed) * 2654435761U >> 8) % 50 == 0;
}

BOOST_AUTO_TEST_CASE(one_of_ten_that_lies_in_one_game_of_a_hundred_is_found) {
  RemoteLeague<> play(10);
  int lies = 0;
  play.course = [&](std::size_t worker, SetNumber seed) {
    if (worker != 3 || !lies_in(seed)) return honest(seed);
    ++lies;
    return honest(seed) + ", forged";
  };
  BOOST_REQUIRE(play.play_until([&] { return !play.blocked().empty(); }, 2000));
  BOOST_TEST(play.blocked() == std::vector<std::size_t>{3}, boost::test_tools::per_element());
  BOOST_TEST(lies > 0);
  // Its sets that no other worker confirmed are gone, and with them each lie, and all others stay.
  BOOST_REQUIRE(play.league.store.sets().for_each_records([&](KeptRecords&& kept) {
    BOOST_TEST(kept.records.value()[0] == honest(kept.set));
    return success();
  }));
  BOOST_TEST(play.sets_of(3).brought == play.sets_of(3).checked);
  BOOST_TEST(play.sets_of(2).brought > play.sets_of(2).checked);
  BOOST_TEST(play.league.store.outcomes().wrong().value() == 0U);
  BOOST_TEST_MESSAGE("sets until it was found: " << play.league.store.sets().last_order().value());
}

// The two agree in their lies, so a set of one that the other checks looks honest.
BOOST_AUTO_TEST_CASE(two_of_ten_that_collude_are_found_and_accuse_no_other) {
  RemoteLeague<> play(10);
  play.course = [&](std::size_t worker, SetNumber seed) {
    const bool lies = (worker == 3 || worker == 7) && lies_in(seed);
    return honest(seed) + (lies ? ", forged" : "");
  };
  BOOST_REQUIRE(play.play_until([&] { return play.blocked().size() == 2; }, 4000));
  BOOST_TEST(play.blocked() == (std::vector<std::size_t>{3, 7}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(one_that_always_lies_is_found_on_a_server) {
  if (!is_there<PostgresHome>()) return;
  RemoteLeague<PostgresHome> play(4);
  play.course = [&](std::size_t worker, SetNumber seed) {
    return honest(seed) + (worker == 1 ? ", forged" : "");
  };
  BOOST_REQUIRE(play.play_until([&] { return !play.blocked().empty(); }, 100));
  BOOST_TEST(play.blocked() == std::vector<std::size_t>{1}, boost::test_tools::per_element());
  BOOST_TEST(play.sets_of(1).brought == 0);
  BOOST_TEST(play.league.store.outcomes().wrong().value() == 0U);
}

BOOST_AUTO_TEST_CASE(bots_that_do_not_repeat_their_games_accuse_no_worker) {
  const std::function<std::string(std::mt19937&, SetNumber)> kinds[] = {
      // Never the same game; one of two games; another game now and then.
      [](std::mt19937& random, SetNumber seed) { return honest(seed) + std::to_string(random()); },
      [](std::mt19937& random, SetNumber seed) { return honest(seed) + (random() % 2 == 0 ? "a" : "b"); },
      [](std::mt19937& random, SetNumber seed) { return honest(seed) + (random() % 50 == 0 ? "a" : "b"); }};
  for (const auto& kind : kinds) {
    RemoteLeague<> play(10);
    std::mt19937 random(5);
    play.course = [&](std::size_t, SetNumber seed) { return kind(random, seed); };
    BOOST_TEST(!play.play_until([&] { return !play.blocked().empty(); }, count_for(120, 1000)));
    BOOST_TEST(play.sets_of(0).brought > 300);
  }
}

BOOST_AUTO_TEST_CASE(pairs_that_never_repeat_are_not_played_again) {
  RemoteLeague<> play(4);
  play.course = [&](std::size_t, SetNumber seed) { return honest(seed) + std::to_string(play.random()); };
  play.play_until([] { return false; }, 120);
  // Each of the six pairs is given up after two sets, or a few that were open already.
  const auto checks = play.league.store.checks().all().value();
  BOOST_TEST(checks.size() >= 12U);
  BOOST_TEST(checks.size() <= 60U);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_token_does_not_check_itself_and_a_worker_with_the_database_may, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  RemoteLeague<Home> play(1);
  play.course = [&](std::size_t, SetNumber seed) { return honest(seed); };
  LeagueStore& store = play.league.store;
  for (int i = 0; i < 10; ++i) play.step(30);
  const auto open = store.leases().open("another").value().sets;
  BOOST_TEST(open > 0);
  BOOST_TEST(store.leases().take_over({remote_worker_name(play.tokens[0], "11111111")}).value().empty());
  const auto taken = store.leases().take_over({"local"}).value();
  std::int64_t sets = 0;
  for (const LeasedSets& block : taken) {
    for (std::size_t i = 0; i < block.sets.size(); ++i, ++sets) {
      const SetNumber seed = block.seed_set(block.sets[i]);
      BOOST_TEST(seed != block.sets[i]);
      RecordedSet set = play.league.recorded(block, i);
      set.records = {honest(seed), "the other game"};
      BOOST_TEST(store.sets().keep(std::span(&set, 1), "local").value() == 0);
      BOOST_TEST(set.order > 0U);
    }
  }
  BOOST_TEST(sets == open);
  BOOST_TEST(play.sets_of(0).checked == sets);
}

// A set that was to be played a second or third time leaves nothing behind when one of its bots leaves.
BOOST_AUTO_TEST_CASE_TEMPLATE(replays_of_a_removed_bot_are_forgotten, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  RemoteLeague<Home> play(2);
  LeagueStore& store = play.league.store;
  const auto count = [&](const char* table) {
    std::int64_t rows = -1;
    BOOST_REQUIRE(store.database().query(std::string("SELECT COUNT(*) FROM ") + table, {},
                                         [&](const SqlRow& row) { rows = row.integer(0); }));
    return rows;
  };
  const auto bring = [&](const LeasedSets& block, std::size_t worker, const std::string& course) {
    RecordedSet set = play.league.recorded(block);
    set.records = {course, "the other game"};
    BOOST_REQUIRE(store.sets().keep(
        std::span(&set, 1),
        Delivery{.worker = play.workers[worker], .replayed_share = 1, .draw = [] { return 0.0; }}));
    BOOST_TEST(set.order > 0U);
  };
  const auto lease = [&](int one, int other) {
    return store.leases()
        .lease_sets(play.bots[one].id, play.bots[other].id, 1, {play.workers[0]})
        .value()
        .value();
  };
  // Two sets that wait for their second play, one of which gets it, differently, and then waits for a third.
  bring(lease(0, 1), 0, "a game");
  const auto second = store.leases().take_over({play.workers[1]}).value();
  BOOST_REQUIRE(second.size() == 1U);
  bring(second[0], 1, "another game");
  bring(lease(2, 1), 0, "a game");
  bring(lease(2, 3), 0, "a game");
  BOOST_TEST(count("replays") == 4);
  BOOST_REQUIRE(store.versions().remove(play.bots[1].id, ""));
  BOOST_TEST(count("replays") == 1);
  BOOST_TEST(count("leases") == 1);
  // The other one is played again as before, and one that is in play when its bot leaves may be brought.
  const auto last = store.leases().take_over({play.workers[1]}).value();
  BOOST_REQUIRE(last.size() == 1U);
  BOOST_REQUIRE(store.versions().remove(play.bots[2].id, ""));
  BOOST_TEST(count("replays") == 1);
  bring(last[0], 1, "a game");
  BOOST_TEST(count("replays") == 0);
  BOOST_TEST(store.checks().all().value().size() == 1U);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_a_worker_brings_again_after_a_lost_answer_is_known, Home, DatabaseHomes) {
  if (!is_there<Home>()) return;
  RemoteLeague<Home> play(2);
  LeagueStore& store = play.league.store;
  const auto leased =
      store.leases().lease_sets(play.bots[0].id, play.bots[1].id, 1, {play.workers[0]}).value().value();
  RecordedSet set = play.league.recorded(leased);
  BOOST_TEST(store.sets().keep(std::span(&set, 1), Delivery{.worker = play.workers[0]}).value() == 1);
  const auto again = store.checks().brought_by(play.workers[0], leased.sets).value();
  BOOST_TEST(again.at(set.set) == set.order);
  BOOST_TEST(store.checks().brought_by(play.workers[1], leased.sets).value().empty());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_blocked_token_loses_its_leases_and_its_unconfirmed_sets, Home,
                              DatabaseHomes) {
  if (!is_there<Home>()) return;
  RemoteLeague<Home> play(2);
  play.course = [&](std::size_t, SetNumber seed) { return honest(seed); };
  for (int i = 0; i < 6; ++i) play.step(20);
  LeagueStore& store = play.league.store;
  BOOST_REQUIRE(store.leases().lease_sets(play.bots[0].id, play.bots[1].id, 3, {play.workers[0]}).value());
  const auto before = play.sets_of(0);
  BOOST_REQUIRE(store.block(play.tokens[0], "a reason"));
  BOOST_TEST(store.sets().withdraw(play.tokens[0]).value() == before.brought - before.checked);
  BOOST_TEST(store.leases().held_with(play.tokens[0]).value().sets == 0);
  BOOST_TEST(store.leases().open("another").value().sets >= 3);
  BOOST_TEST(play.sets_of(1).brought == 60);
  Authors authors(store.database());
  BOOST_REQUIRE(authors.unblock(play.tokens[0]));
  BOOST_TEST(!authors.unblock(play.tokens[0]));
  BOOST_TEST(play.blocked().empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
