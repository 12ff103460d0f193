// A log that anybody may have written: reading it takes no more memory than a record can, and never waits.
#include "protocol/record_log.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>

#include "tests/folder.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(record_log)

namespace {

std::string fault_of(const std::string& file) {
  const auto read =
      for_each_log_line(file, [](std::uint64_t, std::string_view) -> Result<void> { return success(); });
  return read ? "none" : read.error().message;
}

BOOST_AUTO_TEST_CASE(a_line_may_be_as_long_as_a_record_and_no_longer) {
  const Folder folder;
  const std::string longest(kMaxRecordBytes, 'x');
  std::vector<std::size_t> lengths;
  const std::string file = folder.write("games.jsonl", "a\n" + longest + "\nb\n");
  const auto read = for_each_log_line(file, [&](std::uint64_t, std::string_view line) -> Result<void> {
    lengths.push_back(line.size());
    return success();
  });
  BOOST_TEST(read.has_value());
  BOOST_TEST((lengths == std::vector<std::size_t>{1, kMaxRecordBytes, 1}));
  for (const char* end : {"x\nb\n", "x", "xx"}) {
    const std::string fault = fault_of(folder.write("games.jsonl", "a\n" + longest + end));
    BOOST_TEST(fault ==
               file + ": line 2: this line has no end within 16 MiB, the most that a record can have");
  }
}

BOOST_AUTO_TEST_CASE(a_line_without_an_end_is_found_before_all_of_it_is_read) {
  const Folder folder;
  const std::string file = folder.write("games.jsonl", std::string(kMaxRecordBytes + 1, 'x'));
  std::filesystem::resize_file(file, std::uintmax_t{1} << 40);  // Reading all of it would take minutes.
  BOOST_TEST(fault_of(file).find("line 1: this line has no end") != std::string::npos);
  std::filesystem::resize_file(file, 0);
  std::filesystem::resize_file(file, std::uintmax_t{1} << 40);
  BOOST_TEST(fault_of(file).find("line 1: zero bytes are here") != std::string::npos);
}

// A loss of power may leave more zeros than a record has bytes.
BOOST_AUTO_TEST_CASE(zeros_behind_the_last_line_are_torn_however_many) {
  const Folder folder;
  const std::string file = folder.write("games.jsonl", "a\nb");
  std::filesystem::resize_file(file, 3 * kMaxRecordBytes);
  const auto read =
      for_each_log_line(file, [](std::uint64_t, std::string_view) -> Result<void> { return success(); });
  BOOST_REQUIRE(read);
  BOOST_TEST(read.value() == 2U);
}

BOOST_AUTO_TEST_CASE(links_and_fifos_are_refused_at_once) {
  const Folder folder;
  folder.write("real", "a\n");
  std::filesystem::create_symlink(folder / "real", folder / "link");
  BOOST_REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  BOOST_TEST(fault_of(folder / "link") == folder / "link" + ": this is a symbolic link, not a regular file");
  BOOST_TEST(fault_of(folder / "pipe") == folder / "pipe" + ": this is a FIFO, not a regular file");
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
