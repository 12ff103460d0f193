#include "tournaments/run/tournament.h"

#include <boost/test/unit_test.hpp>
#include <mutex>
#include <semaphore>
#include <set>

#include "protocol/replay.h"
#include "tests/tournaments/run/quick_player.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(tournament)

namespace {

// A bot that never starts.
QuickScript without(int entrant) {
  QuickScript script;
  script.fails = [entrant](int other, const ScheduledGame&) { return other == entrant; };
  return script;
}

std::vector<GameRecord> records_of(const std::string& folder) {
  std::vector<GameRecord> records;
  std::string text = games_of(folder);
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    records.push_back(parse_record(line).value());
    rest.remove_prefix(line.size() + 1);
  }
  return records;
}

BOOST_AUTO_TEST_CASE(every_pairing_meets_and_every_record_keeps_to_the_rules) {
  const Folder folder;
  const ResolvedPlan resolved = quick_plan(3, 4);
  const auto end = play_quickly(resolved, folder / "run");
  BOOST_REQUIRE_MESSAGE(end, (end ? "" : end.error().message));
  BOOST_TEST(end.value().is_finished());
  BOOST_TEST(end.value().results.size() == 12u);
  std::map<std::set<std::string>, int> meetings;
  for (const GameRecord& record : records_of(folder / "run")) {
    ++meetings[{record.players[0], record.players[1]}];
    BOOST_TEST(find_difference(record, resolved.plan.rules, few_words()).value_or("") == "");
  }
  BOOST_TEST(meetings.size() == 3u);
  for (const auto& [players, games] : meetings) BOOST_TEST(games == 4);
}

BOOST_AUTO_TEST_CASE(the_bytes_do_not_depend_on_which_game_ends_first) {
  const Folder folder;
  const ResolvedPlan resolved = quick_plan(4, 6);
  BOOST_REQUIRE(play_quickly(resolved, folder / "one"));
  // In each round of three games, the first waits for the other two.
  std::counting_semaphore others(0);
  QuickScript script;
  script.at_end = [&](const ScheduledGame& game) {
    if (game.id % 3 == 1) {
      for (int i = 0; i < 2; ++i) others.acquire();
    } else {
      others.release();
    }
  };
  BOOST_REQUIRE(play_quickly(resolved, folder / "three", script, 3));
  BOOST_TEST(games_of(folder / "one") == games_of(folder / "three"));
}

BOOST_AUTO_TEST_CASE(a_run_that_was_stopped_goes_on_where_it_was) {
  const Folder folder;
  const ResolvedPlan resolved = quick_plan(3, 6);
  BOOST_REQUIRE(play_quickly(resolved, folder / "whole"));
  const std::string whole = games_of(folder / "whole");
  for (const std::uint64_t last : {1, 2, 9, 17}) {
    const std::string run = folder / ("stopped-" + std::to_string(last));
    std::stop_source stop;
    QuickScript script;
    int played = 0;
    script.at_end = [&](const ScheduledGame& game) {
      ++played;
      if (game.id == last) stop.request_stop();
    };
    TournamentWatch watch;
    watch.stop = stop.get_token();
    const auto stopped = play_quickly(resolved, run, script, 1, watch);
    BOOST_REQUIRE(stopped);
    const int before = played;
    played = 0;
    const auto resumed = play_quickly(resolved, run, script);
    BOOST_REQUIRE_MESSAGE(resumed, (resumed ? "" : resumed.error().message));
    BOOST_TEST(resumed.value().is_finished());
    BOOST_TEST(before + played >= 18);
    BOOST_TEST(resumed.value().progress.played_before + static_cast<std::size_t>(played) == 18u);
    BOOST_TEST(games_of(run) == whole);
  }
}

BOOST_AUTO_TEST_CASE(a_finished_run_plays_nothing_more) {
  const Folder folder;
  const ResolvedPlan resolved = quick_plan(2, 4);
  BOOST_REQUIRE(play_quickly(resolved, folder / "run"));
  QuickScript script;
  script.at_end = [](const ScheduledGame& game) { BOOST_ERROR("game " << game.id << " is played again"); };
  const auto again = play_quickly(resolved, folder / "run", script);
  BOOST_REQUIRE(again);
  BOOST_TEST(again.value().results.size() == 4u);
}

BOOST_AUTO_TEST_CASE(a_bot_that_never_starts_is_withdrawn_at_any_concurrency) {
  for (const int players : {2, 3}) {
    const Folder folder;
    ResolvedPlan resolved = quick_plan(4, players == 2 ? 10 : 6);
    resolved.plan.format.players = players;
    const QuickScript script = without(2);
    const auto end = play_quickly(resolved, folder / "one", script);
    BOOST_REQUIRE_MESSAGE(end, (end ? "" : end.error().message));
    int crashes = 0, withdrawn = 0;
    for (const GameRecord& record : records_of(folder / "one")) {
      BOOST_TEST(find_difference(record, resolved.plan.rules, few_words()).value_or("") == "");
      for (const ForfeitRecord& forfeit : record.forfeits) {
        BOOST_TEST(record.players[forfeit.seat] == "c");
        ++(forfeit.kind == FaultKind::crash ? crashes : withdrawn);
      }
    }
    BOOST_TEST(crashes == 3);
    BOOST_TEST(withdrawn > 0);
    BOOST_REQUIRE(play_quickly(resolved, folder / "four", script, 4));
    BOOST_TEST(games_of(folder / "one") == games_of(folder / "four"));
  }
}

BOOST_AUTO_TEST_CASE(a_round_waits_for_the_results_of_the_one_before) {
  const Folder folder;
  ResolvedPlan resolved = quick_plan(6, 2);
  resolved.plan.format.kind = TournamentFormat::Kind::swiss;
  resolved.plan.format.rounds = 3;
  std::mutex mutex;
  std::set<std::uint64_t> over;
  QuickScript script;
  script.at_end = [&](const ScheduledGame& game) {
    const std::lock_guard lock(mutex);
    const std::uint64_t games_a_round = 6;
    const std::uint64_t before = (game.id - 1) / games_a_round * games_a_round;
    for (std::uint64_t id = 1; id <= before; ++id) BOOST_TEST(over.contains(id));
    over.insert(game.id);
  };
  const auto end = play_quickly(resolved, folder / "run", script, 4);
  BOOST_REQUIRE_MESSAGE(end, (end ? "" : end.error().message));
  BOOST_TEST(end.value().is_finished());
  BOOST_TEST(over.size() == 18u);
  BOOST_REQUIRE(play_quickly(resolved, folder / "one", {}, 1));
  BOOST_TEST(games_of(folder / "run") == games_of(folder / "one"));
}

BOOST_AUTO_TEST_CASE(a_machine_that_cannot_play_ends_the_run_and_loses_nothing) {
  struct Broken final : SingleGamePlayer {
    Result<GameRecord> play(const ScheduledGame&, const Absences&) override {
      return Error{"no process can be started"};
    }
  };
  const Folder folder;
  const ResolvedPlan resolved = quick_plan(2, 4);
  Execution execution;
  execution.players = [](int, std::stop_token) { return std::make_unique<Broken>(); };
  const auto end = run_tournament(resolved, {folder / "run"}, execution, {});
  BOOST_REQUIRE(!end);
  BOOST_TEST(end.error().message == "no process can be started");
  const auto again = play_quickly(resolved, folder / "run");
  BOOST_REQUIRE(again);
  BOOST_TEST(again.value().is_finished());
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
