// The run's folder: games are appended in any order, but stand in the file in the order of the schedule. They
// survive if the program is killed at any moment.
#include "tournaments/run/run_store.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>

#include "engine/random.h"
#include "tests/folder.h"
#include "tests/json_of.h"
#include "tests/protocol/small_records.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(run_store)

namespace {

namespace fs = std::filesystem;

Result<RunStore> open_store(const Folder& folder, std::vector<std::uint64_t>* found = nullptr,
                            const Json& plan = {{"games", 2}}, const Shard& shard = {}) {
  return RunStore::open(RunPaths{folder.path()}, plan, shard, few_words(),
                        [&](const GameRecord& record) -> Result<void> {
                          if (found != nullptr) found->push_back(record.id);
                          return success();
                        });
}

std::string bytes_of(const fs::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

std::string log_of(std::uint64_t games) {
  std::string log;
  for (std::uint64_t id = 1; id <= games; ++id) log += record_line(id) + "\n";
  return log;
}

BOOST_AUTO_TEST_CASE(records_stand_in_the_order_of_the_schedule_however_games_end) {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    const Folder folder;
    std::vector<std::uint64_t> order(30);
    std::iota(order.begin(), order.end(), 1);
    random.shuffle(order);
    {
      auto store = open_store(folder);
      BOOST_REQUIRE(store);
      for (std::uint64_t id : order) {
        BOOST_TEST(!store.value().has(GameNumber{id}));
        BOOST_REQUIRE(store.value().append(GameNumber{id}, record_line(id)));
        BOOST_TEST(store.value().has(GameNumber{id}));
      }
      BOOST_REQUIRE(store.value().settle());
    }
    BOOST_TEST(bytes_of(RunPaths{folder.path()}.games()) == log_of(30));
    BOOST_TEST(bytes_of(RunPaths{folder.path()}.ahead()) == "");
  }
}

BOOST_AUTO_TEST_CASE(records_that_wait_for_another_are_in_the_file_alone) {
  const Folder folder;
  auto store = open_store(folder);
  BOOST_REQUIRE(store.value().append(GameNumber{2}, record_line(2)));
  std::filesystem::resize_file(RunPaths{folder.path()}.ahead(), 5);
  const auto appended = store.value().append(GameNumber{1}, record_line(1));
  BOOST_REQUIRE(!appended);
  BOOST_TEST(appended.error().message.find("cut off in the meantime") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_run_cut_off_at_any_byte_goes_on_to_the_same_file) {
  Random random(5);
  for (int round = 0; round < 60; ++round) {
    const Folder folder;
    const RunPaths paths{folder.path()};
    std::vector<std::uint64_t> order = {2, 1, 5, 6, 3, 8, 4, 10, 9, 7};
    const std::size_t before = random.below(order.size() + 1);
    {
      auto store = open_store(folder);
      for (std::size_t i = 0; i < before; ++i)
        BOOST_REQUIRE(store.value().append(GameNumber{order[i]}, record_line(order[i])));
    }
    // A kill in the middle of a write leaves such a part of a line.
    const fs::path torn = random.below(2) == 0 ? paths.games() : paths.ahead();
    const std::string half = record_line(99).substr(0, random.below(100));
    std::ofstream(torn, std::ios::app | std::ios::binary) << half;

    std::vector<std::uint64_t> found;
    {
      auto store = open_store(folder, &found);
      BOOST_REQUIRE(store);
      BOOST_TEST(found.size() == before);
      for (std::uint64_t id = 1; id <= 10; ++id) {
        if (!store.value().has(GameNumber{id}))
          BOOST_REQUIRE(store.value().append(GameNumber{id}, record_line(id)));
      }
    }
    BOOST_TEST(bytes_of(paths.games()) == log_of(10));
  }
}

// The games come in an order in which the next one enters the log that was torn.
BOOST_AUTO_TEST_CASE(a_torn_line_is_cut_off_before_more_is_written_to_its_file) {
  for (const bool is_whole_but_for_its_end : {false, true}) {
    const Folder folder;
    const RunPaths paths{folder.path()};
    { BOOST_REQUIRE(open_store(folder).value().append(GameNumber{6}, record_line(6))); }
    const std::string torn = record_line(5);
    std::ofstream(paths.ahead(), std::ios::app | std::ios::binary)
        << torn.substr(0, is_whole_but_for_its_end ? torn.size() : 20);
    for (const std::uint64_t id : {5, 4, 3, 2}) {
      std::vector<std::uint64_t> found;
      auto store = open_store(folder, &found);
      BOOST_REQUIRE_MESSAGE(store, (store ? "" : store.error().message));
      BOOST_TEST(found.size() == 6 - id);
      BOOST_TEST(!store.value().has(GameNumber{id}));
      BOOST_REQUIRE(store.value().append(GameNumber{id}, record_line(id)));
    }
    BOOST_REQUIRE(open_store(folder).value().append(GameNumber{1}, record_line(1)));
    BOOST_TEST(bytes_of(paths.games()) == log_of(6));
  }
}

BOOST_AUTO_TEST_CASE(a_shard_has_its_own_games_in_their_order_and_asks_for_no_others) {
  const Folder folder;
  const Json plan = {{"games", 2}};
  const Shard shard{2, 3};
  {
    auto store = open_store(folder, nullptr, plan, shard);
    BOOST_REQUIRE(store);
    for (std::uint64_t id : {4, 15, 3}) BOOST_REQUIRE(store.value().append(GameNumber{id}, record_line(id)));
  }
  std::vector<std::uint64_t> found;
  auto store = open_store(folder, &found, plan, shard);
  BOOST_REQUIRE(store);
  BOOST_TEST(found == (std::vector<std::uint64_t>{3, 4, 15}));
  std::vector<std::uint64_t> missing;
  for (std::uint64_t id = 1; id <= 18; ++id) {
    if (!store.value().has(GameNumber{id})) missing.push_back(id);
  }
  BOOST_TEST(missing == (std::vector<std::uint64_t>{9, 10, 16}));
  for (std::uint64_t id : {16, 10, 9}) BOOST_REQUIRE(store.value().append(GameNumber{id}, record_line(id)));
  std::string log;
  for (std::uint64_t id : {3, 4, 9, 10, 15, 16}) log += record_line(id) + "\n";
  BOOST_TEST(bytes_of(RunPaths{folder.path()}.games()) == log);
}

BOOST_AUTO_TEST_CASE(another_plan_is_refused_and_the_difference_named) {
  const Folder folder;
  { BOOST_REQUIRE(open_store(folder).value().append(GameNumber{1}, record_line(1))); }
  const auto other = open_store(folder, nullptr, {{"games", 4}});
  BOOST_REQUIRE(!other);
  BOOST_TEST(other.error().message.find("games: the run has 2, but now 4 is asked for") != std::string::npos,
             other.error().message);
}

BOOST_AUTO_TEST_CASE(a_run_without_a_game_takes_another_plan) {
  const Folder folder;
  { BOOST_REQUIRE(open_store(folder)); }
  { BOOST_REQUIRE(open_store(folder, nullptr, {{"games", 4}})); }
  BOOST_TEST(json_of(bytes_of(RunPaths{folder.path()}.plan())).at("games") == 4);
}

BOOST_AUTO_TEST_CASE(two_programs_do_not_play_one_run) {
  const Folder folder;
  const auto first = open_store(folder);
  const auto second = open_store(folder);
  BOOST_REQUIRE(!second);
  BOOST_TEST(second.error().message.find("another program") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_folder_with_something_else_in_it_is_left_alone) {
  const Folder folder;
  folder.write("lexicon.txt", "mine\n");
  const auto store = open_store(folder);
  BOOST_REQUIRE(!store);
  BOOST_TEST(store.error().message.find("something other than a run") != std::string::npos);
  BOOST_TEST(folder.names().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_folder_that_was_made_for_the_run_is_closed_to_others) {
  const Folder folder;
  const auto permissions = [&] { return fs::status(folder.path()).permissions(); };
  fs::permissions(folder.path(), fs::perms(0755));
  { BOOST_REQUIRE(open_store(folder)); }
  BOOST_TEST((permissions() == fs::perms::owner_all));
  // If its owner opens the folder later, it stays open.
  fs::permissions(folder.path(), fs::perms(0750));
  BOOST_REQUIRE(open_store(folder));
  BOOST_TEST((permissions() == fs::perms(0750)));
}

BOOST_AUTO_TEST_CASE(a_damaged_log_is_named_by_file_and_line) {
  const Folder folder;
  { BOOST_REQUIRE(open_store(folder)); }
  std::ofstream(RunPaths{folder.path()}.games()) << record_line(1) << "\n{\"log\":1}\n";
  const auto damaged = open_store(folder);
  BOOST_REQUIRE(!damaged);
  BOOST_TEST(damaged.error().message.find("games.jsonl: line 2") != std::string::npos,
             damaged.error().message);
}

BOOST_AUTO_TEST_CASE(the_words_of_a_run_are_in_its_folder) {
  const Folder folder;
  { BOOST_REQUIRE(open_store(folder)); }
  const RunPaths paths{folder.path()};
  BOOST_TEST(bytes_of(paths.lexicon_list()) == "CAT\nDOG\n");
  const auto mapped = map_lexicon(paths.lexicon());
  BOOST_REQUIRE(mapped);
  BOOST_TEST(mapped.value().words() == 2);
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
