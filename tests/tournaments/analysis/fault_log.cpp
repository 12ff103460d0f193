#include "tournaments/analysis/fault_log.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "base/files.h"
#include "base/temporary_folder.h"

namespace toptile {
BOOST_AUTO_TEST_SUITE(fault_log)

namespace {

namespace fs = std::filesystem;

AnalysisFault fault_with(std::string stderr_text) {
  return {FaultKind::crash, "it ended\x1b", "board …", std::move(stderr_text)};
}

BOOST_AUTO_TEST_CASE(a_section_says_where_and_what_and_ends_its_line) {
  BOOST_TEST(fault_section("game 3", fault_with("oh\nno")) ==
             "== game 3: crash: it ended\\x1b\n== board …\noh\nno\n");
  BOOST_TEST(fault_section("x", fault_with("")) ==
             "== x: crash: it ended\\x1b\n== board …\n(it wrote nothing on standard error)\n");
}

BOOST_AUTO_TEST_CASE(the_file_comes_with_the_first_section_and_replaces_the_old_one) {
  const auto folder = TemporaryFolder::make().value();
  const fs::path file = folder.path() / "log";
  std::ofstream(file) << "old\n";
  FaultLog log(file);
  BOOST_TEST(!log.has_sections());
  BOOST_TEST(read_file(file).value() == "old\n");
  BOOST_REQUIRE(log.add("one", fault_with("1")));
  BOOST_REQUIRE(log.add("two", fault_with("2")));
  BOOST_TEST(log.has_sections());
  BOOST_TEST(read_file(file).value() ==
             fault_section("one", fault_with("1")) + fault_section("two", fault_with("2")));
  struct stat status {};
  BOOST_REQUIRE(::stat(file.c_str(), &status) == 0);
  BOOST_TEST((status.st_mode & 0777) == 0600);
}

BOOST_AUTO_TEST_CASE(it_does_not_grow_beyond_its_limit_and_says_so_once) {
  const auto folder = TemporaryFolder::make().value();
  FaultLog log(folder.path() / "log");
  for (int i = 0; i < 20; ++i) BOOST_REQUIRE(log.add("x", fault_with(std::string(1 << 20, 'x'))));
  BOOST_REQUIRE(log.add("small", fault_with("little")));
  const std::string text = read_file(log.file()).value();
  BOOST_TEST(text.size() < kMaxFaultLogBytes + 100);
  BOOST_TEST(text.ends_with("\n== This file is full; what the bot wrote later is not kept.\n"));
  BOOST_TEST(text.find("little") == std::string::npos);
  BOOST_TEST(text.find("is full") == text.rfind("is full"));
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_written_is_named) {
  const auto folder = TemporaryFolder::make().value();
  FaultLog log(folder.path() / "none" / "log");
  const auto added = log.add("x", fault_with(""));
  BOOST_REQUIRE(!added);
  BOOST_TEST(added.error().message.find("none/log: this file cannot be written: ") != std::string::npos);
  BOOST_TEST(!log.has_sections());
}

}  // namespace

BOOST_AUTO_TEST_SUITE_END()

}  // namespace toptile
