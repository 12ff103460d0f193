#include "tournaments/exchange/game_keys.h"

#include <boost/test/unit_test.hpp>
#include <functional>

#include "tests/protocol/small_records.h"
#include "tests/tournaments/report/report_games.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(game_keys)

namespace {

GameRecord record_of_game() {
  GameRecord record = small_record(1);
  record.seed = 7;
  return record;
}

Plan plan_of(const std::string& rules = "hasbro") {
  Plan plan = reports::run_of("run", {"a", "b"}, {}).plan;
  plan.rules = shipped_ruleset(rules).value();
  return plan;
}

BOOST_AUTO_TEST_CASE(a_game_is_the_same_in_a_run_with_other_bots_and_another_clock) {
  Plan other = plan_of();
  other.bots.insert(other.bots.begin(), reports::run_of("run", {"c"}, {}).plan.bots[0]);
  other.bots[1].directory = "/elsewhere";
  other.seed = 99;
  other.lexicon_name = "renamed";
  other.time_control.time = std::chrono::milliseconds(1);
  other.shard = Shard{1, 2, 2};
  const GameRecord record = record_of_game();
  BOOST_TEST(GameKeys(plan_of()).game(record) == GameKeys(other).game(record));
  BOOST_TEST(GameKeys(plan_of()).deal(record) == GameKeys(other).deal(record));
}

BOOST_AUTO_TEST_CASE(another_record_is_another_game) {
  const GameKeys keys(plan_of());
  const std::uint64_t same = keys.game(record_of_game());
  const std::vector<std::function<void(GameRecord&)>> changes = {
      [](GameRecord& record) { record.seed = 8; },
      [](GameRecord& record) { record.scores[1] = 1; },
      [](GameRecord& record) {
        record.ranks = {1, 1};
      },
      [](GameRecord& record) { record.end = GameEnd::stuck; },
      [](GameRecord& record) {
        record.players = {"b", "a"};
      },
      [](GameRecord& record) {
        record.forfeits.push_back({Seat{1}, 0, FaultKind::crash, "", {}});
      },
      [](GameRecord& record) {
        record.forfeits.push_back({Seat{1}, 2, FaultKind::crash, "", {}});
      },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    GameRecord other = record_of_game();
    changes[i](other);
    BOOST_TEST(keys.game(other) != same, i);
    BOOST_TEST((keys.deal(other) == keys.deal(record_of_game())) == (i > 0), i);
  }
}

BOOST_AUTO_TEST_CASE(a_game_that_got_another_number_is_the_same) {
  GameRecord record = record_of_game();
  const std::uint64_t same = GameKeys(plan_of()).game(record);
  record.id = GameNumber{12};
  record.set = 6;
  record.digest = digest_of(record);
  BOOST_TEST(GameKeys(plan_of()).game(record) == same);
}

BOOST_AUTO_TEST_CASE(other_builds_words_and_rules_make_another_game) {
  const GameRecord record = record_of_game();
  const std::uint64_t same = GameKeys(plan_of()).game(record);
  Plan build = plan_of(), options = plan_of(), words = plan_of();
  build.bots[1].sha256[5] = 'f';
  options.bots[0].options["Depth"] = "2";
  words.lexicon_sha256[0] = 'b';
  for (const Plan& plan : {build, options, words, plan_of("hasbro-challenge")}) {
    BOOST_TEST(GameKeys(plan).game(record) != same);
    BOOST_TEST(GameKeys(plan).deal(record) == GameKeys(plan_of()).deal(record));
  }
  BOOST_TEST(GameKeys(plan_of("german")).deal(record) != GameKeys(plan_of()).deal(record));
}

BOOST_AUTO_TEST_CASE(rules_are_the_same_by_any_name) {
  Plan renamed = plan_of();
  renamed.rules.name = "mine";
  renamed.rules.edition = "of our club";
  const GameRecord record = record_of_game();
  BOOST_TEST(GameKeys(renamed).game(record) == GameKeys(plan_of()).game(record));
}

BOOST_AUTO_TEST_CASE(the_first_source_of_a_game_is_known) {
  KnownGames known;
  BOOST_TEST(!known.find(3).has_value());
  known.add(3, 1);
  known.add(3, 2);
  BOOST_TEST(known.find(3).value() == 1U);
  BOOST_TEST(!known.find(4).has_value());
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
