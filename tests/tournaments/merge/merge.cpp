#include "tournaments/merge/merge.h"

#include <boost/test/unit_test.hpp>

#include "tests/tournaments/run/quick_player.h"
#include "tournaments/run/verified_run.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(merge)

namespace {

// Plays a plan whole and in shards, and returns the folders of the shards.
std::vector<RunPaths> play_in_shards(const ResolvedPlan& whole, int of, const Folder& folder,
                                     const QuickScript& script) {
  std::vector<RunPaths> shards;
  for (int index = 1; index <= of; ++index) {
    ResolvedPlan resolved = whole;
    resolved.plan.shard = Shard{index, of, whole.plan.format.players};
    shards.push_back({folder / ("shard-" + std::to_string(index))});
    const auto end = play_quickly(resolved, shards.back().folder.string(), script, index);
    BOOST_REQUIRE_MESSAGE(end, (end ? "" : end.error().message));
  }
  return shards;
}

BOOST_AUTO_TEST_CASE(shards_give_the_bytes_of_the_whole_run_whatever_is_withdrawn_or_adjudicated) {
  for (const int players : {2, 3}) {
    for (const bool is_withdrawn : {false, true}) {
      for (const auto& [is_adjudicated, is_opened] :
           {std::pair(false, false), std::pair(true, false), std::pair(true, true)}) {
        BOOST_TEST_CONTEXT(players << " players, withdrawn " << is_withdrawn << ", adjudicated "
                                   << is_adjudicated << ", opened " << is_opened) {
          const Folder folder;
          ResolvedPlan whole = quick_plan(4, players == 2 ? 12 : 6);
          whole.plan.format.players = players;
          if (is_adjudicated) whole.plan.adjudicate = AdjudicationTerms{6, {}};
          if (is_opened) whole.plan.openings = some_openings(whole.plan.rules);
          QuickScript script;
          if (is_withdrawn) script.fails = [](int entrant, const ScheduledGame&) { return entrant == 1; };
          BOOST_REQUIRE(play_quickly(whole, folder / "whole", script));
          const auto shards = play_in_shards(whole, 3, folder, script);
          const auto merged = merge_shards(shards, {folder / "merged"});
          BOOST_REQUIRE_MESSAGE(merged, (merged ? "" : merged.error().message));
          BOOST_TEST(games_of(folder / "merged") == games_of(folder / "whole"));
          const auto read = read_run_plan({folder / "merged"});
          BOOST_REQUIRE(read);
          BOOST_TEST(verify_run({folder / "merged"}, read.value(), {}).value().differing == 0U);
          BOOST_TEST(!merged.value().was_there);
          BOOST_TEST(merge_shards(shards, {folder / "merged"}).value().was_there);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(openings_that_cannot_be_played_are_refused_before_games_are_written) {
  const Folder folder;
  ResolvedPlan whole = quick_plan(2, 8);
  whole.plan.openings = some_openings(whole.plan.rules);
  const auto shards = play_in_shards(whole, 2, folder, {});
  for (const RunPaths& shard : shards) {
    std::string text = read_file(shard.plan()).value();
    text.replace(text.find("5d.CAT"), 6, "1a.CAT");
    folder.write(shard.folder.filename().string() + "/run.json", text);
  }
  const auto merged = merge_shards(shards, {folder / "merged"});
  BOOST_REQUIRE(!merged);
  BOOST_TEST(
      merged.error().message ==
      (folder / "shard-1/run.json: openings: opening 1: move 1 (1a.CAT): the first play covers at least "
                "one of the squares in the centre"));
}

BOOST_AUTO_TEST_CASE(a_bot_that_fails_in_one_shard_alone_is_told) {
  const Folder folder;
  // In the whole tournament each second set goes well, so that there are never three failures in a row.
  const ResolvedPlan whole = quick_plan(2, 20);
  QuickScript script;
  script.fails = [](int entrant, const ScheduledGame& game) { return entrant == 1 && game.set % 2 == 0; };
  const auto shards = play_in_shards(whole, 2, folder, script);
  const auto merged = merge_shards(shards, {folder / "merged"});
  BOOST_REQUIRE(!merged);
  BOOST_TEST(merged.error().message.find("bot b was withdrawn in this shard") != std::string::npos,
             merged.error().message);
  BOOST_TEST(!std::filesystem::exists(folder / "merged"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
