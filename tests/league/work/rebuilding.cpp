#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <stop_token>

#include "league/store/compaction.h"
#include "tests/league/played_league.h"

namespace toptile {

BOOST_AUTO_TEST_SUITE(rebuilding)

BOOST_AUTO_TEST_CASE(what_was_played_by_the_rules_stays) {
  PlayedLeague played;
  for (int i = 0; i < 12; ++i) played.keep();
  const Rebuilt checked = played.rebuilt(Repair::only_told);
  BOOST_TEST(checked.sets == 12U);
  BOOST_TEST(checked.turns > 24U);
  BOOST_TEST(checked.refused + checked.changed == 0U);
  BOOST_TEST(checked.points == 0U);
  const Rebuilt done = played.rebuilt(Repair::made);
  BOOST_TEST(done.refused + done.changed == 0U);
  BOOST_TEST(done.points == 2U);  // One for each of the two, after ten sets.
  BOOST_TEST(played.league.store.ratings().points_of(played.one.id).value().size() == 1U);
  BOOST_TEST(played.games() == 24);
}

BOOST_AUTO_TEST_CASE(a_record_that_was_tampered_with_never_counts) {
  const std::vector<std::pair<std::string, PlayedLeague::Tamper>> tampers = {
      {"id: it should be 4", [](GameRecord& record) { record.id = GameNumber{3}; }},
      {"pair: it should be 2", [](GameRecord& record) { record.set = 1; }},
      {"seed: it is not the one that the league's seed gives", [](GameRecord& record) { ++record.seed; }},
      {"players: other-v1 should have seat 0",
       [](GameRecord& record) { std::swap(record.players[0], record.players[1]); }},
      {"lists of the same length", [](GameRecord& record) { record.players.push_back("third"); }},
      {"scores", [](GameRecord& record) { record.scores[0] += 10; }},
      {"scores", [](GameRecord& record) { record.scores[1] = 2'000'000'000; }},
      {"ranks",
       [](GameRecord& record) {
         record.ranks = {1, 2};  // Few words make the two tie.
       }},
      {"turn", [](GameRecord& record) { record.turns.erase(record.turns.begin()); }},
      {"turn", [](GameRecord& record) { record.turns[0].points += 1; }},
      {"turn", [](GameRecord& record) { record.turns.push_back(record.turns.back()); }},
      {"", [](GameRecord& record) { record.end = GameEnd::passed; }},
      {"adjudicate: it has other terms than the league",
       [](GameRecord& record) { record.adjudicate.emplace().turns = 3; }},
      {"overtime: it has other terms than the league",
       [](GameRecord& record) {
         record.overtime.emplace().lost = {0, 0};
       }},
      {"",
       [](GameRecord& record) {
         record.forfeits.push_back({Seat{0}, 0, FaultKind::crash, "x", {}});
       }},
      {"", [](GameRecord& record) { record.racks[0] = "AAAAAAA"; }},
  };
  for (const auto& [why, tamper] : tampers) {
    PlayedLeague played;
    played.keep();
    BOOST_TEST(static_cast<std::uint64_t>(played.keep(tamper)) == 2U);
    played.keep();
    BOOST_TEST_CONTEXT(why) {
      const Rebuilt checked = played.rebuilt(Repair::only_told);
      BOOST_TEST(checked.refused == 1U);
      BOOST_REQUIRE(checked.told.size() == 1U);
      BOOST_TEST(checked.told[0].starts_with("set 2: game 2: "), checked.told[0]);
      BOOST_TEST(checked.told[0].find(why) != std::string::npos, checked.told[0]);
      BOOST_TEST(played.games() == 6);
      BOOST_TEST(played.rebuilt(Repair::made).refused == 1U);
      BOOST_TEST(played.games() == 6);
      BOOST_TEST(played.removed().refused == 1U);
      BOOST_TEST(played.games() == 4);
      BOOST_TEST(played.rebuilt(Repair::made).refused == 0U);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_record_with_the_digest_of_another_one_never_counts) {
  PlayedLeague played;
  played.keep({}, [](std::string& line) {
    const std::size_t at = line.find("\"digest\":\"") + 10;
    line[at] = line[at] == '0' ? '1' : '0';
  });
  const Rebuilt checked = played.rebuilt(Repair::only_told);
  BOOST_TEST(checked.refused == 1U);
  BOOST_TEST(checked.told.at(0).find("digest") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(records_that_are_none_are_refused_and_the_rest_goes_on) {
  PlayedLeague played;
  played.keep();
  played.league.played(played.one, played.other, {{{1, 0}, {1, 0}}});  // Its records are no records.
  played.keep();
  const Rebuilt done = played.removed();
  BOOST_TEST(done.sets == 3U);
  BOOST_TEST(done.refused == 1U);
  BOOST_TEST(played.games() == 4);
}

BOOST_AUTO_TEST_CASE(results_that_are_not_those_of_the_records_are_computed_anew) {
  PlayedLeague played;
  const SetNumber set = played.keep();
  RecordedSet kept = played.league.store.sets().recorded(set).value();
  std::swap(kept.results[0].by_seat[0].rank, kept.results[0].by_seat[1].rank);
  std::swap(kept.results[0].by_seat[0].points, kept.results[0].by_seat[1].points);
  kept.results[0].by_seat[0].points += 1;
  BOOST_REQUIRE(played.league.store.sets().replace_results(set, kept.results));
  BOOST_TEST(played.rebuilt(Repair::only_told).changed == 1U);
  BOOST_TEST(played.rebuilt(Repair::made).changed == 1U);
  BOOST_TEST(played.rebuilt(Repair::made).changed == 0U);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_kept_elsewhere_stays) {
  PlayedLeague played;
  played.keep([](GameRecord& record) { ++record.seed; });
  const RebuildRequest request{.repair = Repair::made,
                               .keep_elsewhere = [](const KeptRecords&, const std::string&) -> Result<void> {
                                 return Error{"the disk is full"};
                               }};
  const auto done = rebuild(played.league.store, request, {});
  BOOST_TEST(!done);
  BOOST_TEST(message(done) == "the disk is full");
  BOOST_TEST(played.games() == 2);
}

// An author submitted a bot, and a worker kept its games, while the league was being rebuilt.
BOOST_AUTO_TEST_CASE(games_of_a_bot_that_came_meanwhile_keep_to_the_rules) {
  PlayedLeague played;
  for (int i = 0; i < 3; ++i) played.keep();
  std::vector<std::string> why;
  const RebuildRequest request{.repair = Repair::made,
                               .keep_elsewhere =
                                   [&](const KeptRecords&, const std::string& reason) {
                                     why.push_back(reason);
                                     return success();
                                   },
                               .on_progress =
                                   [&](std::uint64_t sets) {
                                     if (sets != 1) return;
                                     played.other = played.league.entered("newcomer", "3");
                                     played.keep();
                                   }};
  // More sets than are read at a time, or the newcomer's set would not be seen.
  for (int i = 0; i < 500; ++i) played.keep();
  const auto done = rebuild(played.league.store, request, {});
  BOOST_REQUIRE(done);
  BOOST_TEST(done.value().sets == 504U);
  BOOST_TEST(why.empty(), (why.empty() ? "" : why[0]));
  BOOST_TEST(played.games() == 1008);
}

BOOST_AUTO_TEST_CASE(a_set_without_records_is_found) {
  PlayedLeague played;
  for (int i = 0; i < 3; ++i) played.keep();
  BOOST_REQUIRE(played.league.store.database().execute("DELETE FROM records WHERE set_number = 2"));
  const Rebuilt checked = played.rebuilt(Repair::only_told);
  BOOST_TEST(checked.sets == 3U);
  BOOST_REQUIRE(checked.told.size() == 1U);
  BOOST_TEST(checked.told[0] == "set 2: its records are missing");
  BOOST_TEST(played.removed().refused == 1U);
  BOOST_TEST(played.games() == 4);
}

BOOST_AUTO_TEST_CASE(records_in_files_are_rebuilt_like_those_in_the_database) {
  PlayedLeague played;
  for (int i = 0; i < 5; ++i) played.keep();
  played.keep([](GameRecord& record) { ++record.seed; });
  for (int i = 0; i < 8; ++i) played.keep();
  BOOST_REQUIRE(compact(played.league.store, {.sets_per_file = 4}, {}).value().files == 3U);
  BOOST_TEST(played.rebuilt(Repair::only_told).changed == 0U);
  // Results that differ from records in a file are corrected.
  RecordedSet kept = played.league.store.sets().recorded(SetNumber{3}).value();
  kept.results[0].by_seat[0].points += 1;
  BOOST_REQUIRE(played.league.store.sets().replace_results(SetNumber{3}, kept.results));
  BOOST_TEST(played.rebuilt(Repair::made).changed == 1U);
  BOOST_TEST(played.rebuilt(Repair::made).changed == 0U);
  // A set in a file that breaks the rules is kept elsewhere, and is not in the league any more.
  std::vector<KeptRecords> elsewhere;
  const auto removed = played.rebuilt(
      {.repair = Repair::made, .keep_elsewhere = [&](const KeptRecords& set, const std::string&) {
         elsewhere.push_back(set);
         return success();
       }});
  BOOST_TEST(removed.refused == 1U);
  BOOST_REQUIRE(elsewhere.size() == 1U);
  BOOST_TEST(static_cast<std::uint64_t>(elsewhere[0].set) == 6U);
  BOOST_TEST(elsewhere[0].records.value()[1].starts_with("{\"log\":4,\"id\":12,"));
  const Rebuilt after = played.rebuilt(Repair::made);
  BOOST_TEST(after.refused == 0U);
  BOOST_TEST(after.sets == 13U);
}

BOOST_AUTO_TEST_CASE(unreadable_file_is_told_once_and_the_rest_is_rebuilt) {
  PlayedLeague played;
  for (int i = 0; i < 13; ++i) played.keep();
  LeagueStore& store = played.league.store;
  BOOST_REQUIRE(compact(store, {.sets_per_file = 4}, {}).value().files == 3U);
  const std::filesystem::path folder = store.sets().files().existing_folder().value();
  const auto files = store.sets().files().list().value();
  std::filesystem::resize_file(folder / files[1].name, 10);
  played.league.store = played.league.home.open();  // It has no file in memory.
  const Rebuilt checked = played.rebuilt(Repair::only_told);
  BOOST_TEST(checked.sets == 13U);
  BOOST_TEST(checked.refused == 4U);
  BOOST_REQUIRE(checked.told.size() == 1U);
  BOOST_TEST(
      checked.told[0].starts_with("set 6: " + (folder / files[1].name).string() + ": this file is damaged"),
      checked.told[0]);
  // Without its folder, nothing is removed, because all files may be intact elsewhere.
  std::filesystem::rename(folder, folder.string() + ".away");
  played.league.store = played.league.home.open();
  const auto away =
      rebuild(store,
              {.repair = Repair::made,
               .keep_elsewhere = [](const KeptRecords&, const std::string&) { return success(); }},
              {});
  BOOST_TEST(message(away).find("this folder with the records of finished sets is missing") !=
             std::string::npos);
  std::filesystem::rename(folder.string() + ".away", folder);
  BOOST_TEST(played.games() == 26);
  BOOST_TEST(played.removed().refused == 4U);
  BOOST_TEST(played.games() == 18);
  BOOST_TEST(played.rebuilt(Repair::made).refused == 0U);
}

BOOST_AUTO_TEST_CASE(a_dictionary_that_was_lost_is_found_again) {
  PlayedLeague played;
  for (int i = 0; i < 3; ++i) played.keep();
  BOOST_REQUIRE(
      played.league.store.database().execute("DELETE FROM settings WHERE key = 'record_dictionary'"));
  LeagueStore again = played.league.home.open();
  const auto done = rebuild(again, {.repair = Repair::only_told}, {});
  BOOST_REQUIRE(done);
  BOOST_TEST(done.value().refused == 0U);
}

BOOST_AUTO_TEST_CASE(a_stop_leaves_the_rest_as_it_is) {
  PlayedLeague played;
  for (int i = 0; i < 3; ++i) played.keep([](GameRecord& record) { ++record.seed; });
  std::stop_source stop;
  const RebuildRequest request{
      .repair = Repair::made,
      .keep_elsewhere = [](const KeptRecords&, const std::string&) { return success(); },
      .on_progress =
          [&](std::uint64_t sets) {
            if (sets == 2) stop.request_stop();
          }};
  const auto done = rebuild(played.league.store, request, stop.get_token());
  BOOST_REQUIRE(done);
  BOOST_TEST(done.value().is_stopped);
  BOOST_TEST(done.value().refused == 2U);
  BOOST_TEST(played.games() == 2);
}

// Counting all outcomes of a large league takes seconds, which somebody who stopped it should not wait for.
BOOST_AUTO_TEST_CASE(stopped_rebuild_counts_no_outcomes) {
  PlayedLeague played;
  played.keep();
  BOOST_REQUIRE(played.league.store.database().execute("UPDATE outcomes SET spread = spread + 1", {}));
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = rebuild(played.league.store, {.repair = Repair::made}, stop.get_token());
  BOOST_REQUIRE_MESSAGE(stopped, message(stopped));
  BOOST_TEST(stopped.value().is_stopped);
  BOOST_TEST(stopped.value().miscounted == 0U);
  BOOST_TEST(played.rebuilt(Repair::made).miscounted == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
