// A record is found while the run is still being written, in either log, but never half of one.
#include "tournaments/run/record_index.h"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "engine/random.h"
#include "tests/folder.h"
#include "tests/protocol/small_records.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(record_index)

namespace {

void append(const std::filesystem::path& file, std::string_view text) {
  std::ofstream(file, std::ios::app | std::ios::binary) << text;
}

std::string found(RecordIndex& index, std::uint64_t id) {
  const auto line = index.line_of(GameNumber{id});
  BOOST_REQUIRE(line);
  return line.value().value_or("none");
}

BOOST_AUTO_TEST_CASE(a_run_without_a_log_has_no_games) {
  const Folder folder;
  RecordIndex index{RunPaths{folder.path()}};
  BOOST_TEST(found(index, 1) == "none");
  BOOST_TEST(!index.next_after(GameNumber{0}));
}

BOOST_AUTO_TEST_CASE(games_are_found_as_they_are_written) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  RecordIndex index{paths};
  for (std::uint64_t id = 1; id <= 50; ++id) {
    BOOST_TEST(found(index, id) == "none");
    const std::string line = record_line(id) + "\n";
    append(paths.games(), line.substr(0, line.size() / 2));
    BOOST_TEST(found(index, id) == "none");  // Only half of it is there.
    append(paths.games(), line.substr(line.size() / 2, line.size() - line.size() / 2 - 1));
    BOOST_TEST(found(index, id) == "none");  // Its line end is missing.
    append(paths.games(), "\n");
    BOOST_TEST(found(index, id) == record_line(id));
  }
  for (const std::uint64_t id : {1, 25, 50}) BOOST_TEST(found(index, id) == record_line(id));
  BOOST_TEST(found(index, 0) == "none");
  BOOST_TEST(found(index, 51) == "none");
}

BOOST_AUTO_TEST_CASE(neighbours_are_those_of_the_file) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  for (const std::uint64_t id : {3, 4, 15, 16}) append(paths.games(), record_line(id) + "\n");
  RecordIndex index{paths};
  BOOST_REQUIRE(index.refresh());
  BOOST_TEST(index.next_after(GameNumber{4}).value() == 15U);
  BOOST_TEST(index.next_after(GameNumber{7}).value() == 15U);
  BOOST_TEST(!index.next_after(GameNumber{16}));
  BOOST_TEST(index.last_before(GameNumber{15}).value() == 4U);
  BOOST_TEST(!index.last_before(GameNumber{3}));
}

BOOST_AUTO_TEST_CASE(a_log_that_cannot_be_opened_any_more_says_why) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  append(paths.games(), record_line(1) + "\n");
  RecordIndex index{paths};
  BOOST_REQUIRE(index.refresh());
  std::filesystem::rename(paths.games(), folder / "aside");
  std::filesystem::create_symlink(folder / "aside", paths.games());
  const auto line = index.line_of(GameNumber{1});
  BOOST_REQUIRE(!line);
  BOOST_TEST(line.error().message ==
             folder / "games.jsonl" + ": this is a symbolic link, not a regular file");
}

BOOST_AUTO_TEST_CASE(games_that_wait_for_another_are_found_until_they_stand_in_the_log) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  RecordIndex index{paths};
  append(paths.ahead(), record_line(2) + "\n" + record_line(3) + "\n" + record_line(4).substr(0, 90));
  BOOST_TEST(found(index, 2) == record_line(2));
  BOOST_TEST(found(index, 3) == record_line(3));
  BOOST_TEST(found(index, 4) == "none");
  for (std::uint64_t id = 1; id <= 3; ++id) append(paths.games(), record_line(id) + "\n");
  std::filesystem::resize_file(paths.ahead(), 0);
  append(paths.ahead(), record_line(9) + "\n");
  for (std::uint64_t id = 1; id <= 3; ++id) BOOST_TEST(found(index, id) == record_line(id));
  BOOST_TEST(found(index, 9) == record_line(9));
}

BOOST_AUTO_TEST_CASE(a_line_that_is_made_of_two_is_none) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  RecordIndex index{paths};
  const std::string one = record_line(7), other = record_line(8);
  for (std::size_t cut = 20; cut < one.size(); cut += 7) {
    std::filesystem::remove(paths.ahead());
    append(paths.ahead(), one.substr(0, cut) + other.substr(std::min(cut + 1, other.size())) + "\n");
    BOOST_TEST(found(index, 7) == "none");
  }
}

BOOST_AUTO_TEST_CASE(a_log_that_is_cut_off_meanwhile_is_an_error_and_no_record) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  append(paths.games(), record_line(1) + "\n" + record_line(2) + "\n");
  RecordIndex index{paths};
  BOOST_REQUIRE(index.refresh());
  std::filesystem::resize_file(paths.games(), record_line(1).size() + 5);
  BOOST_TEST(found(index, 1) == record_line(1));
  BOOST_TEST(!index.line_of(GameNumber{2}));
}

BOOST_AUTO_TEST_CASE(records_of_every_version_that_is_read_are_found) {
  const Folder folder;
  const RunPaths paths{folder.path()};
  GameRecord second = small_record(2);
  second.adjudicate = AdjudicationTerms{{}, {}, {}, AdjudicationTerms::Resign{400, 3}};
  const std::string newer = format_record(second);
  BOOST_REQUIRE(log_version_of(second) != log_version_of(small_record(1)));
  append(paths.games(), record_line(1) + "\n" + newer + "\n" + record_line(3) + "\n");
  RecordIndex index{paths};
  BOOST_TEST(found(index, 2) == newer);
  BOOST_TEST(found(index, 3) == record_line(3));
  for (const char* version : {"3", "7", "4x", ""}) {
    const Folder other;
    const std::string line = record_line(1);
    append(RunPaths{other.path()}.games(), "{\"log\":" + (version + line.substr(line.find(','))) + "\n");
    RecordIndex wrong{RunPaths{other.path()}};
    BOOST_TEST(!wrong.line_of(GameNumber{1}), version);
  }
}

BOOST_AUTO_TEST_CASE(a_log_out_of_order_or_of_something_else_is_an_error) {
  for (const std::string& text :
       {record_line(2) + "\n" + record_line(1) + "\n", record_line(1) + "\n" + record_line(1) + "\n",
        std::string("{}\n"), std::string("x\n")}) {
    const Folder folder;
    const RunPaths paths{folder.path()};
    append(paths.games(), text);
    RecordIndex index{paths};
    const auto line = index.line_of(GameNumber{9});
    BOOST_REQUIRE(!line);
    BOOST_TEST(line.error().message.find("games.jsonl: line ") != std::string::npos);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
