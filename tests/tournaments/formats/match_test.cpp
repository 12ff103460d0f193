#include "ratings/matches/match_test.h"

#include <boost/test/unit_test.hpp>

#include "engine/random.h"
#include "tests/engine/scenario.h"
#include "tests/json_of.h"
#include "tournaments/formats/schedule.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(match_test)

namespace {

using Fate = SeatResult::Fate;

// The bots 0 and 1 swap seats in the second game of a pair; `spread` is that of bot 0.
GameResult game(std::uint64_t id, int spread) {
  GameResult result;
  result.id = static_cast<std::uint32_t>(id);
  const std::size_t seat = id % 2 == 1 ? 0 : 1;
  result.by_seat[seat] = {spread, 0, static_cast<std::uint8_t>(spread < 0 ? 2 : 1), Fate::played};
  result.by_seat[1 - seat] = {0, 1, static_cast<std::uint8_t>(spread > 0 ? 2 : 1), Fate::played};
  return result;
}

std::vector<GameResult> some_games(int pairs, int advantage, std::uint64_t seed) {
  Random luck(seed);
  std::vector<GameResult> games;
  for (int i = 1; i <= 2 * pairs; ++i)
    games.push_back(game(static_cast<std::uint64_t>(i), static_cast<int>(luck.below(101)) - 50 + advantage));
  return games;
}

// The number of the pair that ends a simple test. It looks at one pair after another, without MatchTest.
std::optional<std::uint64_t> plain_end(const TestTerms& terms, const std::vector<GameResult>& games) {
  MatchTally tally;
  for (std::size_t i = 0; i + 1 < games.size(); i += 2) {
    tally.add(games[i], games[i + 1], 0);
    const auto* sprt = std::get_if<SprtParameters>(&terms);
    const SequentialState state =
        sprt != nullptr ? Sprt::make(*sprt).value().state(tally.results)
                        : SpreadTest::make(std::get<SpreadParameters>(terms)).value().state(tally.spreads);
    if (state != SequentialState::proceed) return i / 2 + 1;
  }
  return std::nullopt;
}

std::vector<TestTerms> both_tests() {
  SprtParameters sprt;
  sprt.elo1 = 60;
  SpreadParameters spread;
  spread.spread1 = 8;
  return {sprt, spread};
}

std::string said(std::string_view kind, std::string_view text) {
  const auto terms = test_from_text(kind, text, "--sprt");
  return terms ? json_text(test_to_json(terms.value())) : terms.error().message;
}

BOOST_AUTO_TEST_CASE(the_history_has_the_ratio_after_each_pair) {
  for (const TestTerms& terms : both_tests()) {
    MatchTest test(terms);
    std::vector<double> ratios;
    for (const GameResult& game : some_games(40, 0, 3)) {
      const std::uint64_t before = test.status().pairs;
      test.tell(game);
      if (test.status().pairs > before) ratios.push_back(test.status().llr);
    }
    BOOST_TEST(ratios.size() > 5U);
    BOOST_TEST(test.history().llr == ratios, boost::test_tools::per_element());
    BOOST_TEST(test.history().pairs.front() == 1U);
    BOOST_TEST(test.history().pairs.back() == test.status().pairs);
  }
}

BOOST_AUTO_TEST_CASE(a_long_history_has_every_other_pair) {
  TestHistory history;
  for (std::uint64_t pair = 1; pair <= 10'000; ++pair) {
    history.add(pair, static_cast<double>(pair) / 2);
    BOOST_REQUIRE(history.pairs.size() <= TestHistory::kMost);
  }
  BOOST_REQUIRE(history.pairs.size() > TestHistory::kMost / 2);
  const std::uint64_t stride = history.pairs[0];
  for (std::size_t i = 0; i < history.pairs.size(); ++i) {
    BOOST_TEST(history.pairs[i] == stride * (i + 1));
    BOOST_TEST(history.llr[i] == static_cast<double>(history.pairs[i]) / 2);
  }
  BOOST_TEST(history.pairs.back() + stride > 10'000U);
}

BOOST_AUTO_TEST_CASE(terms_are_read_from_text_and_json) {
  BOOST_TEST(said("results", "elo0=0,elo1=10") ==
             R"({"kind":"results","model":"logistic","elo0":0.0,"elo1":10.0,"alpha":0.05,"beta":0.05})");
  BOOST_TEST(said("results", "elo1=2.5,elo0=-1,model=normalized,alpha=0.01,beta=0.1") ==
             R"({"kind":"results","model":"normalized","elo0":-1.0,"elo1":2.5,"alpha":0.01,"beta":0.1})");
  BOOST_TEST(said("spread", "spread1=4,least_pairs=30") ==
             R"({"kind":"spread","spread0":0.0,"spread1":4.0,"alpha":0.05,"beta":0.05,"least_pairs":30})");
  for (const TestTerms& terms : both_tests()) {
    const Json json = test_to_json(terms);
    BOOST_TEST(test_to_json(test_from_json(json_of(json_text(json)), "x").value()) == json);
  }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_terms_is_told) {
  const auto has = [](const std::string& text, const std::string& part) {
    BOOST_TEST(text.find(part) != std::string::npos, "\"" + text + "\" should say: " + part);
    BOOST_TEST(text.starts_with("--sprt: "));
  };
  has(said("results", "elo1"), "is not like elo1=10");
  has(said("results", "=3"), "is not like elo1=10");
  has(said("results", "elo1=ten"), "elo1");
  has(said("results", "elo2=1"), "elo2");
  has(said("results", "elo0=1,elo0=2"), "twice");
  has(said("results", "elo0=10,elo1=10"), "elo1");
  has(said("results", "model=log"), "model");
  has(said("results", "alpha=0.6"), "alpha");
  has(said("results", "elo1=nan"), "elo1");
  has(said("spread", "least_pairs=1"), "least_pairs");
  has(said("spread", "elo1=1"), "elo1");
  has(said("spread", "spread1=1e308"), "10000 points");
}

BOOST_AUTO_TEST_CASE(it_ends_at_the_same_pair_in_whatever_order_games_end) {
  for (const TestTerms& terms : both_tests()) {
    for (const int advantage : {-10, 0, 15}) {
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        std::vector<GameResult> games = some_games(2000, advantage, seed);
        const auto expected = plain_end(terms, games);
        BOOST_REQUIRE(expected.has_value());
        Random chance(seed);
        // Games that are near each other change places, as concurrent games do.
        for (std::size_t i = 0; i + 9 < games.size(); ++i) std::swap(games[i], games[i + chance.below(9)]);
        MatchTest test(terms);
        for (const GameResult& result : games) test.tell(result);
        BOOST_REQUIRE(test.last_pair().has_value());
        BOOST_TEST(*test.last_pair() == *expected);
        BOOST_TEST(test.status().pairs == *expected);
        const bool is_h1 = test.status().llr >= test.status().bounds.upper;
        BOOST_TEST((test.status().end == (is_h1 ? TestEnd::h1 : TestEnd::h0)));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_forfeit_counts_as_a_result_and_not_as_a_spread) {
  std::vector<GameResult> games = some_games(3, 0, 1);
  games[2].by_seat[0].fate = Fate::forfeited;
  const MatchTally tally = tally_of(games, 0);
  BOOST_TEST(tally.results.pairs() == 3U);
  BOOST_TEST(tally.spreads.pairs() == 2U);
  BOOST_TEST(tally.forfeited_pairs == 1U);
  BOOST_TEST((tally_of(games, 1).results == tally.results.swapped()));
  games.erase(games.begin() + 4);
  BOOST_TEST(tally_of(games, 0).results.pairs() == 2U);
}

BOOST_AUTO_TEST_CASE(a_bot_that_is_withdrawn_ends_it) {
  MatchTest test(both_tests()[0]);
  std::vector<GameResult> games = some_games(5, 0, 3);
  games[7].by_seat[1].fate = Fate::withdrawn;
  for (const GameResult& result : games) test.tell(result);
  BOOST_TEST(*test.last_pair() == 4U);
  BOOST_TEST((test.status().end == TestEnd::withdrawn));
  BOOST_TEST(test.status().pairs == 3U);
}

BOOST_AUTO_TEST_CASE(a_schedule_ends_with_its_test) {
  const Ruleset rules = shipped("hasbro");
  const TestTerms terms = both_tests()[0];
  Schedule schedule({}, {"a", "b"}, 100'000, rules, 4, {}, terms);
  BOOST_TEST(schedule.known() == 100'000U);
  for (GameNumber id{1}; id <= schedule.known(); ++id) {
    GameResult result = game(id, 0);
    const ScheduledGame scheduled = schedule.game(id);
    const std::size_t seat = scheduled.entrants[0] == 0 ? 0 : 1;
    result.by_seat[seat] = {30, 0, 1, Fate::played};
    result.by_seat[1 - seat] = {0, 1, 2, Fate::played};
    schedule.tell(result);
  }
  BOOST_TEST(schedule.known() < 200U);
  BOOST_TEST(schedule.expected() == schedule.known());
  BOOST_TEST((schedule.test()->end == TestEnd::h1));
  BOOST_TEST(2 * schedule.test()->pairs == schedule.known());
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
